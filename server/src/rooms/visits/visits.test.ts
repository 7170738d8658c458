import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltClient, type BuiltPerson, buildClient, buildConstruction, buildContractor, buildUser } from '../../../test/build.ts'
import { multipart } from '../../../test/multipart.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
const under = '/api/constructions/:construction_id/rooms/:room_id' as const
const today = '2026-12-02'

let client: BuiltClient
let contractor: { id: number }
let craftsman: BuiltPerson
let tower: Placed
beforeEach(async () => {
  world.setNow(`${today}T10:00:00+09:00`)
  client = await buildClient(world)
  contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  tower = await place([
    ['101', '13:00'],
    ['201', '13:00'],
    ['301', '09:00'],
  ])
})

interface Placed {
  id: number
  frames: Map<string, number>
  roomId: (name: string) => number
}

/** A construction for which the craftsman is named, with rooms in frames of one day. */
const place = async (rooms: readonly [name: string, start: string][], date = today): Promise<Placed> => {
  const construction = await buildConstruction(world, client, {
    floors: 3,
    perFloor: 1,
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  const roomId = (name: string) => construction.rooms.find(room => room.name === name)!.id
  const frames = await world.inClient(client.id, async db => {
    const starts = [...new Set(rooms.map(([, start]) => start))]
    const inserted = await db
      .insertInto('construction_time_frames')
      .values(
        starts.map(start_at => ({
          client_id: client.id,
          construction_id: construction.id,
          start_at,
          end_at: `${Number(start_at.slice(0, 2)) + 2}:00`,
          frame_number: 4,
        })),
      )
      .returning(['id', 'start_at'])
      .execute()
    const ids = new Map(inserted.map(({ id, start_at }) => [start_at.slice(0, 5), id]))
    await db
      .insertInto('assigns')
      .values(
        rooms.map(([name, start], at) => ({
          client_id: client.id,
          construction_id: construction.id,
          room_id: roomId(name),
          date,
          construction_time_frame_id: ids.get(start)!,
          frame_number: at + 1,
        })),
      )
      .execute()
    return ids
  })
  return { id: construction.id, frames, roomId }
}

const own = async (date?: string) => (await world.call(craftsman, 'GET /api/visits', { query: date === undefined ? {} : { date } })).body
const at = (name: string, placed = tower) => ({ construction_id: placed.id, room_id: placed.roomId(name) })
const arrive = (name = '301', visit: { at?: string } = {}, more: { as?: BuiltPerson; deviceTime?: string } = {}) =>
  world.call(more.as ?? craftsman, `POST ${under}/arrival`, {
    params: at(name),
    body: { visit },
    headers: more.deviceTime === undefined ? {} : { 'device-time': more.deviceTime },
  })
const start = (name = '301', visit: { at?: string } = {}) =>
  world.call(craftsman, `POST ${under}/start`, { params: at(name), body: { visit } })
const eventsOf = (name: string) =>
  world.inClient(client.id, db =>
    db.selectFrom('events').where('room_id', '=', tower.roomId(name)).orderBy('id').select(['kind', 'actor_id', 'change']).execute(),
  )

describe('GET /api/visits', () => {
  it('lists the own rooms of every construction in walking order, with where they are and the days around', async () => {
    const house = await place([['101', '15:00']])
    await place([['101', '09:00']], '2026-12-04')
    const day = await own()
    expect(day).toMatchObject({ date: today, today, previous_date: null, next_date: '2026-12-04', client: { cd: client.cd } })
    expect(day.visits.map(visit => [visit.construction_id, visit.name])).toEqual([
      [tower.id, '301'],
      [tower.id, '201'],
      [tower.id, '101'],
      [house.id, '101'],
    ])
    expect(new Set(day.constructions.map(({ id }) => id))).toEqual(new Set([tower.id, house.id]))
    expect(day.visits[0]).toMatchObject({ own: true, key: 'none', arrived_at: null, started_at: null })
    expect((await own('2026-12-04')).visits).toHaveLength(1)
    expect(await own('2026-12-24')).toMatchObject({ visits: [], constructions: [], previous_date: '2026-12-04' })
  })

  it('says which photos are still missing', async () => {
    const entry = await world.inClient(client.id, db =>
      db
        .insertInto('photography_place_entries')
        .values({ client_id: client.id, construction_id: tower.id, area: 'private', free_input: '玄関', position: 1 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const position = `place-${entry.id}`
    const missing = async () => {
      const [first] = (await own()).visits
      expect(first?.missing_photos).toBe(first?.missing_places.length)
      return first?.missing_places
    }
    expect(await missing()).toEqual(
      ['before_construction', 'under_construction', 'after_construction'].map(timing => ({ position, timing })),
    )
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer()
    const { body, headers } = multipart(
      { 'room_image[uuid]': randomUUID(), 'room_image[position]': position, 'room_image[timing]': 'under_construction' },
      { name: 'room_image[file]', fileName: '1.jpg', contentType: 'image/jpeg', bytes },
    )
    const url = `/api/constructions/${tower.id}/rooms/${tower.roomId('301')}/room_images`
    expect((await world.send(craftsman, 'POST', url, body, headers)).status).toBe(201)
    expect(await missing()).toEqual(['before_construction', 'after_construction'].map(timing => ({ position, timing })))
  })

  it('shows nothing of constructions that name somebody else, and nothing of another company', async () => {
    const colleague = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    const day = (await world.call(colleague, 'GET /api/visits')).body
    expect(day).toMatchObject({ visits: [], constructions: [], previous_date: null, next_date: null })
    const foreign = await buildClient(world)
    const stranger = await buildUser(world, foreign, 'Craftsman', { contractorId: (await buildContractor(world, foreign)).id })
    expect((await world.call(stranger, 'GET /api/visits')).body).toMatchObject({ visits: [], client: { cd: foreign.cd } })
  })

  it('tells the rooms of the own crew from those of another', async () => {
    const other = await buildContractor(world, client)
    await world.inClient(client.id, async db => {
      const { id: second } = await db
        .insertInto('assigned_contractors')
        .values({ client_id: client.id, construction_id: tower.id, contractor_id: other.id, position: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: first } = await db
        .selectFrom('assigned_contractors')
        .where('construction_id', '=', tower.id)
        .where('id', '<>', second)
        .select('id')
        .executeTakeFirstOrThrow()
      const share = { client_id: client.id, construction_id: tower.id, construction_time_frame_id: tower.frames.get('13:00')! }
      await db
        .insertInto('crew_frames')
        .values([
          { ...share, assigned_contractor_id: first, frame_count: 1 },
          { ...share, assigned_contractor_id: second, frame_count: 1 },
        ])
        .execute()
    })
    expect((await own()).visits.map(visit => [visit.name, visit.own])).toEqual([
      ['301', true],
      ['201', false],
      ['101', true],
    ])
  })

  it('says where the key of a dwelling is', async () => {
    const keyOf = async () => (await own()).visits.find(visit => visit.name === '301')?.key
    const room = { client_id: client.id, room_id: tower.roomId('301') }
    await world.inClient(client.id, db =>
      db
        .insertInto('room_presences')
        .values({ ...room, presence_method: 'key_custody', consented_at: new Date() })
        .execute(),
    )
    expect(await keyOf()).toBe('not_received')
    const custody = { ...room, received_at: new Date(), received_from: '田中' }
    const { id } = await world.inClient(client.id, db =>
      db.insertInto('key_custodies').values(custody).returning('id').executeTakeFirstOrThrow(),
    )
    expect(await keyOf()).toBe('office')
    const lend = (lent_to_user_id: number) =>
      world.inClient(client.id, db =>
        db.updateTable('key_custodies').set({ lent_to_user_id, lent_at: new Date() }).where('id', '=', id).execute(),
      )
    await lend(craftsman.id)
    expect(await keyOf()).toBe('yours')
    await lend((await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })).id)
    expect(await keyOf()).toBe('other')
    const returned = (returned_at: string) =>
      world.inClient(client.id, db =>
        db
          .updateTable('key_custodies')
          .set({ returned_at: new Date(returned_at), returned_to: '田中', received_at: new Date('2026-11-30T09:00:00+09:00') })
          .execute(),
      )
    await returned(`${today}T16:00:00+09:00`)
    expect(await keyOf()).toBe('returned')
    // One that was given back after an earlier visit is asked for again.
    await returned('2026-11-30T16:00:00+09:00')
    expect(await keyOf()).toBe('not_received')
  })
})

describe(`POST ${under}/arrival`, () => {
  it('says when somebody came, once, on the list and on the timeline', async () => {
    expect((await arrive('301', { at: `${today}T09:55:00+09:00` })).body).toMatchObject({
      message: '到着を記録しました。',
      arrived_at: `${today}T09:55:00+09:00`,
      started_at: null,
    })
    world.setNow(`${today}T10:30:00+09:00`)
    expect((await arrive()).body.arrived_at).toBe(`${today}T09:55:00+09:00`)
    expect((await own()).visits[0]).toMatchObject({ name: '301', arrived_at: `${today}T09:55:00+09:00` })
    const { body } = await world.call(craftsman, `GET ${under}`, { params: at('301') })
    expect(body.room).toMatchObject({ status: 'waiting', arrived_at: `${today}T09:55:00+09:00`, started_at: null })
    expect(await eventsOf('301')).toMatchObject([
      { kind: 'rooms.arrived', actor_id: craftsman.id, change: { at: '2026-12-02T00:55:00.000Z' } },
    ])
  })

  it('puts the moment of a phone right whose clock is a year behind, and keeps what the phone said', async () => {
    const answer = await arrive('301', { at: '2025-12-02T09:30:00+09:00' }, { deviceTime: '2025-12-02T10:00:00+09:00' })
    expect(answer.body.arrived_at).toBe(`${today}T09:30:00+09:00`)
    expect(await eventsOf('301')).toMatchObject([{ change: { device_at: '2025-12-02T00:30:00.000Z' } }])
  })

  it('refuses a room of another day, one that is done, and whoever does not reach it', async () => {
    world.setNow('2026-12-03T10:00:00+09:00')
    expect(await arrive()).toMatchObject({ status: 422, body: { code: 'no_visit' } })
    world.setNow(`${today}T10:00:00+09:00`)
    await world.inClient(client.id, db => db.updateTable('rooms').set({ status: 'completed', completed_at: new Date() }).execute())
    expect(await arrive()).toMatchObject({ status: 422, body: { code: 'wrong_status' } })
    const stranger = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    expect((await arrive('301', {}, { as: stranger })).status).toBe(404)
    expect(await eventsOf('301')).toEqual([])
  })
})

describe(`POST ${under}/start`, () => {
  it('says when the work began, with the arrival for who did not say it', async () => {
    expect((await start('201', { at: `${today}T09:50:00+09:00` })).body).toMatchObject({
      message: '作業の開始を記録しました。',
      arrived_at: `${today}T09:50:00+09:00`,
      started_at: `${today}T09:50:00+09:00`,
    })
    await arrive('301', { at: `${today}T09:40:00+09:00` })
    // Kept apart on two phones, the start may claim to be the earlier.
    expect((await start('301', { at: `${today}T09:30:00+09:00` })).body.started_at).toBe(`${today}T09:40:00+09:00`)
    expect((await start('301')).body.started_at).toBe(`${today}T09:40:00+09:00`)
    expect((await eventsOf('301')).map(({ kind }) => kind)).toEqual(['rooms.arrived', 'rooms.work_started'])
  })
})

describe(`DELETE ${under}/arrival`, () => {
  it('takes today’s back, once', async () => {
    await start()
    const takeBack = () => world.call(craftsman, `DELETE ${under}/arrival`, { params: at('301') })
    expect((await takeBack()).body).toMatchObject({ message: '到着の記録を取り消しました。', arrived_at: null, started_at: null })
    expect((await takeBack()).status).toBe(404)
    expect((await own()).visits[0]).toMatchObject({ arrived_at: null, started_at: null })
    expect((await eventsOf('301')).map(({ kind }) => kind)).toEqual(['rooms.work_started', 'rooms.arrival_taken_back'])
  })
})
