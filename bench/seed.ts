import { newToken, sha256 } from '../server/src/platform/secrets.ts'
import pg from 'pg'

export interface Seeded {
  clientId: number
  /** Headers of a signed-in staff administrator. */
  headers: Record<string, string>
  staffId: number
  /** The construction with 300 rooms, each with a frame and a resident. */
  bigConstructionId: number
  /** Rooms of other constructions, one for every change that is measured, so that each is the first in ten minutes and writes a mail. */
  rooms: { id: number; construction_id: number }[]
}

const constructions = 20_000
const bigRooms = 300

/** Fills an empty database: one client, 200 buildings, 20,000 constructions with three rooms each, one of them with 300. */
export const seed = async (databaseUrl: string): Promise<Seeded> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const id = async (text: string, values: unknown[] = []) => Number((await client.query<{ id: string }>(text, values)).rows[0]?.id)
    const clientId = await id(`insert into clients (cd, name) values ('bench', '計測工業') returning id`)
    const person = (login: string) =>
      id(
        `insert into users (client_id, type, login_id, name, email) values ($1, 'Staff_Admin', $2, '計測太郎', $2 || '@example.jp') returning id`,
        [clientId, login],
      )
    const staffId = await person('bench-writer')
    const foremanId = await person('bench-foreman')
    await client.query(
      `insert into buildings (client_id, cd, name, name_kana, address)
       select $1, 'B' || n, case when n % 4 = 0 then 'グランドメゾン第' else 'パークハイツ第' end || n, 'カナ' || n, '東京都世田谷区太子堂1-2-3'
       from generate_series(1, 200) n`,
      [clientId],
    )
    await client.query(
      `insert into constructions (client_id, building_id, cd, manage_no, name, construction_type, construction_staff_id, time_per_unit,
         contract_period_start_on, contract_period_end_on, privately_area_start_on, privately_area_end_on)
       select $1, b.id, 'K' || n, 'M-' || n, 'インターホン更新工事' || n, 'renewal', $2, 60,
         date '2026-01-01' + (n * 7) % 700, date '2026-01-01' + (n * 7) % 700 + 60, date '2026-01-01' + (n * 7) % 700 + 10, date '2026-01-01' + (n * 7) % 700 + 40
       from generate_series(1, $3) n join (select id, row_number() over (order by id) as at from buildings) b on b.at = n % 200 + 1`,
      [clientId, foremanId, constructions],
    )
    await client.query(
      `insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor)
       select client_id, id, 30, 10 from constructions`,
    )
    const bigConstructionId = await id(`select max(id) as id from constructions`)
    await client.query(
      `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
       select k.client_id, k.construction_id, k.id, (n - 1) / 10 + 1, (n - 1) % 10 + 1, named.name, named.name
       from room_blocks k
       cross join lateral generate_series(1, case when k.construction_id = $1 then ${bigRooms} else 3 end) n
       cross join lateral (select ((n - 1) / 10 + 1) || lpad(((n - 1) % 10 + 1)::text, 2, '0') as name) named`,
      [bigConstructionId],
    )
    // Every other construction has its schedule already, and that with the 300 rooms.
    await client.query(
      `insert into construction_time_frames (client_id, construction_id, start_at, end_at, frame_number)
       select client_id, id, '09:00', '12:00', 10 from constructions where id % 2 = 0 or id = $1`,
      [bigConstructionId],
    )
    await client.query(
      `insert into assigns (client_id, construction_id, room_id, date, construction_time_frame_id, frame_number)
       select r.client_id, r.construction_id, r.id, date '2026-12-01' + r.row + (r.construction_id % 60)::int, f.id, r.col
       from rooms r join construction_time_frames f on f.construction_id = r.construction_id`,
    )
    await client.query(
      `insert into residents (client_id, room_id, name, phone, email, gender, own_or_rent, registered_at)
       select client_id, id, '入居者' || id, '09000000000', 'resident' || id || '@example.jp', 'female', 'own', now()
       from rooms where construction_id = $1`,
      [bigConstructionId],
    )
    const token = newToken()
    const clientKey = newToken().slice(0, 22)
    await client.query(
      `insert into sessions (strategy, client_id, account_id, client_key, uid, token_hash, expires_at)
       values ('user', $1, $2, $3, 'bench-writer', $4, now() + interval '14 days')`,
      [clientId, staffId, clientKey, sha256(token)],
    )
    const { rows } = await client.query<Seeded['rooms'][number]>(
      `select id::int, construction_id::int from rooms where construction_id <> $1 order by id`,
      [bigConstructionId],
    )
    await client.query('vacuum analyze')
    return {
      clientId,
      headers: { 'access-token': token, client: clientKey, uid: 'bench-writer', 'token-type': 'Bearer' },
      staffId,
      bigConstructionId,
      rooms: rows,
    }
  } finally {
    await client.end()
  }
}
