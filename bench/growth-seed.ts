import type pg from 'pg'
import { newToken, sha256 } from '../server/src/platform/secrets.ts'

/** How many client companies of which size; each construction has 100 rooms. */
export interface Companies {
  from: number
  to: number
  constructions: number
}

/** What stands where in a construction's life, by its number: two of ten are over for years, three for months, the others are under way or to come. */
const day = `current_date + (array[-700, -600, -200, -150, -100, -12, -2, 20, 40, 90])[n % 10 + 1]`

/*
 * Typical clients, by INSERT … SELECT straight into the tables, without triggers and foreign keys (an owner may): 10⁶ rooms in some minutes.
 * A room has a resident and some events, every second a photo, every fifth an order, as a company has after some years.
 */
const statements: readonly string[] = [
  `insert into clients (cd, name) select 'g' || lpad(n::text, 6, '0'), '計測工業' || n from generate_series($from, $to) n`,
  `insert into users (client_id, type, login_id, name, email)
   select cl.id, case when n = 1 then 'Staff_Admin' else 'Staff' end, cl.cd || '-' || n, '計測太郎' || n, 'u@example.jp'
   from (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl cross join generate_series(1, 40) n`,
  `insert into buildings (client_id, cd, name, name_kana, address)
   select cl.id, 'B' || n, (array['青葉台', '桜丘', '太子堂', '駒沢', '弦巻', '用賀', '上馬'])[n % 7 + 1] || 'ハイツ第' || n, 'ハイツダイ' || n, '東京都世田谷区1-2-3'
   from (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl cross join generate_series(1, $constructions) n order by cl.id, n`,
  `insert into constructions (client_id, building_id, cd, manage_no, name, construction_type, construction_staff_id, time_per_unit, number_of_houses,
     contract_period_start_on, contract_period_end_on, privately_area_start_on, privately_area_end_on, decision_guide_distribution_on,
     detail_schedule_completed_at)
   select b.client_id, b.id, 'K' || b.n, 'M-' || b.n, 'インターホン更新工事' || b.n, 'renewal', b.staff_id, 60, 100,
     b.day - 30, b.day + 30, b.day, b.day + 14, b.day - 10, case when b.n % 10 < 8 then (b.day - 20)::timestamptz end
   from (select b.client_id, b.id, n, ${day} as day, (select min(u.id) from users u where u.client_id = b.client_id) as staff_id
     from buildings b join (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl on cl.id = b.client_id cross join lateral (select substr(b.cd, 2)::int as n) named) b order by b.client_id, b.n`,
  `create temporary table built as select c.client_id, c.id, substr(c.cd, 2)::int as n, c.privately_area_start_on as day
   from constructions c join (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl on cl.id = c.client_id`,
  'analyze built',
  `insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor) select client_id, id, 10, 10 from built order by 1, 2`,
  `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key, status, completed_at, closed_at, incomplete_reason_id, reception_status,
     construction_schedule_confirmed_at)
   select c.client_id, c.id, rb.id, floor, col, floor || lpad(col::text, 2, '0'), floor || lpad(col::text, 2, '0'), state.status,
     case when state.status = 'completed' then c.day + 3 end, case when c.n % 10 < 5 then c.day + 40 end,
     case when state.status = 'reschedule' then 1 end, case when c.n % 10 < 8 and (floor * 10 + col) % 3 > 0 then 'web' else 'not_yet' end,
     case when c.n % 10 < 7 then (c.day - 9)::timestamptz end
   from built c join room_blocks rb on rb.client_id = c.client_id and rb.construction_id = c.id
   cross join generate_series(1, 10) floor cross join generate_series(1, 10) col
   cross join lateral (select case when c.n % 10 < 5 then 'completed' when c.n % 10 = 5 then case when floor * 10 + col < 14 then 'reschedule' else 'completed' end
     when c.n % 10 = 6 and floor < 5 then 'completed' else 'waiting' end as status) state order by c.client_id, c.id, floor, col`,
  `create temporary table filled as select r.client_id, r.id, r.construction_id, r.row, r.col, r.status, c.n, c.day, r.closed_at
   from built c join rooms r on r.client_id = c.client_id and r.construction_id = c.id`,
  'analyze filled',
  `insert into construction_time_frames (client_id, construction_id, start_at, end_at, frame_number)
   select client_id, id, start_at, end_at, 10 from built cross join (values ('09:00'::time, '12:00'::time), ('13:00', '17:00')) day (start_at, end_at) order by 1, 2, 3`,
  `insert into assigns (client_id, construction_id, room_id, date, construction_time_frame_id, frame_number, updated_at)
   select r.client_id, r.construction_id, r.id, r.day + (r.row - 1) / 2, f.id, r.col, r.day - 20 from filled r
   join construction_time_frames f on f.client_id = r.client_id and f.construction_id = r.construction_id
     and f.start_at = case when r.row % 2 = 1 then time '09:00' else '13:00' end where r.n % 10 < 8 and r.status <> 'reschedule'`,
  `insert into residents (client_id, room_id, name, name_kana, phone, email, erased_at, registered_at)
   select r.client_id, r.id, person.surname || (array['太郎', '花子', '一郎', '美咲', '健', '陽子', '大輔', '恵'])[r.id % 8 + 1], person.heard || 'タロウ',
     '090' || lpad((r.id * 7919 % 100000000)::text, 8, '0'), case when r.id % 2 = 0 then 'r' || r.id || '@example.jp' end, null, r.day - 30
   from filled r cross join lateral (select
     (array['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田', '佐々木', '山口', '松本', '井上', '木村', '林', '斎藤', '清水'])[least(20, r.id * 31 % 40 + 1)] as surname,
     (array['サトウ', 'スズキ', 'タカハシ', 'タナカ', 'イトウ', 'ワタナベ', 'ヤマモト', 'ナカムラ', 'コバヤシ', 'カトウ', 'ヨシダ', 'ヤマダ', 'ササキ', 'ヤマグチ', 'マツモト', 'イノウエ', 'キムラ', 'ハヤシ', 'サイトウ', 'シミズ'])[least(20, r.id * 31 % 40 + 1)] as heard) person
   where r.n % 10 > 1`,
  `insert into residents (client_id, room_id, erased_at) select client_id, id, day + 410 from filled where n % 10 <= 1`,
  `insert into events (client_id, kind, construction_id, room_id, actor_kind, channel, change, at)
   select r.client_id, told.kind, r.construction_id, r.id, 'system', 'system', '{"before": {"date": null}, "after": {"date": "2026-12-01", "frame_number": 3}}',
     r.day + told.after * interval '1 day' + r.row * interval '1 hour'
   from filled r cross join (values ('assigns.placed', -25), ('assigns.moved', -15), ('rooms.date_confirmed', -9), ('rooms.updated', -8), ('rooms.sheet_printed', -12),
     ('rooms.completed', 3), ('rooms.closed', 40)) told (kind, after) where r.day + told.after <= current_date order by r.client_id, 8`,
  `insert into event_personal_values (client_id, event_id, values) select e.client_id, e.id, '{"after": {"room_remarks": "玄関のチャイムは鳴らさずお電話ください"}}'
   from events e join filled r on r.client_id = e.client_id and r.id = e.room_id where e.kind = 'rooms.updated' and r.n % 10 > 1`,
  `insert into answer_reminders (client_id, room_id, reminded_on, transport, event_id)
   select e.client_id, e.room_id, e.at::date, 'mail', e.id from events e join filled r on r.client_id = e.client_id and r.id = e.room_id where e.kind = 'rooms.updated'`,
  `insert into photography_place_entries (client_id, construction_id, area, free_input, position, after_construction)
   select client_id, id, 'private', '玄関', 1, true from built`,
  `insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name)
   select client_id, client_id || '/' || id, sha256(id::text::bytea), 2000000, 'image/jpeg', 'p.jpg' from filled where id % 2 = 0 and status = 'completed'`,
  `insert into room_images (client_id, uuid, construction_id, room_id, photography_place_entry_id, timing, filming_at, file_id, uploaded_by_kind, uploaded_by_id)
   select r.client_id, gen_random_uuid(), r.construction_id, r.id, ppe.id, 'after_construction', r.day + 3, fi.id, 'staff', 1 from filled r
   join photography_place_entries ppe on ppe.client_id = r.client_id and ppe.construction_id = r.construction_id
   join files fi on fi.client_id = r.client_id and fi.storage_key = r.client_id || '/' || r.id`,
  `insert into orders (client_id, construction_id, room_id, resident_id, resident_name, status, pay_method, total_price_in_tax, completion_at, payment_period_end_on, created_at)
   select r.client_id, r.construction_id, r.id, res.id, res.name, case when r.id % 3 = 0 and r.n % 10 > 5 then 'unpaid' else 'paid' end, 'other', 11000,
     case when r.id % 3 = 0 and r.n % 10 > 5 then null else r.day + 3 end, current_date + 30, r.day - (r.id % 40) * interval '1 hour'
   from filled r join residents res on res.client_id = r.client_id and res.room_id = r.id where r.id % 5 = 0 order by r.client_id, 11`,
  `insert into order_details (client_id, order_id, constructions_option_id, option_name, price, price_in_tax)
   select o.client_id, o.id, 1, '防犯カメラ', 10000, 11000 from orders o join (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl on cl.id = o.client_id`,
  `insert into ledger_entries (client_id, order_id, kind, pay_method, amount, event_id, at)
   select o.client_id, o.id, 'payment', 'other', 11000, e.id, o.completion_at from orders o join (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl on cl.id = o.client_id
   join events e on e.client_id = o.client_id and e.room_id = o.room_id and e.kind = 'rooms.updated' where o.status = 'paid'`,
  `insert into outbox_messages (client_id, transport, recipients, subject, body, event_id, state, room_id, construction_id, resident_id, next_attempt_at, sent_at, created_at, kind)
   select e.client_id, 'mail', array['r' || e.room_id || '@example.jp'], '工事日が確定しました', repeat('お部屋に伺います。', 20), e.id, 'sent', e.room_id, e.construction_id, res.id, e.at, e.at, e.at, 'date_confirmed'
   from events e join filled r on r.client_id = e.client_id and r.id = e.room_id and r.n % 10 > 1
   join residents res on res.client_id = e.client_id and res.room_id = e.room_id and res.email is not null where e.kind = 'rooms.date_confirmed'`,
  // What the triggers would have written beside it.
  `insert into construction_counts (client_id, construction_id, room_count, completed_count, rescheduled_count, closed_count, completed_and_closed_count,
     reschedule_count, waiting_count, listed_room_count)
   select r.client_id, r.construction_id, count(*), count(*) filter (where r.status = 'completed'), count(*) filter (where r.status = 'reschedule'),
     count(r.closed_at), count(*) filter (where r.status = 'completed' and r.closed_at is not null),
     count(*) filter (where r.status = 'reschedule' and r.closed_at is null), count(*) filter (where r.status = 'waiting' and r.closed_at is null), count(*)
   from filled r group by r.client_id, r.construction_id`,
  `insert into client_count_changes (client_id, buildings_count, rooms_count, users_count, residents_count, is_sum)
   select cl.id, $constructions, $constructions * 100, 40, $constructions * 100, true from clients cl where substr(cl.cd, 2)::int between $from and $to`,
  `insert into client_count_changes (client_id, files_count, files_byte_size, is_sum)
   select fi.client_id, count(*), sum(fi.byte_size), true from files fi
   where fi.client_id in (select cl.id from clients cl where substr(cl.cd, 2)::int between $from and $to) group by 1`,
  `insert into order_sums (client_id, order_id, month, status, is_sold, kept_amount)
   select o.client_id, o.id, to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM'), o.status, o.status = 'paid', coalesce(le.amount, 0)
   from orders o join (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl on cl.id = o.client_id
   left join ledger_entries le on le.client_id = o.client_id and le.order_id = o.id`,
  `insert into order_month_changes (client_id, month, status, orders_count, sold_count, sold_amount, is_sum)
   select osm.client_id, osm.month, osm.status, count(*), count(*) filter (where osm.is_sold), coalesce(sum(osm.kept_amount) filter (where osm.is_sold), 0), true
   from order_sums osm join (select cl.id, cl.cd from clients cl where substr(cl.cd, 2)::int between $from and $to) cl on cl.id = osm.client_id
   group by osm.client_id, osm.month, osm.status`,
]

