import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import type { Accounts } from '../account.ts'
import { dropPasswords } from '../account-queries.ts'
import { forgetWaitingAddresses } from '../addresses/address-queries.ts'
import { type InvitationEnd, linkPurposes, markInvitationsEnded, revokeOneTimeTokens } from '../links/link-queries.ts'
import { endFeeds } from '../../calendar-feeds/calendar-feeds.ts'
import { endJoins } from '../joins/join-queries.ts'
import { deleteSessionsOf } from './session-queries.ts'

/**
 * Ends everything that was handed out for accounts, at every change of password, e-mail or login id, by whomever, and when they are
 * discarded: links of every purpose that were sent and not used, addresses that wait for their confirmation, and the sessions; all of
 * them, or all but the one through which its owner made the change. Residents' own confirmations end with `endResident`.
 */
export const endAccess = async (db: Db, accounts: Accounts, now: Date, keepSessionId?: number): Promise<void> => {
  if (accounts.accountIds.length === 0) return
  // The accounts first, as everybody does who takes a link: otherwise two would wait for one another.
  await forgetWaitingAddresses(db, accounts)
  await revokeOneTimeTokens(db, accounts, linkPurposes, now)
  await deleteSessionsOf(db, accounts, keepSessionId)
  // Whoever changes something of their own goes on being told of their days (decision 067), and stays the person of their other accounts.
  if (keepSessionId !== undefined) return
  await endFeedsOf(db, accounts)
  if (accounts.strategy === 'user' && accounts.clientId !== null) await endJoins(db, accounts.clientId, accounts.accountIds, now)
}

const endFeedsOf = async (db: Db, { strategy, clientId, accountIds }: Accounts): Promise<void> => {
  if (clientId === null) return
  await endFeeds(db, clientId, strategy === 'resident' ? { residentIds: accountIds } : { userIds: accountIds })
}

/** Ends what was sent to people of a client who never signed in: links, and the first password that somebody else may have read. */
export const endInvitations = async (
  db: Db,
  clientId: ClientId,
  userIds: readonly number[],
  now: Date,
  endedAs: InvitationEnd,
): Promise<void> => {
  if (userIds.length === 0) return
  const accounts = { strategy: 'user' as const, clientId, accountIds: userIds }
  await forgetWaitingAddresses(db, accounts)
  await markInvitationsEnded(db, accounts, endedAs)
  await endAccess(db, accounts, now)
  await dropPasswords(db, clientId, userIds)
}
