import type pg from 'pg'
import { proveWalls } from '../../platform/database/database-walls.ts'
import { examineWalls } from '../doctor/examine-database.ts'
import { type Finding, good, wrong } from '../doctor/findings.ts'
import { namedFiles } from './named-files.ts'

/** The bytes that go with a database: SHA-256 in hexadecimal of what lies under a key, null where nothing does. */
export type HashOfKey = (key: string) => Promise<string | null>

/**
 * Holds a database to its files: every row has its bytes, with the hash that the row says. A database of yesterday with the files of today
 * lacks nothing but what was removed since; files of yesterday lack what came since. Both are found here, as whatever else was lost.
 */
export const proveFiles = async (owner: pg.Client, hashOfKey: HashOfKey): Promise<Finding[]> => {
  const [missing, different]: string[][] = [[], []]
  let count = 0
  for await (const { key, sha256 } of namedFiles(owner)) {
    count += 1
    const hash = await hashOfKey(key)
    if (hash === null) missing?.push(key)
    else if (sha256 !== null && hash !== sha256) different?.push(key)
  }
  return [
    ...told(missing ?? [], '内容がないファイル', 'データベースより古いファイルと組み合わせたか、ファイルが失われています'),
    ...told(different ?? [], '内容が記録と違うファイル', 'ファイルが壊れています'),
    ...(missing?.length === 0 && different?.length === 0
      ? [good(`データベースが知っているファイル${count}件すべてに、記録どおりの内容があります。`)]
      : []),
  ]
}

const told = (keys: readonly string[], what: string, why: string): Finding[] =>
  keys.length === 0
    ? []
    : [wrong(`${what}が${keys.length}件あります。${why}: ${keys.slice(0, 5).join('、')}${keys.length > 5 ? ' ほか' : ''}`)]

/** The walls between clients in a restored database: policies on every table, and each login of the application bound by them. */
export const proveRowSecurity = async (owner: pg.Client, connectAs: (role: string) => Promise<pg.Client>): Promise<Finding[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select r.rolname as name from pg_auth_members m join pg_roles r on r.oid = m.member
     where m.roleid = 'toguchi_app'::regrole and r.rolcanlogin and has_database_privilege(r.oid, current_database(), 'connect')
       and not r.rolsuper and r.rolname <> current_user order by r.rolname`,
  )
  if (rows.length === 0) return [wrong('アプリケーションのログインがありません。bin/admin migrate を実行してください。')]
  const findings = [await examineWalls(owner)]
  for (const { name } of rows) {
    const client = await connectAs(name)
    try {
      await proveWalls(client)
      findings.push(good(`アプリケーションのログイン ${name} は何も所有せず、行レベルセキュリティを回避できません。`))
    } catch (error) {
      findings.push(wrong(error instanceof Error ? error.message : String(error)))
    } finally {
      await client.end()
    }
  }
  return findings
}

/**
 * The books: what came in, less what went back and what waits to go back, is the price of an order that is paid and nothing of any other
 * (what `ledger.long.test.ts` holds every sequence to).
 */
const books = `
  select count(*)::int as orders, coalesce(sum(b.paid), 0)::float8 as paid, coalesce(sum(b.refunded), 0)::float8 as refunded,
    count(*) filter (where b.paid - b.refunded - b.waiting <> b.due)::int as wrong,
    (array_agg(b.client_id || '/' || b.id order by b.client_id, b.id) filter (where b.paid - b.refunded - b.waiting <> b.due))[1] as first
  from (
    select o.client_id, o.id,
      case when o.status = 'paid' or (o.status = 'cancel_application' and o.status_before_cancel = 'paid') then o.total_price_in_tax else 0 end as due,
      coalesce((select sum(le.amount) from ledger_entries le where le.client_id = o.client_id and le.order_id = o.id and le.kind = 'payment'), 0) as paid,
      coalesce((select sum(le.amount) from ledger_entries le where le.client_id = o.client_id and le.order_id = o.id and le.kind = 'refund'), 0) as refunded,
      coalesce((select sum(rf.amount) from refunds rf where rf.client_id = o.client_id and rf.order_id = o.id and rf.state <> 'done'), 0) as waiting
    from orders o) b`

export const proveBooks = async (owner: pg.Client): Promise<Finding> => {
  const { rows } = await owner.query<{ orders: number; paid: number; refunded: number; wrong: number; first: string | null }>(books)
  const { orders = 0, paid = 0, refunded = 0, wrong: faults = 0, first = null } = rows[0] ?? {}
  return faults === 0
    ? good(`申込${orders}件の入金${yen(paid)}と返金${yen(refunded)}が、台帳と合っています。`)
    : wrong(`台帳と合わない申込が${faults}件あります（企業/申込 ${first} など）。会計の担当者に確認してください。`)
}

const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`
