import { beforeEach, describe, expect, it } from 'vitest'
import { assignCrew, buildClient, buildContractor, buildResident, buildUser, type BuiltPerson } from '../../test/build.ts'
import { type PlannedConstruction, planConstruction } from '../../test/planned-construction.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'

/* Six rooms on 12-01 and 12-02, three a day. */
const world = await openWorld()
let plan: PlannedConstruction
let resident: BuiltPerson
let room: string

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  const { assigns } = await plan.show()
  room = assigns.find(({ date }) => date === '2026-12-02')!.room.name
  resident = await buildResident(world, plan.client, plan.roomId(room), { name: '田中 花子', email: 'hanako@example.jp' })
})

const link = async (as: Caller) => (await world.call(as, 'POST /api/calendar_feeds', {})).body
/** As a calendar program asks: without a session, by the path alone. */
const open = (url: string, from?: string) => world.send(guest, 'GET', new URL(url).pathname, undefined, {}, from)
const count = async (as: Caller) => (await world.call(as, 'GET /api/calendar_feeds')).body.count

interface Entry {
  uid: string
  sequence: number
  values: Record<string, string>
}
/** Reads as RFC 5545 is written: CRLF, lines of at most 75 octets, whole characters, every begin with its end. */
const read = (text: string): Entry[] => {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines.filter(line => line === 'BEGIN:VEVENT')).toHaveLength(lines.filter(line => line === 'END:VEVENT').length)
  return lines
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map(event => {
      const values = Object.fromEntries(
        event
          .split('\n')
          .flatMap(line =>
            (/^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []).slice(1, 3).length === 2
              ? [[line.slice(0, line.search(/[:;]/)), line.slice(line.indexOf(':') + 1)]]
              : [],
          ),
      ) as Record<string, string>
      for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY']) expect(values[name]).toBeTruthy()
      return { uid: values['UID']!, sequence: Number(values['SEQUENCE']), values }
    })
}
const move = async (date: string) => {
  const place = plan.placeOf(room, await plan.show())!
  const saved = await plan.save({ assigns_attributes: [{ room_id: plan.roomId(room), ...place, date }] })
  expect(saved.status).toBe(200)
}

