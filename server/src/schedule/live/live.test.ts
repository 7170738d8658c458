import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScheduleNews } from '@toguchi/domain/schedule/live-contract'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../../test/build.ts'
import { type Instance, type Reader, readStream, startInstance } from '../../../test/instance.ts'
import { type Caller, guest, openWorld } from '../../../test/world.ts'
import { recordEvent } from '../../platform/events.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'
import { hereFor } from './queries.ts'

/** Two processes on one database; every call of the world itself goes through a third. */
const world = await openWorld()
world.setNow('2026-11-21T10:00:00+09:00')
const one = await startInstance(world)
const other = await startInstance(world)
/** Streams that end soon. */
const brisk = await startInstance(world, { streamLife: 4_000, heartbeat: 50 })
/** Few for each person. */
const narrow = await startInstance(world, { streamsPerPerson: 2 })

let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff', { name: '佐藤 花子' })
  construction = await buildConstruction(world, client, { floors: 1, perFloor: 2 })
})

const streamOf = (at: Instance, as: Caller, lastEventId?: string, id = construction.id): Promise<Reader> =>
  readStream(
    as,
    `${at.origin}/api/constructions/${id}/detail_schedule/live`,
    lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  )
/** A stream that surely hears: what it found at its beginning has come. */
const listening = async (at: Instance, as: Caller): Promise<Reader> => {
  const reader = await streamOf(at, as)
  await reader.next('viewers')
  return reader
}
const changeRoom = (as: Caller, room: number, of = construction) =>
  world.call(as, 'PATCH /api/constructions/:construction_id/rooms/:room_id', {
    params: { construction_id: of.id, room_id: of.rooms[room]?.id ?? 0 },
    body: { room: { room_remarks: `お電話ください ${randomUUID()}` } },
  })
const come = (as: Caller, tab: string, editing = false) =>
  world.call(as, 'PUT /api/constructions/:construction_id/detail_schedule/presence', {
    params: { construction_id: construction.id },
    body: { tab, editing },
  })
const go = (as: Caller, tab: string) =>
  world.call(as, 'DELETE /api/constructions/:construction_id/detail_schedule/presence/:tab_uuid', {
    params: { construction_id: construction.id, tab_uuid: tab },
  })
