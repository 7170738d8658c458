import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ClientId } from '@toguchi/domain/access/actor'
import pg from 'pg'
import { constructionsStatement } from '../server/src/constructions/queries.ts'
import { concernedStatement } from '../server/src/notifications/queries.ts'
import { eventStatement, personalStatement } from '../server/src/platform/events.ts'
import { sessionStatement } from '../server/src/platform/http/identity.ts'
import { sha256 } from '../server/src/platform/secrets.ts'
import { detailStatement } from '../server/src/rooms/detail-queries.ts'
import { lockRoomStatement, roomsStatement } from '../server/src/rooms/queries.ts'
import { lists, poolSize, today } from './contest.ts'

/*
 * node:http and pg, nothing else: what the machine gives to whoever asks the database the same questions. With `--query-only=<client>` it
 * asks the question alone, without session, transaction and client.
 */
const [databaseUrl = '', mode = ''] = process.argv.slice(2)
const onlyClient = /^--query-only=(\d+)$/.exec(mode)?.[1]
const queryOnly = onlyClient !== undefined
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: poolSize,
  options: `-c role=toguchi_app${queryOnly ? ` -c app.client_id=${onlyClient}` : ''}`,
})
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type Row = Record<string, unknown>
interface Runner {
  query(statement: { name?: string | undefined; text: string; values: unknown[] }): Promise<{ rows: Row[] }>
}
const names = new Map<string, string>()
const nameOf = (text: string) => {
  const known = names.get(text) ?? createHash('sha1').update(text).digest('base64url')
  names.set(text, known)
  return known
}
const run = async (db: Runner, text: string, values: unknown[]): Promise<Row[]> =>
  (await db.query({ name: nameOf(text), text, values })).rows

interface Session {
  clientId: ClientId
  staffId: number
}

const sessionOf = async (request: IncomingMessage): Promise<Session> => {
  const [row] = await run(pool, sessionStatement, [sha256(String(request.headers['access-token'])), new Date()])
  if (!row) throw new Error('no session')
  return { clientId: Number(row.client_id) as ClientId, staffId: Number(row.account_id) }
}

const transaction = async <T>(begin: string, work: (db: Runner) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

type Answer = (db: Runner, session: Session, ids: number[], body: Row) => Promise<unknown>

const listConstructions =
  (query: (typeof lists)[keyof typeof lists]): Answer =>
  async (db, { clientId, staffId }) => {
    const { text, values } = constructionsStatement({ kind: 'staffAdmin', id: staffId, clientId }, query, today)
    return run(db, text, values)
  }

const blocksText = `select id, position, name, initials, digits, floor_number, room_number_per_floor, floor_start,
  except_for_lower_digit_four, except_for_lower_digit_nine from room_blocks where client_id = $1 and construction_id = $2 order by position`

const listRooms: Answer = async (db, { clientId }, [constructionId]) => {
  if (!queryOnly)
    await run(db, 'select composition_version from constructions where client_id = $1 and id = $2', [clientId, constructionId])
  const rooms = await run(db, roomsStatement, [clientId, null, constructionId, null, null, null])
  return { rooms, blocks: queryOnly ? [] : await run(db, blocksText, [clientId, constructionId]) }
}

/** Every statement of a room's change, in its order; see rooms/change-room.ts. */
const changeRoom: Answer = async (db, { clientId, staffId }, [constructionId, roomId], body) => {
  const { room_remarks } = body.room as { room_remarks: string }
  const now = new Date()
  const update = () =>
    run(db, 'update rooms set room_remarks = $1, lock_version = lock_version + 1, updated_at = $2 where client_id = $3 and id = $4', [
      room_remarks,
      now,
      clientId,
      roomId,
    ])
  if (queryOnly) return update()
  const [locked] = await run(db, lockRoomStatement, [clientId, null, constructionId, roomId])
  await update()
  const told = await run(db, `select id from events where client_id = $1 and room_id = $2 and kind = 'rooms.updated' and at > $3 limit 1`, [
    clientId,
    roomId,
    new Date(now.getTime() - 600_000),
  ])
  const personal = { before: { room_remarks: locked?.room_remarks }, after: { room_remarks } }
  const [event] = await run(db, eventStatement, [
    clientId,
    'rooms.updated',
    constructionId,
    roomId,
    null,
    null,
    'staffAdmin',
    staffId,
    null,
    'web',
    '{"before":{},"after":{}}',
    false,
  ])
  await run(db, personalStatement, [clientId, event?.id, JSON.stringify(personal)])
  if (told.length === 0) {
    const [concerned] = await run(db, concernedStatement(true), [clientId, constructionId, roomId])
    await run(db, 'select cc, bcc from notification_settings where client_id = $1 and event = $2', [clientId, 'room_detail_updated'])
    await run(
      db,
      `insert into outbox_messages (client_id, transport, recipients, cc, bcc, subject, body, event_id) values ($1, 'mail', $2, '{}', '{}', $3, $4, null)`,
      [
        clientId,
        [concerned?.construction_staff],
        `【トグチ】部屋情報が更新されました（${String(concerned?.building_name)}）`,
        '部屋情報が更新されました。',
      ],
    )
  }
  return { message: '', room: (await run(db, detailStatement, [clientId, null, constructionId, roomId]))[0] }
}

const answers: Record<string, Answer> = {
  list: listConstructions(lists.list),
  keyword: listConstructions(lists.keyword),
  status: listConstructions(lists.status),
  rooms: listRooms,
  change: changeRoom,
}

/** /<job>/<client>/<staff>/<ids…>: client and staff only for the server that looks up no session. */
const handle = async (request: IncomingMessage, response: ServerResponse) => {
  const [, job = '', clientId, staffId, ...ids] = (request.url ?? '').split('/')
  const answer = answers[job]
  if (!answer) throw new Error(`no job ${job}`)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Row)
  const numbers = ids.map(Number)
  const given = { clientId: Number(clientId) as ClientId, staffId: Number(staffId) }
  const result = queryOnly ? await answer(pool, given, numbers, body) : await inSession(request, numbers, body, answer)
  const text = Buffer.from(JSON.stringify(result))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length }).end(text)
}

const inSession = async (request: IncomingMessage, ids: number[], body: Row, answer: Answer) => {
  const session = await sessionOf(request)
  const begin = request.method === 'GET' ? 'begin read only' : 'begin'
  return transaction(`${begin}; set local app.client_id = ${session.clientId}`, db => answer(db, session, ids, body))
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(address.port)
})
process.on('disconnect', () => process.exit(0))
