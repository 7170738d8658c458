import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { type Account, findUser } from './queries.ts'

const kinds = { Staff_Admin: 'staffAdmin', Staff: 'staff', Craftsman: 'craftsman' } as const

/** What somebody of a client changed in the own account: which fields, never their values. Admins and operators have no timeline. */
export const recordAccountEvent = async (db: Db, account: Account, kind: string, fields: readonly string[] = []): Promise<void> => {
  const { clientId, accountId } = account
  if (clientId === null || account.strategy !== 'user') return
  const user = await findUser(db, clientId, accountId)
  if (!user) return
  const id = accountId
  const type = user.type as keyof typeof kinds
  const actor =
    type === 'Craftsman'
      ? { kind: kinds[type], id, clientId, contractorId: 0, primaryContractorId: null }
      : type === 'Staff'
        ? { kind: kinds[type], id, clientId, canRegisterStaff: false }
        : { kind: kinds[type], id, clientId }
  await recordEvent(db, { kind, actor, clientId, subject: { type: 'users', id }, ...(fields.length === 0 ? {} : { change: { fields } }) })
}
