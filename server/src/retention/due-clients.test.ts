import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { struckOut } from '../../test/struck-out.ts'
import { openWorld } from '../../test/world.ts'
import { forgetBoardReports } from '../board-reports/board-reports.ts'
import { listClientsToForget } from '../clients/clients.ts'
import { forgetArchives } from '../photo-archives/photo-archives.ts'
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
const deletedAt = (moment: string) => `update constructions set discarded_at = ${moment} where ${aConstruction}`
const ofDeleted = deletedAt(old)
const perhaps = '$2::bigint + $3::bigint > 0'

/** What forgets it, and what is asked for before. */
const nights = {
  people: { forget: () => erasePeople(world.platform), moment: () => world.platform.now(), jobKinds: [] },
  results: {
    forget: () => forgetArchives(world.platform),
    moment: () => new Date(world.platform.now().getTime() - 3 * 86_400_000),
    jobKinds: ['photo_archive_originals'],
  },
  links: { forget: () => forgetBoardReports(world.platform), moment: () => world.platform.now(), jobKinds: [] },
} as const

interface Forgotten {
  kind?: keyof typeof nights
  /** What a night has seen before it is planted: what the construction had when it was deleted is no reason any more. */
  before?: string[]
  plant: string[]
  left: string
}

const aPersonalValue = (columns: string, values: string) =>
  `with e as (insert into events (client_id, actor_kind, ${columns}) select $1, 'system', ${values} where ${perhaps} returning id)
   insert into event_personal_values (client_id, event_id, values) select $1, e.id, '{}' from e`
const anEmptied = (column: string, state: string) => ({
  plant: [
    `insert into outbox_messages (client_id, transport, recipients, subject, body, state, ${column}, created_at, next_attempt_at)
     select $1, 'mail', '{消去済み}', '', '', '${state}', ${old}, ${old}, ${old} where ${perhaps}`,
  ],
  left: `select from outbox_messages where client_id = $1 and body = '' and created_at = ${old} and ${perhaps}`,
})
const aJob = (kind: string, createdAt: string) =>
  [
    {
      plant: [
        `insert into jobs (client_id, kind, requested_by_kind, requested_by_id, input, created_at)
       select $1, '${kind}', 'user', 1, '{"name": "清水"}', ${createdAt} where ${perhaps}`,
      ],
      left: `select from jobs where client_id = $1 and kind = '${kind}' and input <> '{}' and ${perhaps}`,
    },
    {
      plant: [
        `with fi as (${aFile}) insert into jobs (client_id, kind, requested_by_kind, requested_by_id, created_at, file_id)
       select $1::bigint, '${kind}', 'user', 1, ${createdAt}, fi.id from fi`,
      ],
      left: `select from jobs where client_id = $1 and kind = '${kind}' and file_id is not null and ${perhaps}`,
    },
  ] as const
const [askedOfJob, madeByJob] = aJob('cash_list', old)
const [askedOfJobLately] = aJob('cash_list', `timestamptz '2026-06-01'`)
const [askedOfArchive, archive] = aJob('photo_archive_originals', `timestamptz '2026-11-01'`)

