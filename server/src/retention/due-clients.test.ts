import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { openWorld } from '../../test/world.ts'
import { listClientsToForget } from '../clients/clients.ts'
import { erasePeople } from './retention.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)
const owner = new pg.Client(world.ownerUrl)
beforeAll(async () => {
  await owner.connect()
  // What is planted points to nothing that it does not need; triggers do as ever where they matter, which is not here.
  await owner.query('set session_replication_role = replica')
})
afterAll(() => owner.end())

const old = `timestamptz '2024-01-01'`
/** Of a company in which nothing is left to forget: room $2, construction $3, both open. */
const aRoom = 'client_id = $1 and id = $2 and $3::bigint > 0'
const aConstruction = 'client_id = $1 and id = $3 and $2::bigint > 0'
const aFile = `insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name)
  select $1::bigint, $1::bigint || '/planted-' || $2::bigint || '-' || $3::bigint, sha256(''), 1, 'image/jpeg', 'p.jpg' returning id`
const ofDeleted = `update constructions set discarded_at = ${old} where ${aConstruction}`

/** What the night forgets, each planted, and how many of it are left. */
const forgotten: Record<string, { plant: string[]; left: string }> = {
  'people of a closed room': {
    plant: [`update rooms set closed_at = ${old}, people_erased_at = null, room_remarks = '清水様' where ${aRoom}`],
    left: `select from rooms where ${aRoom} and room_remarks is not null`,
  },
  'what was written about a closed room without an event': {
    plant: [`update rooms set closed_at = ${old}, people_erased_at = '2026-10-01', room_remarks = '清水様' where ${aRoom}`],
    left: `select from rooms where ${aRoom} and room_remarks is not null`,
  },
  'people of a deleted construction': {
    plant: [ofDeleted, `update rooms set people_erased_at = null, room_remarks = '清水様' where ${aRoom}`],
    left: `select from rooms where ${aRoom} and room_remarks is not null`,
  },
  'what stands about a deleted construction': {
    plant: [ofDeleted, `update constructions set remarks = '清水様' where ${aConstruction}`],
    left: `select from constructions where ${aConstruction} and remarks is not null`,
  },
  'events of a deleted construction': {
    plant: [
      ofDeleted,
      `with e as (insert into events (client_id, kind, construction_id, actor_kind) select $1, 'constructions.updated', $3, 'system' where $2::bigint > 0 returning id)
       insert into event_personal_values (client_id, event_id, values) select $1, e.id, '{}' from e`,
    ],
    left: `select from event_personal_values epv join events e on e.client_id = $1 and e.id = epv.event_id where epv.client_id = $1 and e.construction_id = $3 and e.room_id is null and $2::bigint > 0`,
  },
  'requests to the board of a deleted construction': {
    plant: [
      ofDeleted,
      `insert into board_reports (client_id, construction_id, week_on, requests) select $1, $3, '2024-01-01', '清水様' where $2::bigint > 0`,
    ],
    left: `select from board_reports where client_id = $1 and construction_id = $3 and $2::bigint > 0`,
  },
  'filings of a deleted construction': {
    plant: [ofDeleted],
    left: `select from filings where client_id = $1 and construction_id = $3 and $2::bigint > 0`,
  },
  'results of jobs': {
    plant: [
      `insert into jobs (client_id, kind, requested_by_kind, requested_by_id, input, created_at) select $1, 'cash_list', 'user', 1, '{"name": "清水"}', ${old} where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from jobs where client_id = $1 and input <> '{}' and $2::bigint + $3::bigint > 0`,
  },
  'messages about no room': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, sent_at, created_at, next_attempt_at)
       select $1, 'mail', '{a@example.jp}', '', '清水様', 'sent', ${old}, ${old}, ${old} where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from outbox_messages where client_id = $1 and room_id is null and body <> '' and $2::bigint + $3::bigint > 0`,
  },
  'rows of emptied messages': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, sent_at, created_at, next_attempt_at)
       select $1, 'mail', '{消去済み}', '', '', 'sent', ${old}, ${old}, ${old} where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from outbox_messages where client_id = $1 and body = '' and created_at = ${old} and $2::bigint + $3::bigint > 0`,
  },
  'replies about no room': {
    plant: [
      `insert into message_replies (client_id, phone, body, carrier_message_id, received_at) select $1, '09011110001', '清水です', 'planted', ${old} where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from message_replies where client_id = $1 and $2::bigint + $3::bigint > 0`,
  },
  'who replied': {
    plant: [
      `with e as (insert into events (client_id, kind, actor_kind, at) select $1, 'messages.opted_out', 'system', ${old} where $2::bigint + $3::bigint > 0 returning id)
       insert into event_personal_values (client_id, event_id, values) select $1, e.id, '{}' from e`,
    ],
    left: `select from event_personal_values epv join events e on e.client_id = $1 and e.id = epv.event_id where epv.client_id = $1 and e.kind = 'messages.opted_out' and $2::bigint + $3::bigint > 0`,
  },
  reservations: {
    plant: [
      `insert into frame_holds (client_id, construction_id, date, construction_time_frame_id, frame_number, room_id, expires_at) select $1, $3, '2026-11-19', 1, 1, $2, '2026-11-19'`,
    ],
    left: `select from frame_holds where client_id = $1 and $2::bigint + $3::bigint > 0`,
  },
  conversations: {
    plant: [
      `insert into chatbot_histories (client_id, room_id, resident_id, session_hash, question, answer, handed_over, created_at) select $1, $2, 1, '', '清水', '承りました', false, timestamptz '2026-08-01' where $3::bigint > 0`,
    ],
    left: `select from chatbot_histories where client_id = $1 and $2::bigint + $3::bigint > 0`,
  },
  'sessions of conversations': {
    plant: [
      `insert into chatbot_sessions (client_id, session_hash, resident_id, account_session_id, created_at, expires_at) select $1, '', 1, 1, '2026-11-18', '2026-11-19' where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from chatbot_sessions where client_id = $1 and $2::bigint + $3::bigint > 0`,
  },
  'users who left': {
    plant: [
      `insert into users (client_id, type, login_id, name, email, discarded_at) select $1, 'Staff', 'gone', '清水', 's@example.jp', ${old} where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from users where client_id = $1 and login_id = 'gone' and email <> '' and $2::bigint + $3::bigint > 0`,
  },
  'contractors who left': {
    plant: [
      `insert into contractors (client_id, name, address, discarded_at) select $1, '清水電工', '東京都', ${old} where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from contractors where client_id = $1 and address is not null and $2::bigint + $3::bigint > 0`,
  },
  ...Object.fromEntries(
    (['hidden', 'of a deleted construction'] as const).flatMap(how => {
      const isHidden = how === 'hidden'
      const before = isHidden ? [] : [ofDeleted]
      const planted = (table: string, columns: string, values: string, mark: string) => ({
        plant: [
          ...before,
          `with fi as (${aFile}) insert into ${table} (client_id, uuid, construction_id, file_id, ${mark}, ${columns})
           select $1::bigint, gen_random_uuid(), $3::bigint, fi.id, ${isHidden ? old : 'null'}, ${values} from fi where $2::bigint > 0`,
        ],
        left: `select from ${table} where client_id = $1 and $2::bigint + $3::bigint > 0`,
      })
      return [
        [
          `photos of rooms, ${how}`,
          planted(
            'room_images',
            'room_id, photography_place_entry_id, timing, filming_at, uploaded_by_kind, uploaded_by_id',
            `$2, 1, 'after_construction', ${old}, 'staff', 1`,
            'hidden_at',
          ),
        ],
        [
          `photos of common areas, ${how}`,
          planted(
            'common_area_images',
            'photography_place_entry_id, timing, filming_at, uploaded_by_kind, uploaded_by_id',
            `1, 'after_construction', ${old}, 'staff', 1`,
            'hidden_at',
          ),
        ],
        [
          `papers, ${how}`,
          planted('documents', 'kind, title, created_by_kind, created_by_id', `'document', '清水様', 'user', 1`, 'discarded_at'),
        ],
        [
          `manuals, ${how}`,
          planted(
            'handling_equipments',
            'file_name, registered_on, created_by_kind, created_by_id',
            `'a.pdf', '2024-01-01', 'user', 1`,
            'discarded_at',
          ),
        ],
      ]
    }),
  ),
  'bytes that another day could not remove': {
    plant: [
      `insert into bytes_to_remove (client_id, storage_key) select $1::bigint, $1::bigint || '/planted' where $2::bigint + $3::bigint > 0`,
    ],
    left: `select from bytes_to_remove where client_id = $1 and $2::bigint + $3::bigint > 0`,
  },
}

const isDue = async (clientId: number): Promise<boolean> =>
  (await world.platform.pool.read(null, db => listClientsToForget(db, 'people', world.platform.now()))).some(id => id === clientId)

describe('which clients have something to forget, asked at once (decision 111)', () => {
  it.each(Object.entries(forgotten))('%s', async (_what, { plant, left }) => {
    const { client } = await buildRandomCompany(world)
    const { rows } = await owner.query<{ room_id: string; id: string }>(
      `select min(r.id) as room_id, c.id from constructions c join rooms r on r.client_id = $1 and r.construction_id = c.id
         and not exists (select from orders o join refunds rf on rf.client_id = $1 and rf.order_id = o.id where o.client_id = $1 and o.room_id = r.id)
       where c.client_id = $1 and c.discarded_at is null group by c.id order by c.id limit 1`,
      [client.id],
    )
    const values = [client.id, rows[0]?.room_id, rows[0]?.id]
    await erasePeople(world.platform)
    // Money that is owed keeps its people, and they are looked for every night.
    await owner.query(`delete from refunds where client_id = ${client.id}`)
    await erasePeople(world.platform)
    expect(await isDue(client.id)).toBe(false)

    for (const text of plant) await owner.query(text, values)
    expect((await owner.query(left, values)).rowCount).toBeGreaterThan(0)
    expect(await isDue(client.id)).toBe(true)
    await erasePeople(world.platform)
    expect((await owner.query(left, values)).rowCount).toBe(0)
    expect(await isDue(client.id)).toBe(false)
  })
})
