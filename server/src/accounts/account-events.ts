import type { EventKind } from '@toguchi/domain/events/event-sentences'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Account } from './account.ts'
import { findUser, insertPlatformEvent } from './account-queries.ts'

const kinds = { Staff_Admin: 'staffAdmin', Staff: 'staff', Craftsman: 'craftsman' } as const

/** What somebody changed in the own account: which fields, never their values. Residents have events of their own. */
export const recordAccountEvent = async (db: Db, account: Account, kind: EventKind, fields: readonly string[] = []): Promise<void> => {
  const { strategy, clientId, accountId } = account
  const change = fields.length === 0 ? {} : { fields }
  if (strategy === 'admin' || strategy === 'operator')
    return recordPlatformEvent(db, {
      kind,
      actor: { kind: strategy, id: accountId },
      subject: platformSubject(strategy, accountId),
      change,
    })
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

/** What happened to an account without its owner, or anybody, doing it just now. Residents have events of their own. */
export const recordUnaskedEvent = async (db: Db, { strategy, clientId, accountId }: Account, kind: EventKind): Promise<void> => {
  if (strategy === 'admin' || strategy === 'operator')
    await recordPlatformEvent(db, { kind, actor: 'system', subject: platformSubject(strategy, accountId) })
  else if (clientId !== null) await recordEvent(db, { kind, actor: 'system', clientId, subject: { type: 'users', id: accountId } })
}

interface PlatformEvent {
  kind: string
  /** `system`: a command on the server. */
  actor: { kind: 'admin' | 'operator'; id: number } | 'system'
  subject: { type: 'admins' | 'operators' | 'platform_informations'; id: number }
  change?: Record<string, unknown>
}

/** What happened to an admin, an operator or a thing of the platform's, and by whom: no client's timeline holds it. */
export const recordPlatformEvent = async (db: Db, { kind, actor, subject, change = {} }: PlatformEvent): Promise<void> => {
  await insertPlatformEvent(db, {
    kind,
    actor_kind: actor === 'system' ? actor : actor.kind,
    actor_id: actor === 'system' ? null : actor.id,
    subject_type: subject.type,
    subject_id: subject.id,
    change: JSON.stringify(change),
  })
}

/** An account of the platform as a subject. */
export const platformSubject = (strategy: 'admin' | 'operator', id: number) =>
  ({ type: strategy === 'admin' ? 'admins' : 'operators', id }) as const
