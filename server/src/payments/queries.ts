import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** The sandbox's books. It is another company's service: its own transactions, no client, and it believes only itself. */
export const openSandboxPayment = (
  db: Db,
  payment: {
    uuid: string
    amount: number
    pay_method: string
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
  change: { state: string; paid_amount?: number; paid_at?: Date; konbini_expires_at?: Date },
) => db.updateTable('sandbox_payments').set(change).where('uuid', '=', uuid).execute()

/** Whether something was paid back under the key. */
export const isRefundedAtSandbox = async (db: Db, refundKey: string): Promise<boolean> =>
  (await db.selectFrom('sandbox_refunds').where('refund_key', '=', refundKey).select('refund_key').executeTakeFirst()) !== undefined

/** Pays back once per key; false when more is asked for than was paid. */
export const refundSandboxPayment = async (db: Db, uuid: string, amount: number, refundKey: string): Promise<boolean> => {
  if (await isRefundedAtSandbox(db, refundKey)) return true
  const { rows } = await sql`update sandbox_payments set refunded_amount = refunded_amount + ${amount}
    where uuid = ${uuid} and refunded_amount + ${amount} <= paid_amount returning uuid`.execute(db)
  if (rows.length === 0) return false
  await db.insertInto('sandbox_refunds').values({ refund_key: refundKey, uuid, amount }).execute()
  return true
}
