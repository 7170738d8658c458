import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** The sandbox's books. It is another company's service: its own transactions, no client, and it believes only itself. */
export const openSandboxPayment = (
  db: Db,
  payment: {
    uuid: string
    amount: number
    pay_method: 'credit' | 'webcvs'
    konbini_days: number
    created_at: Date
    return_url: string
    description: string
  },
) =>
  db
    .insertInto('sandbox_payments')
    .values({ ...payment, state: 'open' })
    .onConflict(conflict => conflict.column('uuid').doNothing())
    .execute()

export const findSandboxPayment = (db: Db, uuid: string) =>
  db.selectFrom('sandbox_payments').where('uuid', '=', uuid).selectAll().executeTakeFirst()
export const lockSandboxPayment = (db: Db, uuid: string) =>
  db.selectFrom('sandbox_payments').where('uuid', '=', uuid).selectAll().forUpdate().executeTakeFirst()
export type SandboxPayment = NonNullable<Awaited<ReturnType<typeof findSandboxPayment>>>

export const updateSandboxPayment = (
  db: Db,
  uuid: string,
  change: { state: SandboxPayment['state']; paid_amount?: number; paid_at?: Date; konbini_expires_at?: Date },
) => db.updateTable('sandbox_payments').set(change).where('uuid', '=', uuid).execute()

/** What became of a refund under a key; undefined when there is none. */
export const findSandboxRefund = async (db: Db, refundKey: string): Promise<{ is_returned: boolean } | undefined> => {
  const row = await db.selectFrom('sandbox_refunds').where('refund_key', '=', refundKey).select('returned_at').executeTakeFirst()
  return row && { is_returned: row.returned_at !== null }
}

/** Pays back once per key; false when more is asked for than was paid, or when it came back. */
export const refundSandboxPayment = async (db: Db, uuid: string, amount: number, refundKey: string): Promise<boolean> => {
  const existing = await findSandboxRefund(db, refundKey)
  if (existing) return !existing.is_returned
  const { rows } = await sql`update sandbox_payments set refunded_amount = refunded_amount + ${amount}
    where uuid = ${uuid} and refunded_amount + ${amount} <= paid_amount returning uuid`.execute(db)
  if (rows.length === 0) return false
  await db.insertInto('sandbox_refunds').values({ refund_key: refundKey, uuid, amount }).execute()
  return true
}

/** Pays a card back at the service's own desk, all that is left of it. Returns the yen that went back altogether; null when nothing is left. */
export const refundAtSandboxDesk = async (db: Db, uuid: string): Promise<number | null> => {
  const { rows } = await sql<{ refunded_amount: number }>`update sandbox_payments set refunded_amount = paid_amount
    where uuid = ${uuid} and pay_method = 'credit' and state = 'paid' and refunded_amount < paid_amount
    returning refunded_amount`.execute(db)
  return rows[0]?.refunded_amount ?? null
}

/** The card's company sends the last refund of ours back. Returns its key; null when there is none. */
export const returnSandboxRefund = async (db: Db, uuid: string, now: Date): Promise<string | null> => {
  const { rows } = await sql<{ refund_key: string; amount: number }>`update sandbox_refunds set returned_at = ${now}
    where refund_key = (select refund_key from sandbox_refunds where uuid = ${uuid} and returned_at is null order by refund_key limit 1)
    returning refund_key, amount`.execute(db)
  const [returned] = rows
  if (!returned) return null
  await sql`update sandbox_payments set refunded_amount = refunded_amount - ${returned.amount} where uuid = ${uuid}`.execute(db)
  return returned.refund_key
}
