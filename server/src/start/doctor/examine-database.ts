import pg from 'pg'
import { ownNeeds } from '../../migrate/migrations.ts'
import { reasonOf } from '../../migrate/reason-of.ts'
import { demandMigratedDatabase } from '../../migrate/whose-database.ts'
import { type AppliedMigration, appliedMigrations, compareSchema } from '../../platform/database/applied-migrations.ts'
import { demandWallsAndSession, OpenWall, proveWalls } from '../../platform/database/database-walls.ts'
import { Refusal } from '../../platform/refusal.ts'
import { compareKeyMark, otherKey, type SecretKeys } from '../key-mark.ts'
import type { Databases } from '../databases.ts'
import { examineLogArchive } from './examine-log-archive.ts'
import { type Finding, good, note, orWrong, wrong } from './findings.ts'
import { lookAtDatabase } from './look-at-database.ts'

/** What the settings say that the database is held to. */
export interface ExaminedSettings {
  keys: SecretKeys | null
  backupDir: string | null
  hasStripe: boolean
}

/** The ways into the database and what stands behind them: who the application is there, its walls, its tables, its queues, its clock. */
export const examineDatabase = async (
  { ownerUrl, databaseUrl, databaseSessionUrl }: Databases,
  server: ExaminedSettings,
): Promise<Finding[]> => {
  const refusal = await refusalOf(ownerUrl ?? databaseUrl)
  // Of somebody else's database everything further would be wrong, too.
  if (refusal !== null) return [wrong(refusal)]
  const silent = new Set<string>()
  const owner =
    ownerUrl === null
      ? [note('DATABASE_URL（表の所有者）は指定されていません。マイグレーションは、所有者のURLで bin/admin migrate を実行してください。')]
      : await reach(ownerUrl, '所有者（DATABASE_URL）', silent)
  const application = await lookAtDatabase(databaseUrl, client => examineAsApplication(client, server)).catch((error: unknown) => {
    silent.add(databaseUrl)
    if (isOfServer(error)) silent.add(serverOf(databaseUrl))
    return [unreachable('アプリケーションのログイン（DATABASE_APP_URL）', error)]
  })
  const isSaid = silent.has(databaseSessionUrl) || silent.has(serverOf(databaseSessionUrl))
  return [...owner, ...application, ...(isSaid ? [] : await examineSession(databaseSessionUrl))]
}

const serverOf = (url: string): string => new URL(url).host

/** The server itself did not answer; what PostgreSQL refuses, it refuses one login. */
const isOfServer = (error: unknown): boolean => !(error instanceof pg.DatabaseError)

/** Why this cannot be the database of this program; null where it is, or where nobody answers. */
const refusalOf = (url: string): Promise<string | null> =>
  lookAtDatabase(url, client => demandMigratedDatabase(client, ownNeeds())).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.message : null),
  )

const reach = (url: string, who: string, silent: Set<string>): Promise<Finding[]> =>
  lookAtDatabase(url, async client => {
    await client.query('select 1')
    return [good(`データベースに${who}で接続できます。`)]
  }).catch((error: unknown) => {
    if (isOfServer(error)) silent.add(serverOf(url))
    return [unreachable(who, error)]
  })

const unreachable = (who: string, error: unknown): Finding =>
  wrong(`データベースに${who}で接続できません。アドレス、パスワード、ファイアウォールを確認してください: ${reasonOf(error)}`)

const examineAsApplication = async (client: pg.Client, server: ExaminedSettings): Promise<Finding[]> => [
  good('データベースにアプリケーションのログインで接続できます。'),
  await examineRole(client),
  ...(await orWrong(
    () => examineTables(client, server),
    reason => `表を確認できません。bin/admin migrate を実行してください: ${reason}`,
  )),
  ...(server.keys === null ? [] : await examineKey(client, server.keys)),
  await examineClock(client),
]

const examineKey = async (client: pg.Client, keys: SecretKeys): Promise<Finding[]> => {
  const state = await compareKeyMark(client, keys)
  if (state === 'unknown') return [wrong(otherKey)]
  return [
    state === 'same'
      ? good('SECRET_KEY は、このデータベースに使われてきたものです。')
      : note(
          state === 'new'
            ? 'このデータベースに使う SECRET_KEY は、最初の起動のときに記録されます。'
            : 'SECRET_KEY が変わりました。次の起動のときに記録されます。PREVIOUS_SECRET_KEY は残しておいてください。',
        ),
  ]
}

