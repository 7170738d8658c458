import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { toDay } from '../server/src/platform/clock.ts'
import { newToken, sha256 } from '../server/src/platform/secrets.ts'
import { type Child, startChild } from './child.ts'

/** Where a resident's room is: date, time frame and frame number as one text. */
type Place = string

export interface Runner {
  roomId: number
  headers: Record<string, string>
}

export interface Round {
  winners: number
  losers: number
  /** What was not as D-06 promises, in words; empty when all was. */
  faults: string[]
  milliseconds: number
}

export interface Race {
  /** All residents ask for the same free frame at once, spread over the processes. */
  run(): Promise<Round>
  close(): Promise<void>
}

/** Frames of a morning; more would be no crew's. */
const mornings = 50

const dayAfter = (days: number) => toDay(new Date(Date.now() + days * 24 * 3_600_000))

export interface Ground {
  clientId: number
  /** The time frame of the afternoons. */
  afternoon: number
  runners: Runner[]
}

/**
 * One completed schedule on a migrated, otherwise empty database: so many residents, each with a frame of their own in the first mornings,
 * and in every afternoon so many frames, which nobody has.
 */
export const seedResidents = async (
  database: pg.Client,
  { residents, days, afternoons = 1 }: { residents: number; days: number; afternoons?: number },
): Promise<Ground> => {
  const ids = async (text: string, values: unknown[] = []) =>
    (await database.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id))
  const one = async (text: string, values: unknown[] = []) => (await ids(text, values))[0] ?? 0
  const clientId = await one(`insert into clients (cd, name) values ('race', '競争工業') returning id`)
  // They want another date round after round; how often people may is not what is measured.
  await database.query('insert into sale_settings (client_id, own_date_change_limit) values ($1, 99)', [clientId])
  const buildingId = await one(
    `insert into buildings (client_id, cd, name, name_kana, address) values ($1, 'B1', '競争ハイツ', 'キョウソウハイツ', '東京都世田谷区太子堂1-2-3') returning id`,
    [clientId],
  )
  const constructionId = await one(
    `insert into constructions (client_id, building_id, cd, manage_no, name, construction_type, privately_area_start_on, privately_area_end_on,
       detail_schedule_completed_at)
     values ($1, $2, 'K1', 'M-1', 'インターホン更新工事', 'renewal', $3, $4, now()) returning id`,
    [clientId, buildingId, dayAfter(1), dayAfter(days + 1)],
  )
  const blockId = await one(
    `insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor) values ($1, $2, 50, 10) returning id`,
    [clientId, constructionId],
  )
  const roomIds = await ids(
    `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
     select $1, $2, $3, (n - 1) / 10 + 1, (n - 1) % 10 + 1, 'R' || n, 'R' || n from generate_series(1, $4::int) n returning id`,
    [clientId, constructionId, blockId, residents],
  )
  const frame = (start: string, end: string, frames: number) =>
    one(
      `insert into construction_time_frames (client_id, construction_id, start_at, end_at, frame_number) values ($1, $2, $3, $4, $5) returning id`,
      [clientId, constructionId, start, end, frames],
    )
  const morning = await frame('09:00', '12:00', mornings)
  const afternoon = await frame('13:00', '17:00', afternoons)
  await database.query(
    `insert into assigns (client_id, construction_id, room_id, date, construction_time_frame_id, frame_number)
     select $1, $2, room_id, $3::date + ((number - 1) / $6)::int, $4, (number - 1) % $6 + 1
     from unnest($5::bigint[]) with ordinality as given (room_id, number)`,
    [clientId, constructionId, dayAfter(1), morning, roomIds, mornings],
  )
  const residentIds = await ids(
    `insert into residents (client_id, room_id, name, email, registered_at)
     select $1, room_id, '入居者' || room_id, 'resident' || room_id || '@example.jp', now() from unnest($2::bigint[]) as given (room_id) returning id`,
    [clientId, roomIds],
  )
  const tokens = residentIds.map(() => ({ token: newToken(), client: newToken().slice(0, 22) }))
  await database.query(
    `insert into sessions (strategy, client_id, account_id, client_key, uid, token_hash, expires_at)
     select 'resident', $1, id, key, 'race-' || id, hash, now() + interval '14 days'
     from unnest($2::bigint[], $3::text[], $4::bytea[]) as given (id, key, hash)`,
    [clientId, residentIds, tokens.map(({ client }) => client), tokens.map(({ token }) => sha256(token))],
  )
  const runners = roomIds.map((roomId, at): Runner => {
    const { token = '', client = '' } = tokens[at] ?? {}
    const uid = `race-${residentIds[at]}`
    return { roomId, headers: { 'access-token': token, client, uid, 'token-type': 'Bearer', 'content-type': 'application/json' } }
  })
  return { clientId, afternoon, runners }
}

