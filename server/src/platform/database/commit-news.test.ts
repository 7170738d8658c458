import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildConstruction } from '../../../test/build.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { enterClient } from '../../clients/clients.ts'
import { type NewEvent, recordEvent, recordEvents, recordSubjectEvents } from '../events.ts'

// Told by the statement that writes the event (D-38): here without the trigger, which a cluster does not have.
let world: World
let listener: pg.Client
let client: Awaited<ReturnType<typeof buildClient>>
let construction: Awaited<ReturnType<typeof buildConstruction>>
let heard: (string | undefined)[] = []
beforeAll(async () => {
  world = await openWorld()
  listener = new pg.Client(world.ownerUrl)
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.connect()
  await listener.query('drop trigger if exists events_tell_watchers on events')
  client = await buildClient(world)
  construction = await buildConstruction(world, client)
  await listener.query('listen construction_events')
})
// What the test before was told may still be on its way.
beforeEach(async () => {
  await told()
  heard = []
})
afterAll(() => listener.end())

/** What was told up to now: a notification of our own comes after all that were committed before it. */
const told = async () => {
  await listener.query(`notify construction_events, 'end'`)
  while (heard.at(-1) !== 'end') await sleep(5)
  return heard.slice(0, -1)
}
const event = (over: Partial<NewEvent> = {}): NewEvent => ({
  kind: 'rooms.updated',
  actor: 'system',
  clientId: client.id,
  constructionId: construction.id,
  ...over,
})
const write = <T>(work: Parameters<typeof world.inClient<T>>[1]) => world.inClient(client.id, work)
const payload = (id: number | undefined) => `${client.id}:${construction.id}:${id}`

describe('the news of events', () => {
  it('is told once a construction, with its newest event, when the transaction is committed', async () => {
    const newest = await write(async db => {
      await recordEvent(db, event())
      const ids = await recordEvents(db, [event(), event({ personal: { name: '高橋' } })])
      expect(await told()).toEqual([])
      heard = []
      return ids.at(-1)
    })
    expect(await told()).toEqual([payload(newest)])
  })

  it('goes with what is personal in each of them, and in no other', async () => {
    const personals = [{}, { name: '高橋' }, {}, { name: '佐藤' }]
    const ids = await write(db => recordEvents(db, [event(), ...personals.map(personal => event({ personal }))]))
    const kept = await write(db => db.selectFrom('event_personal_values').where('event_id', 'in', ids).selectAll().execute())
    expect(new Map(kept.map(({ event_id, values }) => [event_id, values]))).toEqual(
      new Map([
        [ids[2], { name: '高橋' }],
        [ids[4], { name: '佐藤' }],
      ]),
    )
  })

  it('is told of events about many rows', async () => {
    const ids = await write(db => recordSubjectEvents(db, [{ ...event(), subject: { type: 'room', id: 7 } }]))
    expect(await told()).toEqual([payload(ids.get(7))])
  })

  it('is not told of what was rolled back, nor by the next transaction of the same connection', async () => {
    const failed = write(async db => {
      await recordEvent(db, event())
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await Promise.all(Array.from({ length: 12 }, () => write(async db => db.selectFrom('events').select('id').limit(1).execute())))
    expect(await told()).toEqual([])
  })

  it('is told by photos to those alone who look at their room', async () => {
    await listener.query('listen room_photos')
    await write(async db => {
      for (let photo = 0; photo < 2; photo += 1) await recordEvent(db, event({ kind: 'room_images.added', roomId: 7 }))
    })
    expect(await told()).toEqual([`${client.id}:${construction.id}:7`])
    await listener.query('unlisten room_photos')
  })

  it('is not told of what no page shows, nor of what is about no construction', async () => {
    await write(db => recordEvent(db, event({ kind: 'room_images.added' })))
    await write(db => recordEvent(db, event({ constructionId: null })))
    expect(await told()).toEqual([])
  })

  it('is told by a transaction that begins with its first statement', async () => {
    const id = await world.platform.pool.whenUsed('write', async db => {
      await enterClient(db, client.id)
      return recordEvent(db, event())
    })
    expect(await told()).toEqual([payload(id)])
  })
})
