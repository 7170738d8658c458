import type { ClientId } from '@toguchi/domain/access/actor'
import { describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { recordEvent } from '../platform/events.ts'

const world = await openWorld()

const build = async () => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const construction = await buildConstruction(world, client)
  return { client, staff, construction }
}
const say = (clientId: ClientId, constructionId: number, kind: string, roomId?: number) =>
  world.inClient(clientId, db =>
    recordEvent(db, { kind, actor: 'system', clientId, constructionId, ...(roomId === undefined ? {} : { roomId }) }),
  )

describe('GET /api/dashboard', () => {
  it('counts constructions by segment and tells the newest ten things first', async () => {
    const { client, staff, construction } = await build()
    const done = await buildConstruction(world, client)
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date(), closed_at: new Date() })
        .where('construction_id', '=', done.id)
        .execute(),
    )
    for (let count = 0; count < 11; count += 1) await say(client.id, construction.id, 'rooms.date_confirmed', construction.rooms[count]!.id)
    await say(client.id, construction.id, 'rooms.rescheduled', construction.rooms[0]!.id)
    await say(client.id, construction.id, 'room_images.added', construction.rooms[0]!.id)
    const { body } = await world.call(staff, 'GET /api/dashboard')
    expect(body.progress).toEqual({ before_construction: 1, construction_started: 0, construction_completed: 1, work_remaining: 0 })
    expect(body.informations).toHaveLength(10)
    expect(body.has_more).toBe(true)
    expect(body.informations[0]).toMatchObject({ kind: 'alert', text: expect.stringContaining('101号室：日程再調整になりました') })
  })

  it('is for the office of the own client', async () => {
    const { client } = await build()
    expect((await world.call(await buildUser(world, client, 'Craftsman'), 'GET /api/dashboard')).status).toBe(403)
    const elsewhere = await buildClient(world)
    expect((await world.call(await buildPlatformPerson(world, 'operator', elsewhere), 'GET /api/dashboard')).body.informations).toEqual([])
  })
})

describe('GET /api/dashboard/constructions', () => {
  it('lists the constructions of one segment', async () => {
    const { staff, construction } = await build()
    const of = (segment: 'before_construction' | 'work_remaining') =>
      world.call(staff, 'GET /api/dashboard/constructions', { query: { segment } })
    expect((await of('before_construction')).body.flat_constructions.map(row => row.id)).toEqual([construction.id])
    expect((await of('work_remaining')).body.flat_constructions).toEqual([])
    expect((await world.send(staff, 'GET', '/api/dashboard/constructions?segment=all')).status).toBe(422)
  })
})

describe('GET /api/informations', () => {
  it('pages through all of them', async () => {
    const { client, staff, construction } = await build()
    for (let count = 0; count < 3; count += 1) await say(client.id, construction.id, 'rooms.closed', construction.rooms[count]!.id)
    const { body } = await world.call(staff, 'GET /api/informations', { query: { page: 2, per_page: 2 } })
    expect(body).toMatchObject({ total_count: 3, informations: [{ text: expect.stringContaining('101号室') }] })
  })
})