const examineRole = async (client: pg.Client): Promise<Finding> => {
  try {
    await proveWalls(client)
    return good('アプリケーションのログインは何も所有せず、行レベルセキュリティを回避できません。')
  } catch (error) {
    if (error instanceof OpenWall) return wrong(error.message)
    return wrong(`アプリケーションのログインを確認できません。bin/admin migrate を実行してください: ${reasonOf(error)}`)
  }
}

const examineTables = async (client: pg.Client, { backupDir, hasStripe }: ExaminedSettings): Promise<Finding[]> => [
  ...(await examineMigrations(client)),
  await examineWalls(client),
  await examineQueues(client),
  ...(await examineLetters(client)),
  ...(hasStripe ? [] : await examinePayments(client)),
  ...(await examineLogArchive(client, backupDir)),
  ...(await examineContent(client)),
]

const examineMigrations = async (client: pg.Client): Promise<Finding[]> => {
  const needs = ownNeeds()
  const { rows } = await client.query<AppliedMigration>(appliedMigrations)
  const { missing, unknown, tooNew } = compareSchema(needs, rows)
  if (missing.length > 0)
    return [wrong(`マイグレーションが${missing.length}件適用されていません。bin/admin migrate を実行してください（${missing[0]} から）。`)]
  if (tooNew.length > 0)
    return [wrong(`データベースがこのプログラムより新しくなっています（${tooNew[0]}）。新しいプログラムで起動してください。`)]
  return [
    unknown.length > 0
      ? note(
          `データベースには新しいバージョンのマイグレーションが${unknown.length}件あります。このプログラムのままでも動きますが、更新を終えるか確認してください。`,
        )
      : good(`マイグレーションは${needs.migrations.length}件すべて適用されています。`),
  ]
}