/** What the night forgets, each planted, and how many of it are left. */
const forgotten: Record<string, Forgotten> = {
  'people of a closed room': {
    plant: [`update rooms set closed_at = ${old}, people_erased_at = null, room_remarks = '清水様' where ${aRoom}`],
    left: `select from rooms where ${aRoom} and room_remarks is not null`,
  },
  'what was written about a closed room without an event': {
    plant: [`update rooms set closed_at = ${old}, people_erased_at = '2026-10-01', room_remarks = '清水様' where ${aRoom}`],
    left: `select from rooms where ${aRoom} and room_remarks is not null`,
  },
  'people of a deleted construction': {
    before: [ofDeleted],
    plant: [`update rooms set closed_at = null, people_erased_at = null, room_remarks = '清水様' where ${aRoom}`],
    left: `select from rooms where ${aRoom} and room_remarks is not null`,
  },
  'what was written about a deleted construction without an event': {
    before: [ofDeleted],
    plant: [`update rooms set closed_at = null, people_erased_at = '2026-10-01', room_remarks = '清水様' where ${aRoom}`],
    left: `select from rooms where ${aRoom} and room_remarks is not null`,
  },
  ...Object.fromEntries(
    [
      'contract_representative',
      'contract_representative_address',
      'emergency_phone_number',
      'remarks',
      'special_report_default',
      'contact_phone',
    ].map(column => [
      `${column} of a deleted construction`,
      {
        before: [ofDeleted],
        plant: [`update constructions set ${column} = '清水様' where ${aConstruction}`],
        left: `select from constructions where ${aConstruction} and ${column} is not null`,
      },
    ]),
  ),
  'addresses of the board of a deleted construction': {
    before: [ofDeleted],
    plant: [`update constructions set board_addresses = '{a@example.jp}' where ${aConstruction}`],
    left: `select from constructions where ${aConstruction} and board_addresses <> '{}'`,
  },
  'events of a deleted construction': {
    before: [ofDeleted],
    plant: [aPersonalValue('kind, construction_id', `'constructions.updated', $3`)],
    left: `select from event_personal_values epv join events e on e.client_id = $1 and e.id = epv.event_id where epv.client_id = $1 and e.construction_id = $3 and e.room_id is null and $2::bigint > 0`,
  },
  'requests to the board of a deleted construction': {
    before: [ofDeleted],
    plant: [
      `insert into board_reports (client_id, construction_id, week_on, requests) select $1, $3, '2024-01-01', '清水様' where $2::bigint > 0`,
    ],
    left: `select from board_reports where client_id = $1 and construction_id = $3 and $2::bigint > 0`,
  },
  'filings of a deleted construction': {
    before: [ofDeleted],
    plant: [
      `insert into filings (client_id, construction_id, kind, title, due_on) select $1, $3, 'other', '届出', '2024-01-01' where $2::bigint > 0`,
    ],
    left: `select from filings where client_id = $1 and construction_id = $3 and $2::bigint > 0`,
  },
  'records of a construction that was deleted ten years ago': {
    before: [deletedAt(`timestamptz '2010-01-01'`)],
    plant: [
      `with fi as (${aFile}) insert into documents (client_id, uuid, construction_id, file_id, kind, record_kind, title, created_by_kind, created_by_id)
       select $1::bigint, gen_random_uuid(), $3::bigint, fi.id, 'in_house_document', 'meeting_record', '議事録', 'user', 1 from fi where $2::bigint > 0`,
    ],
    left: `select from documents where client_id = $1 and construction_id = $3 and $2::bigint > 0`,
  },
  'what jobs were asked with': askedOfJob,
  'what jobs made': madeByJob,
  'what is older than its own client says': {
    before: [
      `insert into sale_settings (client_id, retention_months) select $1, 3 where ${perhaps}
       on conflict (client_id) do update set retention_months = excluded.retention_months`,
    ],
    ...askedOfJobLately,
  },
  'what archives of photos were asked with': { kind: 'results', ...askedOfArchive },
  'archives of photos': { kind: 'results', ...archive },
  'links of board reports': {
    kind: 'links',
    plant: [
      `with fi as (${aFile}) insert into board_report_links
         (client_id, construction_id, week_on, file_id, token_hash, recipients, created_at, created_by_kind, created_by_id, expires_at)
       select $1::bigint, $3::bigint, '2026-11-02', fi.id, sha256(''), '{a@example.jp}', '2026-11-02', 'user', 1, '2026-11-09' from fi where $2::bigint > 0`,
    ],
    left: `select from board_report_links where client_id = $1 and ${perhaps}`,
  },
  'messages about no room': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, sent_at, created_at, next_attempt_at)
       select $1, 'mail', '{a@example.jp}', '', '清水様', 'sent', ${old}, ${old}, ${old} where ${perhaps}`,
    ],
    left: `select from outbox_messages where client_id = $1 and room_id is null and body <> '' and ${perhaps}`,
  },
  'rows of emptied messages that were sent': anEmptied('sent_at', 'sent'),
  'rows of emptied messages that failed': anEmptied('failed_at', 'failed'),
  'rows of emptied messages that were recalled': anEmptied('sent_at', 'recalled'),
  'replies about no room': {
    plant: [
      `insert into message_replies (client_id, phone, body, carrier_message_id, received_at) select $1, '09011110001', '清水です', 'planted', ${old} where ${perhaps}`,
    ],
    left: `select from message_replies where client_id = $1 and ${perhaps}`,
  },
  ...Object.fromEntries(
    ['messages.reply_received', 'messages.opted_out', 'messages.opted_in', 'support_versions.erased'].map(kind => [
      `what ${kind} says of people`,
      {
        plant: [aPersonalValue('kind, at', `'${kind}', ${old}`)],
        left: `select from event_personal_values epv join events e on e.client_id = $1 and e.id = epv.event_id where epv.client_id = $1 and e.kind = '${kind}' and e.room_id is null and ${perhaps}`,
      },
    ]),
  ),
  reservations: {
    plant: [
      `insert into frame_holds (client_id, construction_id, date, construction_time_frame_id, frame_number, room_id, expires_at) select $1, $3, '2026-11-19', 1, 1, $2, '2026-11-19'`,
    ],
    left: `select from frame_holds where client_id = $1 and ${perhaps}`,
  },
  conversations: {
    plant: [
      `insert into chatbot_histories (client_id, room_id, resident_id, session_hash, question, answer, handed_over, created_at) select $1, $2, 1, '', '清水', '承りました', false, timestamptz '2026-08-01' where $3::bigint > 0`,
    ],
    left: `select from chatbot_histories where client_id = $1 and ${perhaps}`,
  },
  'sessions of conversations': {
    plant: [
      `insert into chatbot_sessions (client_id, session_hash, resident_id, account_session_id, created_at, expires_at) select $1, '', 1, 1, '2026-11-18', '2026-11-19' where ${perhaps}`,
    ],
    left: `select from chatbot_sessions where client_id = $1 and ${perhaps}`,
  },
  'users who left': {
    plant: [
      `insert into users (client_id, type, login_id, name, email, discarded_at) select $1, 'Staff', 'gone', '清水', 's@example.jp', ${old} where ${perhaps}`,
    ],
    left: `select from users where client_id = $1 and login_id = 'gone' and email <> '' and ${perhaps}`,
  },
  ...Object.fromEntries(
    ['representative_name', 'address'].map(column => [
      `${column} of contractors who left`,
      {
        plant: [
          `insert into contractors (client_id, name, ${column}, discarded_at) select $1, '清水電工', '清水', ${old} where ${perhaps}`,
        ],
        left: `select from contractors where client_id = $1 and name = '清水電工' and ${column} is not null and ${perhaps}`,
      },
    ]),
  ),
  ...Object.fromEntries(
    (['hidden', 'of a deleted construction'] as const).flatMap(how => {
      const isHidden = how === 'hidden'
      const before = isHidden ? [] : [ofDeleted]
      const planted = (table: string, columns: string, values: string, mark: string) => ({
        before,
        plant: [
          `with fi as (${aFile}) insert into ${table} (client_id, uuid, construction_id, file_id, ${mark}, ${columns})
           select $1::bigint, gen_random_uuid(), $3::bigint, fi.id, ${isHidden ? old : 'null'}, ${values} from fi where $2::bigint > 0`,
        ],
        left: `select from ${table} where client_id = $1 and ${perhaps}`,
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
          `photos of doors, ${how}`,
          planted(
            'absence_photos',
            'room_id, absence_uuid, thumbnail_file_id, view_file_id, width, height, filming_at, uploaded_by_kind, uploaded_by_id',
            `$2, gen_random_uuid(), fi.id, fi.id, 1, 1, ${old}, 'staff', 1`,
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
    plant: [`insert into bytes_to_remove (client_id, storage_key) select $1::bigint, $1::bigint || '/planted' where ${perhaps}`],
    left: `select from bytes_to_remove where client_id = $1 and ${perhaps}`,
  },
}

const isDue = async (clientId: number, kind: keyof typeof nights): Promise<boolean> => {
  const { moment, jobKinds } = nights[kind]
  return (await world.platform.pool.read(null, db => listClientsToForget(db, kind, moment(), jobKinds))).some(id => id === clientId)
}

/** The functions that are asked, each without one of the things that it looks for. */
const blind = new Map<string, { of: string; name: string }>()
beforeAll(async () => {
  for (const of of ['has_people_to_forget', 'clients_to_forget']) {
    const { rows } = await owner.query<{ definition: string; body: string }>(
      'select pg_get_functiondef(oid) as definition, prosrc as body from pg_proc where proname = $1',
      [of],
    )
    if (!rows[0]) throw new Error(`no ${of}`)
    const { definition, body } = rows[0]
    for (const [at, { struck, body: left }] of struckOut(body).entries()) {
      const name = `blind_${of}_${at}`
      await owner.query(definition.replace(`public.${of}(`, () => `${name}(`).replace(body, () => left))
      blind.set(`${of}: ${struck}`, { of, name })
    }
  }
})

/** Without which of them the client is not named. */
const foundBy = async (clientId: number, kind: keyof typeof nights): Promise<string[]> => {
  const asked = [...blind].filter(([, { of }]) => (of === 'has_people_to_forget') === (kind === 'people'))
  const answers = asked.map(([, { name }]) =>
    kind === 'people' ? `${name}($1, $2) and $3 = 'people' and $4::text[] = '{}'` : `$1 in (select ${name}($3, $2, $4))`,
  )
  const { rows } = await owner.query<{ answers: boolean[] }>(`select array[${answers.join(', ')}] as answers`, [
    clientId,
    nights[kind].moment(),
    kind,
    nights[kind].jobKinds,
  ])
  return asked.flatMap(([struck], at) => (rows[0]?.answers[at] === false ? [struck] : []))
}

describe('which clients have something to forget, asked at once (decision 111)', () => {
  const needed = new Set<string>()

  it.each(Object.entries(forgotten))('%s', async (_what, { kind = 'people', before = [], plant, left }) => {
    const { client } = await buildRandomCompany(world)
    const { rows } = await owner.query<{ room_id: string; id: string }>(
      `select min(r.id) as room_id, c.id from constructions c join rooms r on r.client_id = $1 and r.construction_id = c.id
         and not exists (select from orders o join refunds rf on rf.client_id = $1 and rf.order_id = o.id where o.client_id = $1 and o.room_id = r.id)
       where c.client_id = $1 and c.discarded_at is null group by c.id order by c.id limit 1`,
      [client.id],
    )
    const values = [client.id, rows[0]?.room_id, rows[0]?.id]
    const { forget } = nights[kind]
    await forget()
    // Money that is owed keeps its people, and they are looked for every night.
    await owner.query(`delete from refunds where client_id = ${client.id}`)
    for (const text of before) await owner.query(text, values)
    await forget()
    expect(await isDue(client.id, kind)).toBe(false)

    for (const text of plant) await owner.query(text, values)
    expect((await owner.query(left, values)).rowCount).toBeGreaterThan(0)
    expect(await isDue(client.id, kind)).toBe(true)
    const reasons = await foundBy(client.id, kind)
    expect(reasons).not.toEqual([])
    for (const reason of reasons) needed.add(reason)
    await forget()
    expect((await owner.query(left, values)).rowCount).toBe(0)
    expect(await isDue(client.id, kind)).toBe(false)
  })

  it('looks for nothing that was not planted here: each look found one alone', () => {
    expect([...blind.keys()].filter(struck => !needed.has(struck))).toEqual([])
  })
})
