import pg from 'pg'
import { buildClient, buildUser, type BuiltClient, type BuiltPerson } from './build.ts'
import type { World } from './world.ts'

/** The day around which everything of a random company lies. */
export const randomDay = '2026-11-20'

const one = (...of: readonly string[]) =>
  `(array[${of.map(word => (word === 'null' ? 'null' : `'${word}'`)).join(', ')}])[1 + floor(random() * ${of.length})::int]`
const when = (days = 60) => `timestamptz '${randomDay} 12:00+09' + (random() - 0.7) * ${days} * interval '1 day'`
const sometimes = (share: number, value: string) => `case when random() < ${share} then ${value} end`
const phone = one('09011110001', '09011110002', '09011120003', '0312345678', '08099990001')

/** What a change of rows is drawn by: no node of a cluster (decision 101) draws within one. */
const drawn = Math.floor(Math.random() * 1_000_000)

/** Of the rooms that stand in the database already; each draws its own values. */
const statements: readonly string[] = [
  `insert into options (client_id, name, price) values ($1, '防犯カメラ', 1000)`,
  `insert into incomplete_reasons (client_id, name) values ($1, '不在')`,
  `insert into buildings (client_id, cd, name, name_kana, address)
   select $1, 'R' || n, ${one('青葉台ハイツ', 'Grand桜丘', 'コーポ203', '清水荘', '100%館')} || n, ${sometimes(0.7, `'シミズソウ' || n`)}, '東京都' from generate_series(1, 4) n`,
  `insert into constructions (client_id, building_id, cd, manage_no, name, privately_area_start_on, privately_area_end_on, decision_guide_distribution_on,
     detail_schedule_completed_at, discarded_at)
   select $1, (select b.id from buildings b where b.client_id = $1 order by random() + n * 0 limit 1), 'K' || n, ${sometimes(0.8, `'M-' || n`)},
     ${sometimes(0.8, one('インターホン更新', '清水様邸', 'A203改修'))}, period.day, period.day + (random() * 20)::int, ${sometimes(0.8, `(${when(30)})::date`)},
     ${sometimes(0.7, when())}, ${sometimes(0.2, `timestamptz '2025-06-01' + random() * interval '500 days'`)}
   from generate_series(1, 9) n cross join lateral (select (${when(80)})::date as day where n > 0) period`,
  `insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor) select client_id, id, 4, 5 from constructions where client_id = $1`,
  // A construction without rooms is one, too.
  `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key, status, completed_at, closed_at, incomplete_reason_id,
     construction_schedule_confirmed_at, reception_status, room_remarks)
   select drawn.client_id, drawn.construction_id, drawn.block_id, drawn.row, drawn.col, drawn.name, drawn.name, drawn.status,
     case when drawn.status = 'completed' then ${when()} end, ${sometimes(0.5, `timestamptz '2025-06-01' + random() * interval '500 days'`)},
     (select min(ir.id) from incomplete_reasons ir where ir.client_id = $1), ${sometimes(0.4, when())}, ${one('not_yet', 'web', 'tel')}, ${sometimes(0.1, `'鍵'`)}
   from (select rb.client_id, rb.construction_id, rb.id as block_id, floor as row, col,
       ${one('', '', '', 'A', 'a', '2-', 'B1-', '店舗')} || floor || lpad(col::text, 2, '0') || ${one('', '', '', '-1', 'A', '-203-1')} as name,
       ${one('waiting', 'completed', 'reschedule')} as status
     from room_blocks rb cross join generate_series(1, 4) floor cross join generate_series(1, 5) col
     where rb.client_id = $1 and rb.construction_id % 5 > 0 and random() < 0.8) drawn`,
  `insert into construction_time_frames (client_id, construction_id, start_at, end_at, frame_number) select client_id, id, '09:00', '12:00', 200 from constructions where client_id = $1`,
  `insert into assigns (client_id, construction_id, room_id, date, construction_time_frame_id, frame_number)
   select r.client_id, r.construction_id, r.id, (${when(40)})::date, f.id, (row_number() over (partition by f.id order by r.id))::int from rooms r
   join construction_time_frames f on f.client_id = r.client_id and f.construction_id = r.construction_id where r.client_id = $1 and r.construction_id % 3 > 0 and random() < 0.6`,
  `insert into residents (client_id, room_id, name, name_kana, phone, phone_unproven, email, discarded_at, erased_at)
   select r.client_id, r.id, ${one('清水 太郎', '佐藤花子', '入居者203', 'Grand', 'null')}, ${sometimes(0.5, `'シミズタロウ'`)}, ${sometimes(0.7, phone)}, random() < 0.3,
     ${sometimes(0.5, one('a@example.jp', 'b@example.jp', 'c@example.jp'))}, case when n > 1 then ${when()} end, ${sometimes(0.3, when())}
   from rooms r cross join generate_series(1, 2) n where r.client_id = $1 and random() < 0.7`,
  `update residents set unproven_phone = '09011110002' where client_id = $1 and phone <> '09011110002' and not phone_unproven and abs(hashint8extended(id, ${drawn}) % 10) < 3`,
  `insert into contact_confirmations (client_id, room_id, token_hash, code_hash, email, phone, expires_at)
   select r.client_id, r.id, sha256(r.id::text::bytea), '', email, case when email is null then ${phone} end, ${when()} from rooms r
   cross join lateral (select ${sometimes(0.5, one('a@example.jp', 'd@example.jp'))} as email where r.id > 0) drawn where r.client_id = $1 and random() < 0.1`,
  `insert into orders (client_id, construction_id, room_id, resident_id, resident_name, pay_method, status, status_before_cancel, total_price_in_tax, completion_at, canceled_at, created_at)
   select r.client_id, r.construction_id, r.id, res.id, ${sometimes(0.7, `'清水'`)}, ${one('cash', 'other', 'credit')}, drawn.status,
     case when drawn.status = 'cancel_application' then ${one('unpaid', 'paid')} end, 1000 * n, case when drawn.status = 'paid' then ${when()} else ${sometimes(0.2, when())} end,
     case when drawn.status = 'cancel_order' then ${when()} end, ${when(300)}
   from rooms r cross join generate_series(1, 2) n left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
   cross join lateral (select ${one('initial', 'unpaid', 'paid', 'cancel_application', 'cancel_order', 'failed')} as status where r.id + n > 0) drawn
   where r.client_id = $1 and random() < 0.3`,
  `insert into constructions_options (client_id, construction_id, option_id, option_name, price, position)
   select c.client_id, c.id, opt.id, opt.name, 1000, 1 from constructions c join options opt on opt.client_id = c.client_id where c.client_id = $1`,
  `insert into order_details (client_id, order_id, constructions_option_id, option_name, price, price_in_tax)
   select o.client_id, o.id, co.id, co.option_name, 1000, 1100 from orders o join constructions_options co on co.client_id = o.client_id and co.construction_id = o.construction_id
   cross join generate_series(1, 3) n where o.client_id = $1 and random() < 0.6`,
  `insert into refunds (client_id, order_id, amount, refund_method, state, reason, done_at)
   select o.client_id, o.id, 500, 'card', drawn.state, 'cancellation', case when drawn.state = 'done' then ${when()} end from orders o
   cross join lateral (select ${one('open', 'done', 'failed')} as state where o.id > 0) drawn where o.client_id = $1 and random() < 0.3`,
  `insert into key_custodies (client_id, room_id, received_at, received_from, returned_at, returned_to)
   select r.client_id, r.id, ${when()}, ${one('', '清水')}, returned.at, case when returned.at is not null then '' end from rooms r
   cross join lateral (select ${sometimes(0.5, when())} as at where r.id > 0) returned where r.client_id = $1 and random() < 0.2`,
  `insert into room_absences (client_id, room_id, visited_at, recorded_at, ended_at)
   select r.client_id, r.id, ${when(20)}, ${when(10)}, case when n > 1 then ${when(5)} end from rooms r cross join generate_series(1, 3) n where r.client_id = $1 and random() < 0.4`,
  `insert into filings (client_id, construction_id, kind, title, due_on, done_on)
   select c.client_id, c.id, 'other', '届出', (${when(20)})::date, ${sometimes(0.5, `date '${randomDay}'`)} from constructions c where c.client_id = $1`,
  `insert into earlier_wishes (client_id, construction_id, room_id, dates, ended_at)
   select r.client_id, r.construction_id, r.id, array[date '${randomDay}'], ${sometimes(0.4, when())} from rooms r where r.client_id = $1 and random() < 0.2`,
  `insert into earlier_offers (client_id, construction_id, room_id, wish_id, date, construction_time_frame_id, frame_number, state, transport, answer_until, ended_at)
   select ew.client_id, ew.construction_id, ew.room_id, ew.id, date '${randomDay}', 1, ew.id::int, drawn.state, 'paper', ${when(4)}, case when drawn.state <> 'open' then ${when()} end
   from earlier_wishes ew cross join lateral (select ${one('open', 'taken')} as state where ew.id > 0) drawn where ew.client_id = $1`,
  ...['rooms', 'key_custodies', 'earlier_offers', 'orders'].map(
    table => `insert into events (client_id, kind, construction_id, room_id, subject_type, subject_id, actor_kind, at)
     select x.client_id, ${
       {
         rooms: one(
           'rooms.rescheduled',
           'rooms.rescheduled',
           'rooms.date_confirmed',
           'assigns.moved',
           'rooms.closed',
           'rooms.updated',
           'rooms.board_letter_printed',
           'constructions.created',
         ),
         key_custodies: one('key_custodies.overdue'),
         earlier_offers: one('earlier_offers.to_tell'),
         orders: one('orders.cancel_applied', 'orders.cash_overdue', 'refunds.failed', 'orders.placed'),
       }[table]
     }, r.construction_id, r.id, ${table === 'rooms' ? `null, ${sometimes(0.2, '1')}` : `'${table}', x.id`}, 'system', date_trunc('hour', ${when(10)})
     from ${table} x join rooms r on r.client_id = x.client_id and r.id = x.${table === 'rooms' ? 'id' : 'room_id'} cross join generate_series(1, 3) n where x.client_id = $1 and random() < 0.6`,
  ),
  `insert into events (client_id, kind, construction_id, actor_kind, at)
   select c.client_id, ${one('constructions.created', 'detail_schedule.completed', 'constructions.all_closed')}, c.id, 'system', ${when(10)} from constructions c cross join generate_series(1, 3) n where c.client_id = $1`,
  `insert into event_personal_values (client_id, event_id, values) select e.client_id, e.id, '{}' from events e where e.client_id = $1 and random() < 0.05`,
  `insert into ledger_entries (client_id, order_id, kind, pay_method, amount, event_id)
   select o.client_id, o.id, 'payment', 'cash', 1000 * n, (select max(e.id) from events e where e.client_id = $1) from orders o cross join generate_series(1, 2) n where o.client_id = $1 and random() < 0.5`,
  `insert into answer_reminders (client_id, room_id, reminded_on, transport, event_id)
   select r.client_id, r.id, date '${randomDay}' - n, 'mail', (select max(e.id) from events e where e.client_id = $1) from rooms r cross join generate_series(1, 3) n
   where r.client_id = $1 and random() < 0.4`,
]

