import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Desk } from '../domain/src/answers/contract.ts'
import type { Reply } from '../domain/src/chatbot/contract.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { sha256 } from '../server/src/platform/secrets.ts'
import { type Child, medianOf, startChild } from './child.ts'
import { askOnce, measure, type MakeRequest, requestBytes } from './load.ts'
import { readRecording } from './recording.ts'
import { seed } from './seed.ts'

/*
 * An answer of the chatbot, and the search of the call centre among 20,000 constructions, against a bare node:http + pg server that sends the
 * very same statements with the same values, as the application recorded them. See README.md.
 */
const [rounds = 9, seconds = 1] = process.argv.slice(2, 4).map(Number)
const connections = 4
const dwellings = 300
/** Each conversation is let sixty messages in ten minutes: so many last for a whole run. */
const conversationsOfEach = 10

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
const children: Child[] = []
const start = async (file: string, ...args: string[]) => {
  const child = await startChild(file, postgres.url, ...args)
  children.push(child)
  return child.port
}
/** What the application sends to the database for one request. */
const recorded = async (name: string, request: Buffer): Promise<string> => {
  const file = join(folder, `${name}.jsonl`)
  await askOnce(await start('app-server.ts', '', file), request)
  return file
}

/** Open conversations of the residents of the large construction, at a client that is offered the chatbot; their ids. */
const openConversations = async (clientId: number, constructionId: number): Promise<string[]> => {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    await client.query(`update clients set cd = '001' where id = $1`, [clientId])
    const { rows } = await client.query<{ id: string; session: string }>(
      `with signed as (
         insert into sessions (strategy, client_id, account_id, client_key, uid, token_hash, expires_at)
         select 'resident', res.client_id, res.id, 'bench' || res.id, 'bench' || res.id, sha256(res.id::text::bytea), now() + interval '14 days'
         from residents res join rooms r on r.client_id = res.client_id and r.id = res.room_id where r.construction_id = $1
         returning id, account_id)
       select account_id as id, id as session from signed order by account_id limit ${dwellings}`,
      [constructionId],
    )
    const opened = rows.flatMap(row =>
      Array.from({ length: conversationsOfEach }, (_, at) => ({
        ...row,
        id: `${clientId.toString(16).padStart(8, '0')}-0000-8000-a000-${(Number(row.id) * 100 + at).toString(16).padStart(12, '0')}`,
        resident: row.id,
      })),
    )
    await client.query(
      `insert into chatbot_sessions (client_id, session_hash, resident_id, account_session_id, created_at, expires_at)
       select $1, opened.hash, opened.resident, opened.session, now(), now() + interval '12 hours'
       from unnest($2::bytea[], $3::bigint[], $4::bigint[]) as opened (hash, resident, session)`,
      [clientId, opened.map(({ id }) => sha256(id)), opened.map(({ resident }) => resident), opened.map(({ session }) => session)],
    )
    return opened.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

const messageOf = (session_id: string, message: string) =>
  requestBytes('POST', '/gateway/chatbot/messages', { body: JSON.stringify({ session_id, message }) })

const compare = async (
  name: string,
  ports: Record<'ours' | 'theirs', number>,
  requests: Record<'ours' | 'theirs', MakeRequest>,
  statements: number,
) => {
  const perSecond: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
  const ask = (who: 'ours' | 'theirs', milliseconds: number) =>
    measure({ port: ports[who], connections, milliseconds, request: requests[who] })
  for (const who of ['ours', 'theirs'] as const) await ask(who, 1_000)
  for (let round = 0; round < rounds; round += 1)
    for (const who of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
      perSecond[who].push(await ask(who, seconds * 1_000))
  const [ours, theirs] = [medianOf(perSecond.ours), medianOf(perSecond.theirs)]
  console.log(
    `${name}, ${statements} statements, ${connections} connections: application ${ours.toFixed(0)} per second, bare server ${theirs.toFixed(0)}, ratio ${(ours / theirs).toFixed(2)}`,
  )
}

try {
  await migrate(postgres.url)
  const { clientId, bigConstructionId, headers } = await seed(postgres.url)
  const conversations = await openConversations(clientId, bigConstructionId)
  const [first = ''] = conversations
  const answered = messageOf(first, '工事の日はいつですか')
  const search = requestBytes('GET', `/api/desk?keyword=${encodeURIComponent('2905 第')}`, { headers })
  const recordings = [await recorded('answer', answered), await recorded('search', search)]
  const application = await start('app-server.ts')
  const bare = await start('replay-server.ts', ...recordings)
  const ports = { ours: application, theirs: bare }

  const { source } = (await askOnce(application, answered)) as Reply
  if (source !== 'お部屋の日程より') throw new Error(`the chatbot answered from ${source ?? 'nothing'}`)
  const { dwellings: found } = (await askOnce(application, search)) as { dwellings: Desk['room'][] }
  if (found.length === 0) throw new Error('the search found nobody')

  console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? '?'}), Node ${process.version}, median of ${rounds} × ${seconds} s`)
  const [answerStatements = 0, searchStatements = 0] = recordings.map(file => readRecording(file).length)
  let asked = 0
  const bareAnswer = requestBytes('POST', '/0', { body: '{}' })
  const bareSearch = requestBytes('GET', '/1')
  await compare(
    'answer of the chatbot',
    ports,
    { ours: () => messageOf(conversations[asked++ % conversations.length] ?? first, '工事の日はいつですか'), theirs: () => bareAnswer },
    answerStatements,
  )
  await compare('search of the call centre', ports, { ours: () => search, theirs: () => bareSearch }, searchStatements)
} finally {
  for (const { child } of children) if (child.connected) child.disconnect()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
