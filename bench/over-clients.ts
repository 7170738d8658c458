import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'

/*
 * What role 1 and operators ask over all clients, by `explain (analyze)` on generated rows. See README.md.
 * node bench/over-clients.ts [clients]
 */
const clients = Number(process.argv[2] ?? 200)
const rounds = 5

/** Of each client: 20 buildings with a construction of 50 rooms each; each room a resident and a call, every second an order that was paid. */
const fill = async (db: pg.Client): Promise<void> => {
  await db.query(
    `insert into clients (cd, name) select 'c' || lpad(n::text, 5, '0'), '計測工業' || n from generate_series(1, ${clients}) n`,
  )
  await db.query(`insert into operators (login_id, name, email) values ('bench', '計測受付', 'bench@example.jp')`)
  await db.query(`insert into buildings (client_id, cd, name, name_kana, address)
    select cl.id, 'B' || n, (array['青葉台', '桜丘', '太子堂', '駒沢'])[n % 4 + 1] || 'ハイツ第' || cl.id || '-' || n, 'カナ', '東京都世田谷区1-2-3'
    from clients cl cross join generate_series(1, 20) n`)
  await db.query(`insert into constructions (client_id, building_id, cd, manage_no, name, construction_type)
    select b.client_id, b.id, 'K' || b.id, 'M-' || b.id, '更新工事', 'renewal' from buildings b`)
  await db.query(
    `insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor) select client_id, id, 10, 5 from constructions`,
  )
  await db.query(`insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
    select rb.client_id, rb.construction_id, rb.id, floor, col, floor || lpad(col::text, 2, '0'), floor || lpad(col::text, 2, '0')
    from room_blocks rb cross join generate_series(1, 10) floor cross join generate_series(1, 5) col`)
  await db.query(`insert into residents (client_id, room_id, name, phone, phone_unproven)
    select client_id, id, '入居者' || id, '090' || lpad((id % 99999999)::text, 8, '0'), false from rooms`)
  await db.query(`insert into events (client_id, kind, construction_id, room_id, actor_kind, actor_id, at)
    select r.client_id, 'answers.noted', r.construction_id, r.id, 'operator', 1, now() - (r.id % 400) * interval '1 day' from rooms r`)
  await db.query(`insert into room_answers (client_id, room_id, event_id, channel, outcome, created_at)
    select e.client_id, e.room_id, e.id, 'tel', 'noted', e.at from events e`)
  await db.query(`insert into orders (client_id, construction_id, room_id, status, pay_method, total_price_in_tax, completion_at, created_at)
    select r.client_id, r.construction_id, r.id, case when r.id % 10 = 0 then 'unpaid' else 'paid' end, 'cash', 11000,
      case when r.id % 10 = 0 then null else now() end, now() - (r.id % 700) * interval '1 day' from rooms r where r.id % 2 = 0`)
  await db.query(`insert into ledger_entries (client_id, order_id, kind, pay_method, amount, event_id)
    select o.client_id, o.id, 'payment', 'cash', 11000, e.id from orders o
    join events e on e.client_id = o.client_id and e.room_id = o.room_id where o.status = 'paid'`)
  await db.query(`insert into platform_informations (kind, title, starts_on, ends_on)
    select 'info', 'お知らせ' || n, current_date - n, current_date - n + 7 from generate_series(1, 1000) n`)
  await db.query('vacuum analyze')
}

const states = `'{unpaid,paid,cancel_application,cancel_order}'`
const questions: readonly (readonly [name: string, statement: string])[] = [
  ['/admins/top: a telephone number', `select * from dwellings_of_clients('09000001234', null, null)`],
  ['/admins/top: a room of a building by its name', `select * from dwellings_of_clients(null, '1003', '{%青葉台%,%-17%}')`],
  [
    '/admin/calls: a page of the own calls of a day',
    `select * from calls_of_writer('operator', 1, current_date) order by id desc limit 25`,
  ],
  ['/admin/orders: a page of all', `select * from orders_of_clients(null, ${states}, null, null) order by id desc limit 25`],
  [
    '/admin/orders: a page of a month',
    `select * from orders_of_clients(null, ${states}, now() - interval '31 days', now()) order by id desc limit 25`,
  ],
  ['/admin/orders: the sales of all', `select * from sales_of_clients(null, ${states}, null, null)`],
  ['/admin/orders: the totals by month', `select * from order_totals(null, ${states})`],
  ['platform informations: a page', `select * from platform_informations pi order by pi.id desc limit 25`],
  [
    'platform informations: of a dashboard',
    `select * from platform_informations pi where pi.ended_at is null and current_date between pi.starts_on and pi.ends_on`,
  ],
]

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const millisecondsOf = async (db: pg.Client, statement: string): Promise<number> => {
  const { rows } = await db.query<{ 'QUERY PLAN': { 'Execution Time': number }[] }>(`explain (analyze, format json) ${statement}`)
  return rows[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? 0
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
try {
  await migrate(postgres.url)
  const db = new pg.Client(postgres.url)
  await db.connect()
  await fill(db)
  const { rows } = await db.query<{ rooms: string }>('select count(*) as rooms from rooms')
  console.log(`${clients} clients, ${rows[0]?.rooms} dwellings, each with a resident and a call, every second with an order`)
  for (const [name, statement] of questions) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await millisecondsOf(db, statement))
    console.log(`${name}: ${median(times).toFixed(2)} ms`)
  }
  await db.end()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