/** On a cluster the rows are fetched first, and drawn for at the coordinator: a node draws for none. */
const fetched = (text: string): string =>
  process.env.TEST_NODES === undefined
    ? text
    : text.replaceAll(
        /\b(from|join) (rooms|orders|residents|options|constructions_options|constructions|buildings|room_blocks|construction_time_frames|earlier_wishes|key_custodies|earlier_offers|events|incomplete_reasons) (c|r|x|rb|f|o|co|opt|res|b|e|ew|ir)\b/g,
        '$1 (select * from $2 where client_id = $$1 offset 0) $3',
      )

export interface RandomCompany {
  client: BuiltClient
  staff: BuiltPerson
  constructionIds: number[]
  roomIds: number[]
}

/**
 * A client with rows in every state that the lists tell apart, drawn anew each time: what two statements answer alike of many of them, they
 * answer alike.
 */
export const buildRandomCompany = async (world: World): Promise<RandomCompany> => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const owner = new pg.Client(world.ownerUrl)
  await owner.connect()
  try {
    for (const text of statements) await owner.query(fetched(text), [client.id])
    const ids = async (table: string) =>
      (await owner.query<{ id: string }>(`select id from ${table} where client_id = $1 order by id`, [client.id])).rows.map(({ id }) =>
        Number(id),
      )
    return { client, staff, constructionIds: await ids('constructions'), roomIds: await ids('rooms') }
  } finally {
    await owner.end()
  }
}
