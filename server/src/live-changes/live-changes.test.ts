import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildUser,
} from '../../test/build.ts'
import { type Instance, type Reader, readStream, startInstance } from '../../test/instance.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { recordEvent } from '../platform/events.ts'

/** Two processes on one database; every call of the world itself goes through a third. */
const world = await openWorld()
const one = await startInstance(world)
const other = await startInstance(world)
const brisk = await startInstance(world, { streamsPerPerson: 2, heartbeat: 50 })

let client: BuiltClient
let staff: BuiltPerson
let craftsman: BuiltPerson
let own: BuiltConstruction
let foreign: BuiltConstruction

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  const craftsmanIds = [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }]
  own = await buildConstruction(world, client, { floors: 1, perFloor: 1, craftsmanIds })
  foreign = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
})

const streamOf = (
  at: Instance,
  as: Caller,
  { construction_id, room_id, seen }: { construction_id?: number; room_id?: number; seen?: string } = {},
): Promise<Reader> =>
  readStream(
    as,
    `${at.origin}/api/live?${Object.entries({ construction_id, room_id })
      .flatMap(([name, id]) => (id === undefined ? [] : [`${name}=${id}`]))
      .join('&')}`,
    seen === undefined ? {} : { 'last-event-id': seen },
  )
/** A stream that surely hears: what it found at its beginning has come. */
const listening = async (at: Instance, as: Caller, construction_id?: number): Promise<Reader> => {
  const reader = await streamOf(at, as, construction_id === undefined ? {} : { construction_id })
  await reader.next('changed')
  return reader
}
const act = ({ id, rooms }: BuiltConstruction) =>
  world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id', {
    params: { construction_id: id, room_id: rooms[0]?.id ?? 0 },
    body: { room: { room_remarks: randomUUID() } },
  })

describe('GET /api/live', () => {
  it('names the constructions at which somebody acted, in every process', async () => {
    const readers = [await listening(one, staff), await listening(other, staff)]
    await act(foreign)
    for (const reader of readers) expect((await reader.next('changed')).data).toEqual({ construction_id: foreign.id })
    await act(own)
    for (const reader of readers) {
      expect((await reader.next('changed')).data).toEqual({ construction_id: own.id })
      reader.leave()
    }
  })

  it('tells a craftsman of his own constructions alone, whoever is listened to only of that one, and nobody of another company', async () => {
    const his = await listening(one, craftsman)
    const here = await listening(one, staff, own.id)
    const neighbour = await buildClient(world)
    await buildConstruction(world, neighbour, { floors: 1, perFloor: 1 })
    const theirs = await listening(one, await buildUser(world, neighbour, 'Staff'))
    await act(foreign)
    await act(own)
    for (const reader of [his, here]) {
      expect((await reader.next('changed')).data).toEqual({ construction_id: own.id })
      reader.leave()
    }
    expect(theirs.waiting).toEqual([])
    theirs.leave()
    expect((await streamOf(one, craftsman, { construction_id: foreign.id })).status).toBe(404)
    expect((await streamOf(one, await buildUser(world, client, 'Craftsman'))).status).toBe(404)
  })

  it('tells of the photos of a room whoever asked for them, where they reach it, and nobody else', async () => {
    const roomOf = ({ rooms }: BuiltConstruction) => rooms[0]?.id ?? 0
    const photograph = ({ id, rooms }: BuiltConstruction) =>
      world.inClient(client.id, db =>
        recordEvent(db, { kind: 'room_images.added', actor: 'system', clientId: client.id, constructionId: id, roomId: rooms[0]?.id ?? 0 }),
      )
    const open = async (as: Caller, room_id: number) => {
      const reader = await streamOf(one, as, { room_id })
      await reader.next('changed')
      return reader
    }
    const his = await open(craftsman, roomOf(own))
    const far = await open(craftsman, roomOf(foreign))
    const day = await listening(one, craftsman)
    await photograph(foreign)
    await photograph(own)
    expect((await his.next('photographed')).data).toEqual({ construction_id: own.id, room_id: roomOf(own) })
    await act(own)
    for (const reader of [his, far, day]) {
      expect((await reader.next('changed')).data).toEqual({ construction_id: own.id })
      expect(reader.waiting).toEqual([])
      reader.leave()
    }
  })

  it('says once that something may have been missed, and nothing to who comes again in time', async () => {
    const first = await streamOf(one, staff)
    const { id, data } = await first.next('changed')
    expect(data).toEqual({ construction_id: null })
    first.leave()
    const again = await streamOf(one, staff, { seen: id! })
    // What is committed before a stream has looked may have been missed: another one that comes after it has looked.
    const next = await listening(one, staff)
    next.leave()
    expect(again.waiting).toEqual([])
    await act(own)
    expect((await again.next('changed')).data).toEqual({ construction_id: own.id })
    again.leave()
    await act(own)
    const late = await streamOf(one, staff, { seen: id! })
    expect((await late.next('changed')).data).toEqual({ construction_id: null })
    late.leave()
  })

  it('ends with the session, with the assignment, and with the contract', async () => {
    const mine = await listening(one, staff)
    const his = await listening(one, craftsman)
    const admin = await buildPlatformPerson(world, 'admin', client)
    const operator = await listening(other, await buildPlatformPerson(world, 'operator', client))
    await world.inClient(client.id, db => db.deleteFrom('assigned_craftsmans').where('craftsman_id', '=', craftsman.id).execute())
    await act(own)
    await his.ended
    await world.call(staff, 'DELETE /api/auth/sign_out')
    await mine.ended
    await world.call(admin, 'PATCH /api/clients/:id', { params: { id: client.id }, body: { client: { status: 'terminated' } } })
    await operator.ended
  })

  it('lets a person have so many and no more', async () => {
    const readers = [await streamOf(brisk, staff), await streamOf(brisk, staff)]
    expect((await streamOf(brisk, staff)).status).toBe(429)
    for (const reader of readers) reader.leave()
  })
})
