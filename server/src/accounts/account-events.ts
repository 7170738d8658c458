import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Account } from './account.ts'
import { findUser, insertPlatformEvent } from './account-queries.ts'

const kinds = { Staff_Admin: 'staffAdmin', Staff: 'staff', Craftsman: 'craftsman' } as const

/** What somebody changed in the own account: which fields, never their values. Residents have events of their own. */
export const recordAccountEvent = async (db: Db, account: Account, kind: string, fields: readonly string[] = []): Promise<void> => {
  const { strategy, clientId, accountId } = account
  const change = fields.length === 0 ? {} : { fields }
  if (strategy === 'admin' || strategy === 'operator')
    return recordPlatformEvent(db, { kind, actor: { kind: strategy, id: accountId }, account: { strategy, accountId }, change })
  if (clientId === null || strategy !== 'user') return
  const user = await findUser(db, clientId, accountId)
  if (!user) return
  const id = accountId
  const type = user.type
  const actor =
    type === 'Craftsman'
      ? { kind: kinds[type], id, clientId, contractorId: 0, primaryContractorId: null }
      : type === 'Staff'
        ? { kind: kinds[type], id, clientId, canRegisterStaff: false }
        : { kind: kinds[type], id, clientId }
  await recordEvent(db, { kind, actor, clientId, subject: { type: 'users', id }, change })
}

interface PlatformEvent {
  kind: string
  /** `system`: a command on the server. */
  actor: { kind: 'admin' | 'operator'; id: number } | 'system'
  account: { strategy: 'admin' | 'operator'; accountId: number }
  change?: Record<string, unknown>
}

/** What happened to the account of an admin or operator, and by whom: no client's timeline holds it. */
export const recordPlatformEvent = async (db: Db, { kind, actor, account, change = {} }: PlatformEvent): Promise<void> => {
  await insertPlatformEvent(db, {
    kind,
    actor_kind: actor === 'system' ? actor : actor.kind,
    actor_id: actor === 'system' ? null : actor.id,
    subject_type: account.strategy === 'admin' ? 'admins' : 'operators',
    subject_id: account.accountId,
    change: JSON.stringify(change),
  })
}