const tableOf = (statement: string): string | undefined => /^insert into (\w+)/.exec(statement)?.[1]

/** Of the tables that are filled: their indexes are left alone while rows come, and made anew from all rows afterwards, which is several times faster. */
const filledTables = [...new Set(statements.flatMap(statement => tableOf(statement) ?? []))].filter(
  // Those two are looked up in by what fills the others.
  table => table !== 'clients' && table !== 'users',
)

export const seedCompanies = async (db: pg.Client, companies: Companies): Promise<void> => {
  const filledIn = (statement: string) =>
    statement.replaceAll(/\$(from|to|constructions)/g, (_, name: keyof Companies) => String(companies[name]))
  await db.query('drop table if exists built, filled')
  await db.query('set session_replication_role = replica')
  await db.query(`set work_mem = '256MB'`)
  await db.query(`set maintenance_work_mem = '1GB'`)
  // A superuser may; REINDEX makes both true again.
  await db.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any (select unnest($1::text[])::regclass::oid)`,
    [filledTables],
  )
  for (const statement of statements) {
    await db.query(filledIn(statement))
    const table = tableOf(statement)
    // The next statements join it.
    if (table !== undefined) await db.query(`analyze ${table}`)
  }
  for (const table of filledTables) await db.query(`reindex table ${table}`)
  await db.query('reset session_replication_role')
  await db.query('reset work_mem')
  await db.query('reset maintenance_work_mem')
  await db.query('vacuum analyze')
}

export const openSessionOf = async (db: pg.Client, strategy: 'user' | 'admin', clientId: number | null, accountId: number) => {
  const token = newToken()
  const clientKey = newToken().slice(0, 22)
  await db.query(
    `insert into sessions (strategy, client_id, account_id, client_key, uid, token_hash, expires_at) values ($1, $2, $3, $4, 'bench', $5, now() + interval '14 days')`,
    [strategy, clientId, accountId, clientKey, sha256(token)],
  )
  return { 'access-token': token, client: clientKey, uid: 'bench', 'token-type': 'Bearer' }
}
