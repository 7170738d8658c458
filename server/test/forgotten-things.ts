/** Rows that the nightly forgetting is about (decision 015), as SQL: `$1` is the client, `$2` a room of it, `$3` the room's construction. */

const old = `timestamptz '2024-01-01'`
/** Of a company in which nothing is left to forget: room $2, construction $3, both open. */
const aRoom = 'client_id = $1 and id = $2 and $3::bigint > 0'
const aConstruction = 'client_id = $1 and id = $3 and $2::bigint > 0'
const aFile = `insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name)
  select $1::bigint, $1::bigint || '/planted-' || $2::bigint || '-' || $3::bigint || gen_random_uuid(), sha256(''), 1, 'image/jpeg', 'p.jpg' returning id`
const lately = (text: string) => text.replaceAll(old, `timestamptz '2026-11-18'`)
const deletedAt = (moment: string) => `update constructions set discarded_at = ${moment} where ${aConstruction}`
export const ofDeleted = deletedAt(old)
const perhaps = '$2::bigint + $3::bigint > 0'

export interface Planted {
  plant: readonly string[]
  left: string
}

interface Forgotten extends Planted {
  /** Which night forgets it: that of people unless it says otherwise. */
  kind?: 'people' | 'results' | 'links'
  /** What a night has seen before it is planted: what the construction had when it was deleted is no reason any more. */
  before?: readonly string[]
}

const aPersonalValue = (columns: string, values: string) =>
  `with e as (insert into events (client_id, actor_kind, ${columns}) select $1, 'system', ${values} where ${perhaps} returning id)
   insert into event_personal_values (client_id, event_id, values) select $1, e.id, '{}' from e`
export const aRecord = {
  plant: [
    `with fi as (${aFile}) insert into documents (client_id, uuid, construction_id, file_id, kind, record_kind, title, created_by_kind, created_by_id)
     select $1::bigint, gen_random_uuid(), $3::bigint, fi.id, 'in_house_document', 'meeting_record', '議事録', 'user', 1 from fi where $2::bigint > 0`,
  ],
  left: `select from documents where client_id = $1 and construction_id = $3 and $2::bigint > 0`,
}
const anEmptied = (column: string, state: string) => ({
  plant: [
    `insert into outbox_messages (client_id, transport, recipients, subject, body, state, ${column}, created_at, next_attempt_at)
     select $1, 'mail', '{消去済み}', '', '', '${state}', ${old}, ${old}, ${old} where ${perhaps}`,
  ],
  left: `select from outbox_messages where client_id = $1 and body = '' and created_at = ${old} and ${perhaps}`,
})
const aJob = (kind: string, createdAt: string): [asked: Planted, made: Planted] => [
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
]
const aLink = (until: string): Planted => ({
  plant: [
    `with fi as (${aFile}) insert into board_report_links
       (client_id, construction_id, week_on, file_id, token_hash, recipients, created_at, created_by_kind, created_by_id, expires_at)
     select $1::bigint, $3::bigint, '2026-11-02', fi.id, sha256(''), '{a@example.jp}', '2026-11-02', 'user', 1, '${until}' from fi where $2::bigint > 0`,
  ],
  left: `select from board_report_links where client_id = $1 and ${perhaps}`,
})
const [askedOfJob, madeByJob] = aJob('cash_list', old)
const [askedOfJobLately] = aJob('cash_list', `timestamptz '2026-06-01'`)
const [askedOfArchive, archive] = aJob('photo_archive_originals', `timestamptz '2026-11-01'`)

