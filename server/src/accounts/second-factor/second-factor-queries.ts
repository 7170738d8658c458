import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import type { FactoredAccount, FactoredAccounts } from '../account.ts'

const findFactorColumns = ['id', 'secret', 'pending_secret', 'pending_until', 'last_step'] as const

/** An account's second factor, enrolled or about to be. */
export const findSecondFactor = (db: Db, { strategy, clientId, accountId }: FactoredAccount) =>
  db
    .selectFrom('second_factors')
    .where('strategy', '=', strategy)
    .where('account_id', '=', accountId)
    .where('client_id', 'is not distinct from', clientId)
    .select(findFactorColumns)
    .executeTakeFirst()
export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>

/** A secret waits for its first code; another one that waited is given up. */
export const savePendingSecret = (
  db: Db,
  { strategy, clientId, accountId }: FactoredAccount,
  pending_secret: Buffer,
  pending_until: Date,
) =>
  db
    .insertInto('second_factors')
    .values({ strategy, client_id: clientId, account_id: accountId, pending_secret, pending_until })
    .onConflict(target => target.constraint('second_factors_account_key').doUpdateSet({ pending_secret, pending_until }))
    .execute()

/** Makes the secret that waits the one that counts; no row when another one waits by now, or one counts that may not be replaced. */
export const confirmSecret = (
  db: Db,
  { id, pending_secret, step, mayReplace }: { id: number; pending_secret: Buffer; step: number; mayReplace: boolean },
  now: Date,
) =>
  db
    .updateTable('second_factors')
    .set({ secret: pending_secret, pending_secret: null, pending_until: null, last_step: step, confirmed_at: now })
    .where('id', '=', id)
    .where('pending_secret', '=', pending_secret)
    .where('pending_until', '>', now)
    .where(eb => eb.or([eb('secret', 'is', null), eb.val(mayReplace)]))
    .returning('id')
    .executeTakeFirst()

/** Takes the code of a time step, once and in order: of two at the same moment one gets nothing. */
export const redeemTimeStep = (db: Db, id: number, step: number) =>
  db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('secret', 'is not', null)
    .where(eb => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()

/** Takes a recovery code, once. */
export const redeemRecoveryCode = (db: Db, secondFactorId: number, codeHash: Buffer, now: Date) =>
  db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('second_factor_id', '=', secondFactorId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('second_factor_id')
    .executeTakeFirst()

/** New recovery codes in place of all there were. */
export const replaceRecoveryCodes = async (db: Db, second_factor_id: number, hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_codes').where('second_factor_id', '=', second_factor_id).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map(code_hash => ({ second_factor_id, code_hash })))
    .execute()
}

export const countRecoveryCodes = async (db: Db, secondFactorId: number): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('second_factor_id', '=', secondFactorId)
    .where('used_at', 'is', null)
    .select(eb => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Without a second factor from now on, and without one about to be; how many had one. */
export const deleteSecondFactors = async (db: Db, { strategy, clientId, accountIds }: FactoredAccounts): Promise<number> => {
  const deleted = await db
    .deleteFrom('second_factors')
    .where('strategy', '=', strategy)
    .where('account_id', 'in', accountIds)
    .where('client_id', 'is not distinct from', clientId)
    .returning(eb => eb('secret', 'is not', null).as('enrolled'))
    .execute()
  return deleted.filter(({ enrolled }) => enrolled).length
}

/** Enrolments that were begun and never finished. */
export const deleteEndedEnrolments = (db: Db, now: Date) =>
  db.deleteFrom('second_factors').where('secret', 'is', null).where('pending_until', '<=', now).execute()

/** `hold`: until the end of the transaction, so that nobody begins to demand it meanwhile. */
export const clientDemandsSecondFactor = async (db: Db, clientId: ClientId, { lock }: { lock: boolean }): Promise<boolean> => {
  const client = db.selectFrom('clients').where('id', '=', clientId).select('second_factor_required')
  return (await (lock ? client.forShare() : client).executeTakeFirst())?.second_factor_required ?? false
}

/** Everybody a company may demand it of who has none. */
export const listStaffWithoutSecondFactor = async (db: Db, clientId: ClientId): Promise<number[]> =>
  (
    await db
      .selectFrom('users as u')
      .where('u.client_id', '=', clientId)
      .where('u.type', '<>', 'Craftsman')
      .where('u.discarded_at', 'is', null)
      // Asked as a list, not for each person: the two lie in different places on a distributed engine.
      .where('u.id', 'not in', ({ selectFrom }) =>
        selectFrom('second_factors as sf')
          .where('sf.strategy', '=', 'user')
          .where('sf.client_id', '=', clientId)
          .where('sf.secret', 'is not', null)
          .select('sf.account_id'),
      )
      .select('u.id')
      .execute()
  ).map(({ id }) => id)