describe('POST /api/calendar_feeds', () => {
  it('gives a link that stands nowhere but there, and the five newest alone', async () => {
    const first = await link(resident)
    expect(first.url).toMatch(/\/calendars\/[\da-f-]{36}\/[\w-]{43}\.ics$/)
    const rows = await world.inClient(plan.client.id, db => db.selectFrom('calendar_feeds').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(first.url.slice(-47, -4))
    for (let each = 0; each < 5; each += 1) await link(resident)
    expect(await count(resident)).toBe(5)
    expect((await open(first.url)).status).toBe(404)
  })

  it('is for residents and craftsmen', async () => {
    expect((await world.call(plan.staff, 'POST /api/calendar_feeds', {})).status).toBe(403)
  })
})

describe('GET /calendars/:client_uuid/:file', () => {
  it('is the visit with building, room and time, and says no name and no telephone', async () => {
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ name: '世田谷パークハイツ壱番館インターホン設備更新工事（第二期・専有部）' }).execute(),
    )
    const { status, headers, raw } = await open((await link(resident)).url)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const text = raw.toString()
    const [visit, ...others] = read(text)
    expect(others).toEqual([])
    const place = plan.placeOf(room, await plan.show())!
    const frame = plan.frames.find(({ id }) => id === place.construction_time_frame_id)!
    const utc = (time: string) => new Date(`2026-12-02T${time}+09:00`).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    expect(visit!.values).toMatchObject({
      DTSTART: utc(frame.start_at.slice(0, 5)),
      DTEND: utc(frame.end_at.slice(0, 5)),
      SUMMARY: `世田谷パークハイツ壱番館インターホン設備更新工事（第二期・専有部） 訪問 ${frame.start_at.slice(0, 5)}–${frame.end_at.slice(0, 5)}`,
      LOCATION: expect.stringContaining(`${room}号室`),
    })
    // The name of the event is 32 random digits and letters, among which a telephone number may seem to stand.
    expect(text.replace(/^UID:[\da-f]{32}@/m, '')).not.toMatch(/田中|花子|hanako|0\d{1,3}-?\d{2,4}-?\d{4}/)
    expect(text).not.toContain(plan.construction.rooms[0]!.uuid ?? '-')
  })

  it('keeps the visit under its name when it moves, counts on, and loses it with the date', async () => {
    const { url } = await link(resident)
    const [before] = read((await open(url)).raw.toString())
    world.setNow('2026-11-22T10:00:00+09:00')
    await move('2026-12-04')
    const [after] = read((await open(url)).raw.toString())
    expect(after!.uid).toBe(before!.uid)
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
    expect(after!.values['DTSTART']).toMatch(/^2026120[34]/)
    expect(after!.values['LAST-MODIFIED']! > before!.values['LAST-MODIFIED']!).toBe(true)
    await world.inClient(plan.client.id, db => db.deleteFrom('assigns').where('room_id', '=', plan.roomId(room)).execute())
    expect(read((await open(url)).raw.toString())).toEqual([])
  })

  it('is nothing under another company’s address, nor by a link that is none; who tries is refused, and whose link lives is not', async () => {
    const other = await buildClient(world)
    const { url } = await link(resident)
    const uuid = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', other.id).select('uuid').executeTakeFirstOrThrow(),
    )
    const elsewhere = url.replace(/calendars\/[^/]+/, `calendars/${uuid.uuid}`)
    expect((await open(elsewhere)).status).toBe(404)
    const stranger = '203.0.113.9'
    const dead = url.replace(/[\w-]{43}\.ics/, `${'x'.repeat(43)}.ics`)
    for (let each = 0; each < 100; each += 1) expect((await open(dead, stranger)).status).toBe(404)
    expect([(await open(url, stranger)).status, (await open(dead, stranger)).status, (await open(dead)).status]).toEqual([200, 429, 404])
  })

  it('ends with the account, and with the contract', async () => {
    const { url } = await link(resident)
    await world.call(plan.staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId(room) },
    })
    expect((await open(url)).status).toBe(404)
    expect(await world.inClient(plan.client.id, db => db.selectFrom('calendar_feeds').select('id').execute())).toEqual([])
    const next = await buildResident(world, plan.client, plan.roomId(room), { name: '佐藤' })
    const { url: another } = await link(next)
    expect((await open(another)).status).toBe(200)
    await world.inClient(null, db =>
      db.updateTable('clients').set({ status: 'terminated', terminated_at: new Date() }).where('id', '=', plan.client.id).execute(),
    )
    expect((await open(another)).status).toBe(404)
  })

  it('has a craftsman’s visits of the own crew and of nobody’s, by room, and none once they are named nowhere', async () => {
    const contractor = await buildContractor(world, plan.client)
    const craftsman = await buildUser(world, plan.client, 'Craftsman', { contractorId: contractor.id, name: '高橋 次郎' })
    const { url } = await link(craftsman)
    expect(read((await open(url)).raw.toString())).toEqual([])
    await assignCrew(world, plan.client, plan.construction, { contractorId: contractor.id, craftsmanIds: [craftsman.id] })
    const visits = read((await open(url)).raw.toString())
    expect(visits).toHaveLength(6)
    expect(visits[0]!.values['SUMMARY']).toMatch(/^\d+号室 訪問 \d\d:\d\d–\d\d:\d\d /)
    await world.inClient(plan.client.id, db =>
      db.updateTable('users').set({ discarded_at: new Date() }).where('id', '=', craftsman.id).execute(),
    )
    expect((await open(url)).status).toBe(404)
  })
})

describe('GET /api/calendar_feeds', () => {
  it('counts the own links', async () => {
    expect(await count(resident)).toBe(0)
    await link(resident)
    expect(await count(resident)).toBe(1)
  })
})

describe('DELETE /api/calendar_feeds', () => {
  it('ends the own links, and nobody else’s', async () => {
    const neighbour = await buildResident(
      world,
      plan.client,
      plan.roomId(plan.construction.rooms.find(({ name }) => name !== room)!.name),
      { name: '佐藤' },
    )
    const [own, others] = [await link(resident), await link(neighbour)]
    expect((await world.call(resident, 'DELETE /api/calendar_feeds', {})).body.count).toBe(0)
    expect([(await open(own.url)).status, (await open(others.url)).status]).toEqual([404, 200])
  })
})

describe('GET /api/calendar_feeds/visit', () => {
  it('is the own visit as a file, and says so while there is none', async () => {
    const { body } = await world.call(resident, 'GET /api/calendar_feeds/visit')
    expect(body.file_name).toBe('工事日_20261202.ics')
    const [visit, ...others] = read(body.ics)
    expect(others).toEqual([])
    // To the own page, which the printed code opens; the calendar that others may follow by its link has none.
    expect(visit!.values['URL']).toMatch(/^https?:\/\/[^/]+\/residents\/clients\/[\da-f-]+\/.*\/authentication_code$/)
    expect(read((await open((await link(resident)).url)).raw.toString())[0]!.values['URL']).toBeUndefined()
    await world.inClient(plan.client.id, db => db.deleteFrom('assigns').where('room_id', '=', plan.roomId(room)).execute())
    expect((await world.call(resident, 'GET /api/calendar_feeds/visit')).body).toMatchObject({ code: 'no_visit' })
  })
})