/** What the night forgets, each planted, and how many of it are left. */
export const forgotten: Record<string, Forgotten> = {
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
  'records of a construction that was deleted ten years ago': { before: [deletedAt(`timestamptz '2010-01-01'`)], ...aRecord },
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
  'links of board reports': { kind: 'links', ...aLink('2026-11-09') },
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

const [paper] = aJob('cash_list', `timestamptz '2026-11-01'`)
const [newArchive] = aJob('photo_archive_originals', `timestamptz '2026-11-18'`)
/** The same, but lately, and what is near to what is forgotten: there is no reason in it yet. */
export const kept: Record<string, Planted> = {
  ...Object.fromEntries(
    Object.entries(forgotten)
      .filter(([, { before = [], plant }]) => before.length === 0 && plant.some(text => text.includes(old)))
      .map(([what, { plant, left }]) => [what, { plant: plant.map(lately), left: lately(left) }]),
  ),
  'papers that archives are not': paper,
  'an archive of these days': newArchive,
  'a link that has not run out': aLink('2026-12-01'),
  'a message about a room': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, sent_at, created_at, next_attempt_at, room_id)
       select $1, 'mail', '{a@example.jp}', '', '清水様', 'sent', ${old}, ${old}, ${old}, $2 where $3::bigint > 0`,
    ],
    left: `select from outbox_messages where client_id = $1 and room_id = $2 and body = '清水様' and $3::bigint > 0`,
  },
  'a message of an event of a room': {
    plant: [
      `with e as (insert into events (client_id, kind, construction_id, room_id, actor_kind, at) select $1, 'rooms.updated', $3, $2, 'system', ${old} returning id)
       insert into outbox_messages (client_id, transport, recipients, subject, body, state, sent_at, created_at, next_attempt_at, event_id)
       select $1, 'mail', '{a@example.jp}', '', '山田様', 'sent', ${old}, ${old}, ${old}, e.id from e`,
    ],
    left: `select from outbox_messages where client_id = $1 and body = '山田様' and ${perhaps}`,
  },
  'a message of these days': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, sent_at, created_at, next_attempt_at)
       select $1, 'mail', '{a@example.jp}', '', '田中様', 'sent', ${old}, '2026-11-18', ${old} where ${perhaps}`,
    ],
    left: `select from outbox_messages where client_id = $1 and body = '田中様' and ${perhaps}`,
  },
  'an emptied message on paper': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, created_at, next_attempt_at)
       select $1, 'paper', '{消去済み}', '', '', 'paper', ${old}, ${old} where ${perhaps}`,
    ],
    left: `select from outbox_messages where client_id = $1 and state = 'paper' and body = '' and ${perhaps}`,
  },
  'requests to the board of a construction that is there': {
    plant: [
      `insert into board_reports (client_id, construction_id, week_on, requests) select $1, $3, '2024-01-01', '清水様' where $2::bigint > 0`,
    ],
    left: `select from board_reports where client_id = $1 and construction_id = $3 and $2::bigint > 0`,
  },
  'a message that is still tried': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, created_at, next_attempt_at)
       select $1, 'mail', '{a@example.jp}', '', '佐藤様', ${old}, '2026-11-18' where ${perhaps}`,
    ],
    left: `select from outbox_messages where client_id = $1 and body = '佐藤様' and ${perhaps}`,
  },
  'the row of a message that was emptied this year': {
    plant: [
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, sent_at, created_at, next_attempt_at)
       select $1, 'mail', '{消去済み}', '', '', 'sent', '2025-06-01', '2025-06-01', '2025-06-01' where ${perhaps}`,
    ],
    left: `select from outbox_messages where client_id = $1 and body = '' and created_at = '2025-06-01' and ${perhaps}`,
  },
  'a reply about a room': {
    plant: [
      `insert into message_replies (client_id, phone, body, carrier_message_id, received_at, room_id)
       select $1, '09011110001', '清水です', 'of a room', ${old}, $2 where $3::bigint > 0`,
    ],
    left: `select from message_replies where client_id = $1 and room_id = $2 and $3::bigint > 0`,
  },
  'what other events say': {
    plant: [aPersonalValue('kind, at', `'clients.updated', ${old}`)],
    left: `select from events where client_id = $1 and kind = 'clients.updated' and at = ${old} and ${perhaps}`,
  },
  'what an event of a room says': {
    plant: [aPersonalValue('kind, at, construction_id, room_id', `'messages.reply_received', ${old}, $3, $2`)],
    left: `select from events where client_id = $1 and room_id = $2 and kind = 'messages.reply_received' and at = ${old} and $3::bigint > 0`,
  },
  'a reservation': {
    plant: [
      `insert into frame_holds (client_id, construction_id, date, construction_time_frame_id, frame_number, room_id, expires_at) select $1, $3, '2026-12-19', 1, 1, $2, '2026-12-19'`,
    ],
    left: `select from frame_holds where client_id = $1 and ${perhaps}`,
  },
  'a conversation': {
    plant: [
      `insert into chatbot_histories (client_id, room_id, resident_id, session_hash, question, answer, handed_over, created_at) select $1, $2, 1, '', '清水', '承りました', false, timestamptz '2026-11-01' where $3::bigint > 0`,
      `insert into chatbot_sessions (client_id, session_hash, resident_id, account_session_id, created_at, expires_at) select $1, '', 1, 1, '2026-11-18', '2026-12-19' where ${perhaps}`,
    ],
    left: `select from chatbot_histories where client_id = $1 and ${perhaps}`,
  },
}