/** `processes` servers, as in production, on one database, and `residents` who want the same. */
export const openRace = async (
  databaseUrl: string,
  { processes, residents, rounds }: { processes: number; residents: number; rounds: number },
): Promise<Race> => {
  const database = new pg.Client(databaseUrl)
  const children: Child[] = []
  const close = async () => {
    for (const { child } of children) {
      const ended = new Promise(done => child.once('exit', done))
      child.disconnect()
      await ended
    }
    await database.end()
  }
  await database.connect()
  const begin = async () => {
    const ground = await seedResidents(database, { residents, days: rounds })
    for (let at = 0; at < processes; at += 1) children.push(await startChild('app-server.ts', databaseUrl))
    return ground
  }
  const { clientId, afternoon, runners } = await begin().catch(async (error: unknown) => {
    await close()
    throw error
  })

  const placesNow = async (): Promise<Map<number, Place>> => {
    const { rows } = await database.query<{ room_id: string; place: Place }>(
      `select room_id, date || ' ' || construction_time_frame_id || ' ' || frame_number as place from assigns where client_id = $1`,
      [clientId],
    )
    return new Map(rows.map(({ room_id, place }) => [Number(room_id), place]))
  }
  const ask = async (runner: Runner, at: number, date: string) => {
    // Who is told that it is busy asks again when it was told to, as a person does: nothing was changed.
    for (let again = 0; ; again += 1) {
      const { retryAfter, ...answer } = await askOnce(runner, at, date)
      if (answer.status !== 503 || retryAfter === null || again === 12) return answer
      await setTimeout(Number(retryAfter) * 1000)
    }
  }
  const askOnce = async ({ headers }: Runner, at: number, date: string) => {
    const port = children[at % children.length]?.port ?? 0
    const body = JSON.stringify({ assign: { date, construction_time_frame_id: afternoon } })
    const answer = await fetch(`http://127.0.0.1:${port}/api/residents/assign`, { method: 'PATCH', headers, body })
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: (await answer.json()) as { alternatives?: { date: string; construction_time_frame_id: number }[] },
    }
  }

  let day = 0
  return {
    async run() {
      day += 1
      const date = dayAfter(day)
      const before = await placesNow()
      const began = performance.now()
      const answers = await Promise.all(runners.map((runner, at) => ask(runner, at, date)))
      const milliseconds = performance.now() - began
      const after = await placesNow()
      const wanted: Place = `${date} ${afternoon} 1`
      const faults = runners.flatMap(({ roomId }, at) => {
        const { status, body } = answers[at] ?? { status: 0, body: {} }
        const place = after.get(roomId)
        if (status === 200) return place === wanted ? [] : [`room ${roomId} was told that it won and is at ${place}`]
        if (status !== 409) return [`room ${roomId} was answered ${status} ${JSON.stringify(body)}`]
        const others = body.alternatives ?? []
        return [
          ...(place === before.get(roomId) ? [] : [`room ${roomId} lost its frame: ${before.get(roomId)} → ${place}`]),
          ...(others.length >= 1 && others.length <= 3 ? [] : [`room ${roomId} was offered ${others.length} other frames`]),
          ...(others.some(other => other.date === date && other.construction_time_frame_id === afternoon)
            ? [`room ${roomId} was offered what it lost`]
            : []),
        ]
      })
      if (new Set(after.values()).size !== runners.length) faults.push('two rooms are in one frame, or one is in none')
      return {
        winners: answers.filter(({ status }) => status === 200).length,
        losers: answers.filter(({ status }) => status === 409).length,
        faults,
        milliseconds,
      }
    },
    close,
  }
}
