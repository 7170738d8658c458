import pg from 'pg'
import { eachDay } from '../domain/src/calendar/day.ts'
import { toDay } from '../server/src/platform/clock.ts'
import { newToken, sha256 } from '../server/src/platform/secrets.ts'

export interface Place {
  room_id: number
  date: string
  construction_time_frame_id: number
  frame_number: number
}

export interface SeededSchedule {
  /** Headers of a signed-in staff administrator. */
  headers: Record<string, string>
  constructionId: number
  /** Every room with its place; the second half of each time frame's numbers is free. */
  places: Place[]
}

/** Frames that hold a room, of each time frame and day; as many again are free. */
const taken = 3

/** One completed schedule: so many rooms with their residents over 90 days and four time frames. */
export const seedSchedule = async (databaseUrl: string, rooms: number): Promise<SeededSchedule> => {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const ids = async (text: string, values: unknown[] = []) =>
    (await database.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id))
  const one = async (text: string, values: unknown[] = []) => (await ids(text, values))[0] ?? 0
  const days = eachDay(toDay(new Date(Date.now() + 24 * 3_600_000)), toDay(new Date(Date.now() + 90 * 24 * 3_600_000)))
  try {
    const clientId = await one(`insert into clients (cd, name) values ('bench', '計測工業') returning id`)
    const person = (login: string) =>
      one(
        `insert into users (client_id, type, login_id, name, email) values ($1, 'Staff_Admin', $2, '計測太郎', $2 || '@example.jp') returning id`,
        [clientId, login],
      )
    const staffId = await person('bench-writer')
    const foremanId = await person('bench-foreman')
    const buildingId = await one(
      `insert into buildings (client_id, cd, name, name_kana, address) values ($1, 'B1', 'グランドタワー', 'カナ', '東京都世田谷区太子堂1-2-3') returning id`,
      [clientId],
    )
    const constructionId = await one(
      `insert into constructions (client_id, building_id, cd, manage_no, name, construction_type, construction_staff_id, time_per_unit,
         privately_area_start_on, privately_area_end_on, detail_schedule_completed_at)
       values ($1, $2, 'K1', 'M-1', 'インターホン更新工事', 'renewal', $3, 60, $4, $5, now()) returning id`,
      [clientId, buildingId, foremanId, days[0], days.at(-1)],
    )
    const blockId = await one(
      `insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor) values ($1, $2, 50, 20) returning id`,
      [clientId, constructionId],
    )
    const roomIds = await ids(
      `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
       select $1, $2, $3, (n - 1) / 20 + 1, (n - 1) % 20 + 1, named.name, named.name from generate_series(1, $4::int) n
       cross join lateral (select ((n - 1) / 20 + 1) || lpad(((n - 1) % 20 + 1)::text, 2, '0') as name) named returning id`,
      [clientId, constructionId, blockId, rooms],
    )
    await database.query(
      `insert into residents (client_id, room_id, name, phone, email, gender, own_or_rent, registered_at)
       select client_id, id, '入居者' || id, '09000000000', 'resident' || id || '@example.jp', 'female', 'own', now() from rooms`,
    )
    const frameIds: number[] = []
    for (const [start, end] of [
      ['09:00', '10:30'],
      ['10:30', '12:00'],
      ['13:00', '15:00'],
      ['15:00', '17:00'],
    ])
      frameIds.push(
        await one(
          `insert into construction_time_frames (client_id, construction_id, start_at, end_at, frame_number) values ($1, $2, $3, $4, $5) returning id`,
          [clientId, constructionId, start, end, 2 * taken],
        ),
      )
    const free = days.flatMap(date =>
      frameIds.flatMap(construction_time_frame_id =>
        Array.from({ length: taken }, (_, at) => ({ date, construction_time_frame_id, frame_number: at + 1 })),
      ),
    )
    const places = roomIds.map((room_id, at): Place => {
      const place = free[at]
      if (!place) throw new Error('more rooms than frames')
      return { room_id, ...place }
    })
    await database.query(
      `insert into assigns (client_id, construction_id, room_id, date, construction_time_frame_id, frame_number)
       select $1, $2, * from unnest($3::bigint[], $4::date[], $5::bigint[], $6::int[])`,
      [
        clientId,
        constructionId,
        places.map(place => place.room_id),
        places.map(place => place.date),
        places.map(place => place.construction_time_frame_id),
        places.map(place => place.frame_number),
      ],
    )
    const token = newToken()
    const clientKey = newToken().slice(0, 22)
    await database.query(
      `insert into sessions (strategy, client_id, account_id, client_key, uid, token_hash, expires_at)
       values ('user', $1, $2, $3, 'bench-writer', $4, now() + interval '14 days')`,
      [clientId, staffId, clientKey, sha256(token)],
    )
    await database.query('vacuum analyze')
    return {
      headers: { 'access-token': token, client: clientKey, uid: 'bench-writer', 'token-type': 'Bearer' },
      constructionId,
      places,
    }
  } finally {
    await database.end()
  }
}

/** The place of the same day and time that nobody has. */
export const besideOf = (place: Place): Place => ({ ...place, frame_number: place.frame_number + taken })