/** The news of who is here, up to when it is as expected. */
const untilViewers = async (reader: Reader, expected: ScheduleNews['viewers']): Promise<void> => {
  for (;;) {
    const { data } = await reader.next('viewers')
    if (JSON.stringify(data) === JSON.stringify(expected)) return
  }
}
const asOwner = async <T>(work: (database: pg.Client) => Promise<T>): Promise<T> => {
  const database = new pg.Client(world.ownerUrl)
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

describe('GET /api/constructions/:construction_id/detail_schedule/live', () => {
  it('ends with the session, in every process, and leaves other readers alone', async () => {
    const mine = await listening(one, staff)
    const colleague = await buildUser(world, client, 'Staff')
    const theirs = await listening(one, colleague)
    expect((await world.call(staff, 'DELETE /api/auth/sign_out')).status).toBe(200)
    await mine.ended
    expect((await changeRoom(colleague, 0)).status).toBe(200)
    await theirs.next('changed')
    theirs.leave()
  })

  it('ends when the person is deleted, has another password or another login id, and when the contract of the company ends', async () => {
    const boss = await buildUser(world, client, 'Staff_Admin')
    const admin = await buildPlatformPerson(world, 'admin')
    const passwordDigest = await cheapDigestOf('sakura2026')
    const [deleted, renamed, changed] = [
      await buildUser(world, client, 'Staff'),
      await buildUser(world, client, 'Staff', { passwordDigest }),
      await buildUser(world, client, 'Staff', { passwordDigest }),
    ]
    const readers = new Map<BuiltPerson, Reader>()
    for (const person of [deleted, renamed, changed, staff]) readers.set(person, await listening(one, person))
    await world.call(boss, 'DELETE /api/staffs/:id', { params: { id: deleted.id } })
    await readers.get(deleted)?.ended
    await world.call(boss, 'PATCH /api/staffs/:id', { params: { id: renamed.id }, body: { staff: { login_id: `${renamed.loginId}x` } } })
    await readers.get(renamed)?.ended
    const { headers } = await world.call(guest, 'POST /api/auth/sign_in', { body: { login_id: changed.loginId, password: 'sakura2026' } })
    const elsewhere = { headers: Object.fromEntries(['access-token', 'client', 'uid'].map(name => [name, String(headers[name])])) }
    await world.call(elsewhere, 'PATCH /api/users/me', {
      body: { user: { current_password: 'sakura2026', password: 'tsubaki2027', password_confirmation: 'tsubaki2027' } },
    })
    await readers.get(changed)?.ended
    await world.call(admin, 'PATCH /api/clients/:id', { params: { id: client.id }, body: { client: { status: 'terminated' } } })
    await readers.get(staff)?.ended
    expect((await streamOf(one, staff)).status).toBe(401)
  })

  it('ends for operators too when the contract of the company ends, and goes on for admins, who settle it', async () => {
    const admin = await buildPlatformPerson(world, 'admin', client)
    const operator = await buildPlatformPerson(world, 'operator', client)
    const ended = await listening(other, operator)
    const going = await listening(one, admin)
    await world.call(admin, 'PATCH /api/clients/:id', { params: { id: client.id }, body: { client: { status: 'terminated' } } })
    await ended.ended
    expect((await streamOf(one, operator)).status).not.toBe(200)
    await changeRoom(admin, 0)
    expect((await going.next('changed')).name).toBe('changed')
  })

  it('tells the readers of every process of a change that another one saved', async () => {
    const readers = [await listening(one, staff), await listening(other, staff)]
    expect((await changeRoom(staff, 0)).status).toBe(200)
    for (const reader of readers) {
      expect(await reader.next('changed')).toMatchObject({ id: expect.stringMatching(/^(after-)?\d+$/), data: { at: expect.any(String) } })
      reader.leave()
    }
  })

  it("tells of a resident's choice", async () => {
    const room = construction.rooms[0]?.id ?? 0
    const resident = await buildResident(world, client, room, { name: '山田 良子' })
    const frameId = await world.inClient(client.id, async db => {
      await db.updateTable('constructions').set({ detail_schedule_completed_at: new Date() }).where('id', '=', construction.id).execute()
      const { id } = await db
        .insertInto('construction_time_frames')
        .values({ client_id: client.id, construction_id: construction.id, start_at: '09:00', end_at: '12:00', frame_number: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
    const reader = await listening(one, staff)
    const chosen = await world.call(resident, 'PATCH /api/residents/assign', {
      body: { assign: { date: '2026-12-02', construction_time_frame_id: frameId } },
    })
    expect(chosen.status).toBe(200)
    await reader.next('changed')
    reader.leave()
  })

  it('is a stream that nothing on the way may hold back', async () => {
    const reader = await streamOf(one, staff)
    expect(reader.status).toBe(200)
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    reader.leave()
  })

  it('says nothing of a change that was taken back, and tells what was committed late though its id is lower', async () => {
    const reader = await listening(one, staff)
    const record = (id: number, work?: () => Promise<unknown>) =>
      world.inClient(client.id, async db => {
        await recordEvent(db, { kind: 'assigns.moved', actor: 'system', clientId: client.id, constructionId: id })
        await work?.()
      })
    await record(construction.id, () => Promise.reject(new Error('taken back'))).catch(() => undefined)
    // The first takes its id and waits while the second commits.
    await record(construction.id, async () => {
      await record(construction.id)
      await reader.next('changed')
      expect(reader.waiting).toEqual([])
    })
    await reader.next('changed')
    reader.leave()
  })

  it('is silent about pictures and papers', async () => {
    const reader = await listening(one, staff)
    const record = (kind: EventKind) =>
      world.inClient(client.id, db => recordEvent(db, { kind, actor: 'system', clientId: client.id, constructionId: construction.id }))
    await record('room_images.added')
    const last = await record('residents.updated')
    expect(await reader.next('changed')).toMatchObject({ id: String(last) })
    reader.leave()
  })

  it('has nothing to say to who names the state that is found, and something to everybody else', async () => {
    const first = await streamOf(one, staff)
    const { id } = await first.next('changed')
    first.leave()
    const same = await streamOf(other, staff, String(id))
    await same.next('viewers')
    await changeRoom(staff, 0)
    const live = await same.next('changed')
    same.leave()
    for (const stale of [String(id), String(live.id)]) {
      const again = await streamOf(one, staff, stale)
      expect((await again.next('changed')).id).not.toBe(stale)
      again.leave()
    }
  })

  it('has nothing to say to who shows the schedule as it is, from the first stream on', async () => {
    const shown = async () =>
      (
        await world.call(staff, 'GET /api/constructions/:construction_id/detail_schedule', {
          params: { construction_id: construction.id },
        })
      ).body.state
    await changeRoom(staff, 0)
    const state = await shown()
    const reader = await streamOf(one, staff, state)
    await reader.next('viewers')
    expect(reader.text()).not.toContain('event: changed')
    reader.leave()
    await changeRoom(staff, 1)
    expect(await shown()).not.toBe(state)
    const late = await streamOf(one, staff, state)
    await late.next('changed')
    late.leave()
  })

  it('tells everybody to look again after the connection that hears was cut', async () => {
    const readers = [await listening(one, staff), await listening(other, staff)]
    const cut = () =>
      asOwner(async database => {
        const { rowCount } = await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'toguchi-live'`,
        )
        return rowCount
      })
    expect(await cut()).toBeGreaterThanOrEqual(2)
    // Nobody hears this, or both do: it is told in any case.
    await changeRoom(staff, 0)
    for (const reader of readers) await reader.next('changed')
    await changeRoom(staff, 1)
    for (const reader of readers) {
      await reader.next('changed')
      reader.leave()
    }
  })

  it("never tells of another client's changes, nor of another construction's", async () => {
    const stranger = await buildClient(world)
    const theirs = await buildConstruction(world, stranger)
    const neighbour = await buildConstruction(world, client)
    const reader = await listening(one, staff)
    await changeRoom(await buildUser(world, stranger, 'Staff'), 0, theirs)
    await changeRoom(staff, 0, neighbour)
    // A notification that names our construction, but another client.
    await asOwner(database => database.query(`select pg_notify('construction_events', $1)`, [`${stranger.id}:${construction.id}:1`]))
    const last = await world.inClient(client.id, db =>
      recordEvent(db, { kind: 'rooms.updated', actor: 'system', clientId: client.id, constructionId: construction.id }),
    )
    expect(await reader.next('changed')).toMatchObject({ id: String(last) })
    reader.leave()
    expect((await streamOf(one, await buildUser(world, stranger, 'Staff'))).status).toBe(404)
  })

  it('is for everybody who reads the schedule: the office, and craftsmen where they are assigned', async () => {
    const contractor = await buildContractor(world, client)
    const assigned = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [assigned.id] }] })
    const callers: [Caller, number][] = [
      [await buildPlatformPerson(world, 'admin', client), 200],
      [await buildPlatformPerson(world, 'operator', client), 200],
      [staff, 200],
      [assigned, 200],
      [await buildUser(world, client, 'Craftsman', { contractorId: contractor.id }), 404],
      [await buildResident(world, client, construction.rooms[0]?.id ?? 0), 403],
      [guest, 401],
    ]
    for (const [caller, status] of callers) {
      const reader = await streamOf(one, caller)
      expect(reader.status).toBe(status)
      reader.leave()
    }
  })

  it('gives signs of life and ends by itself; whose session has ended meanwhile does not come in again', async () => {
    const reader = await streamOf(brisk, staff)
    await reader.next('viewers')
    await reader.ended
    expect(reader.text()).toContain('\n\n:\n\n')
    await world.inClient(null, db => db.deleteFrom('sessions').where('uid', '=', staff.loginId).execute())
    expect((await streamOf(brisk, staff)).status).toBe(401)
  })

  it('has room for so many streams of one person, and for others beside them', async () => {
    const full = [await streamOf(narrow, staff), await streamOf(narrow, staff)]
    expect((await streamOf(narrow, staff)).status).toBe(429)
    const colleague = await streamOf(narrow, await buildUser(world, client, 'Staff'))
    expect(colleague.status).toBe(200)
    colleague.leave()
    full[0]?.leave()
    // It is gone when the server has seen it.
    let again = await streamOf(narrow, staff)
    while (again.status === 429) {
      await sleep(20)
      again = await streamOf(narrow, staff)
    }
    expect(again.status).toBe(200)
    again.leave()
    full[1]?.leave()
  })

  it('does not keep a server from closing', async () => {
    const closing = await startInstance(world)
    const reader = await listening(closing, staff)
    await closing.close()
    await reader.ended
    await expect(streamOf(closing, staff)).rejects.toThrow()
  })
})

describe('PUT /api/constructions/:construction_id/detail_schedule/presence', () => {
  it('shows everybody who is here and who is editing, in every process', async () => {
    const reader = await listening(one, staff)
    const admin = await buildPlatformPerson(world, 'operator', client)
    const { name } = await world.inClient(null, db =>
      db.selectFrom('operators').where('id', '=', admin.id).select('name').executeTakeFirstOrThrow(),
    )
    const me = { name: '佐藤 花子', kind: 'staff', editing: false, mine: true } as const
    const them = { name, kind: 'operator', editing: false, mine: false } as const
    expect((await come(staff, randomUUID())).body.viewers).toEqual([me])
    const tab = randomUUID()
    expect((await come(admin, tab)).body.viewers).toEqual([
      { ...me, mine: false },
      { ...them, mine: true },
    ])
    await untilViewers(reader, [me, them])
    await come(admin, tab, true)
    await untilViewers(reader, [me, { ...them, editing: true }])
    reader.leave()
  })

  it('counts a person once, in however many tabs, and as editing while one of them is', async () => {
    const tabs = [randomUUID(), randomUUID()] as const
    await come(staff, tabs[0], true)
    expect((await come(staff, tabs[1])).body.viewers).toMatchObject([{ editing: true }])
    expect((await come(staff, tabs[0], false)).body.viewers).toMatchObject([{ editing: false }])
  })

  it('forgets who was not heard of for 45 seconds', async () => {
    const colleague = await buildUser(world, client, 'Staff')
    await come(colleague, randomUUID())
    await world.inClient(client.id, db =>
      db
        .updateTable('schedule_presences')
        .set({ seen_at: new Date(world.platform.now().getTime() - hereFor) })
        .where('actor_id', '=', colleague.id)
        .execute(),
    )
    expect((await come(staff, randomUUID())).body.viewers).toMatchObject([{ mine: true }])
    expect(await world.inClient(client.id, db => db.selectFrom('schedule_presences').select('actor_id').execute())).toEqual([
      { actor_id: staff.id },
    ])
  })

  it('lets nobody edit who may only look', async () => {
    const first = await buildContractor(world, client)
    const second = await buildContractor(world, client, { primaryContractorId: first.id })
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: second.id })
    construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: second.id, craftsmanIds: [craftsman.id] }] })
    expect((await come(craftsman, randomUUID(), true)).body.viewers).toMatchObject([{ kind: 'craftsman', editing: false }])
  })

  it('wants a tab, and is closed to residents and to other clients', async () => {
    expect(await come(staff, 'x')).toMatchObject({ status: 422, body: { errors: { full_messages: ['画面の形式が正しくありません'] } } })
    const resident = await buildResident(world, client, construction.rooms[0]?.id ?? 0)
    expect((await come(resident, randomUUID())).status).toBe(403)
    expect((await come(await buildUser(world, await buildClient(world), 'Staff'), randomUUID())).status).toBe(404)
    expect(await world.inClient(client.id, db => db.selectFrom('schedule_presences').select('tab').execute())).toEqual([])
  })

  it('leaves no event: who looks where is not kept', async () => {
    await come(staff, randomUUID())
    expect(await world.inClient(client.id, db => db.selectFrom('events').select('kind').execute())).toEqual([])
  })
})

describe('DELETE /api/constructions/:construction_id/detail_schedule/presence/:tab_uuid', () => {
  it('says good-bye to the others', async () => {
    const colleague = await buildUser(world, client, 'Staff', { name: '鈴木 一郎' })
    const tab = randomUUID()
    await come(colleague, tab)
    const reader = await streamOf(one, staff)
    await untilViewers(reader, [{ name: '鈴木 一郎', kind: 'staff', editing: false, mine: false }])
    expect((await go(colleague, tab)).body).toEqual({ success: true })
    await untilViewers(reader, [])
    reader.leave()
  })

  it("does not touch anybody else's tab", async () => {
    const tab = randomUUID()
    await come(staff, tab)
    expect((await go(await buildUser(world, client, 'Staff'), tab)).status).toBe(200)
    expect((await go(await buildUser(world, await buildClient(world), 'Staff'), tab)).status).toBe(404)
    expect((await come(staff, tab)).body.viewers).toHaveLength(1)
  })
})