/** Tables of which decision 025 says why they have no policy; a table of tenants has a column `client_id`. */
const walls = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)
    and c.relname not in ('sandbox_payments', 'sandbox_refunds')
    and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
  order by c.relname`

export const examineWalls = async (client: pg.Client): Promise<Finding> => {
  const { rows } = await client.query<{ name: string }>(walls)
  if (rows.length === 0) return good('企業のデータを持つすべての表で、行レベルセキュリティが有効です。')
  const names = rows.map(({ name }) => name).join('、')
  return wrong(
    `行レベルセキュリティが無効な表があります: ${names}。サーバーを止め、所有者で ALTER TABLE … ENABLE ROW LEVEL SECURITY を実行してください。`,
  )
}

/** The outbox is looked through every minute by whichever server runs, so its newest job tells that one does. */
const queueState = `
  select (select extract(epoch from now() - max(completed_on))::int from pgboss.job where name = 'outbox' and state = 'completed') as seconds_since,
    (select count(*)::int from pgboss.job where state in ('created', 'retry') and start_after < now() - interval '15 minutes') as late,
    (select count(*)::int from pgboss.job where state = 'failed' and completed_on > now() - interval '1 day') as failed`

const examineQueues = async (client: pg.Client): Promise<Finding> => {
  const { rows } = await client.query<{ seconds_since: number | null; late: number; failed: number }>(queueState)
  const { seconds_since: seconds = null, late = 0, failed = 0 } = rows[0] ?? {}
  if (seconds === null) return note('キューはまだ動いたことがありません。サーバーを起動して数分後に、もう一度確認してください。')
  if (seconds > 300)
    return wrong(`キューが${Math.round(seconds / 60)}分動いていません。サーバーが動いているか、ログにエラーがないか確認してください。`)
  if (late > 0)
    return wrong(`15分以上待っているキューの仕事が${late}件あります。サーバーのログで job の行を確認し、必要なら再起動してください。`)
  if (failed > 0)
    return wrong(`1日のあいだに失敗したキューの仕事が${failed}件あります。サーバーのログで outcome が failed の行を確認してください。`)
  return good('キューは動いています。')
}

/** Minutes that a letter may wait: what a server does not take at first is tried again after a quarter of an hour. */
const lettersWait = 20

interface WaitingLetters {
  count: number
  since: Date | null
}

/** Letters that wait, over all clients: each is asked by itself, as row-level security wants it. */
const examineLetters = async (client: pg.Client): Promise<Finding[]> => {
  const { rows: found } = await client.query<WaitingLetters>(
    `select count(*)::int as count, min(pm.created_at) as since from platform_messages pm 
     where pm.state in ('waiting', 'sending') and pm.next_attempt_at < now() + interval '1 hour'`,
  )
  const waiting = `select count(*)::int as count, min(m.created_at) as since from outbox_messages m
    where m.client_id = $1 and m.transport = 'mail' and m.state in ('waiting', 'sending') and m.next_attempt_at < now() + interval '1 hour'`
  return judgeLetters([...found, ...(await askOfClients<WaitingLetters>(client, waiting))], Date.now())
}

/** What each client's rows answer, one client ($1) after the other, as row-level security wants it. */
const askOfClients = async <Row extends object>(client: pg.Client, text: string): Promise<Row[]> => {
  const { rows } = await client.query<{ id: number }>('select cl.id from clients cl where cl.discarded_at is null order by cl.id')
  const answers: Row[] = []
  // A coordinator sends SET LOCAL on to its nodes then (decision 101); anywhere else nobody reads this.
  await client.query(`set citus.propagate_set_commands = 'local'`)
  for (const { id } of rows) {
    await client.query('begin')
    try {
      await client.query(`set local app.client_id = ${String(Number(id))}`)
      answers.push(...(await client.query<Row>(text, [id])).rows)
    } finally {
      await client.query('commit')
    }
  }
  return answers
}

const stripePayments = `select count(*)::int as count from payments pay
  where pay.client_id = $1 and pay.adapter = 'stripe' and pay.state in ('started', 'pending', 'paid')`

/** Without its settings nobody asks Stripe how they stand, and none of them can be given back. */
const examinePayments = async (client: pg.Client): Promise<Finding[]> => {
  const count = (await askOfClients<{ count: number }>(client, stripePayments)).reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return []
  return [
    wrong(
      `Stripeで受け付けた決済が${count}件ありますが、STRIPE_SECRET_KEY と STRIPE_WEBHOOK_SECRET がないため、入金の確認も返金もできません。両方を指定してください。`,
    ),
  ]
}

export const judgeLetters = (found: readonly WaitingLetters[], now: number): Finding[] => {
  const count = found.reduce((sum, each) => sum + each.count, 0)
  const since = Math.min(...found.flatMap(each => each.since?.getTime() ?? []))
  if (count === 0) return [good('送信を待っているメールはありません。')]
  const minutes = Math.floor((now - since) / 60_000)
  const says = `送信を待っているメールが${count}通あります（最も古いものは${minutes}分前から）。`
  return minutes < lettersWait
    ? [note(says)]
    : [wrong(`${says}メールサーバーが受け付けていません。サーバーのログで「messages are not taken」の行を確認してください。`)]
}

const content = `
  select to_regclass('public.demo_town') is not null as has_town, exists (select from admins where discarded_at is null) as has_admin`

const examineContent = async (client: pg.Client): Promise<Finding[]> => {
  const { rows } = await client.query<{ has_town: boolean; has_admin: boolean }>(content)
  return [
    ...(rows[0]?.has_town === true
      ? [wrong('このデータベースには試用のデモデータがあります。本番環境には空のデータベースを指定してください。')]
      : []),
    rows[0]?.has_admin === true ? good('管理者がいます。') : wrong('管理者がいません。bin/admin create で作成してください。'),
  ]
}

/** Seconds by which two clocks may differ before one-time codes and deadlines do. */
const clocksMayDiffer = 5

const examineClock = async (client: pg.Client): Promise<Finding> => {
  const before = Date.now()
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  const seconds = (Number(rows[0]?.at) - (before + Date.now()) / 2) / 1_000
  return judgeClock(seconds)
}

export const judgeClock = (seconds: number): Finding =>
  Math.abs(seconds) <= clocksMayDiffer
    ? good('サーバーとデータベースの時計は合っています。')
    : wrong(
        `サーバーとデータベースの時計が${Math.abs(Math.round(seconds))}秒ずれています。両方のマシンで時刻同期（chronyなど）を有効にしてください。`,
      )

const examineSession = async (url: string): Promise<Finding[]> => {
  try {
    await demandWallsAndSession(url)
    return [good('通知とキューの接続は、データベースに直接つながっています。')]
  } catch (error) {
    return [error instanceof OpenWall ? wrong(error.message) : unreachable('通知とキューの接続（DATABASE_SESSION_URL）', error)]
  }
}
