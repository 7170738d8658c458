import { formatInstant } from '@toguchi/domain/calendar/day'
import { attemptEach } from '../../platform/attempt-each.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/identity.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { refused, signInFirst, stale } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/secrets.ts'
import { recordAccountEvent, recordUnaskedEvent } from '../account-events.ts'
import { accountOf, lockOwn } from '../change-profile.ts'
import { endAccess } from '../sessions/end-access.ts'
import { proveCurrentPassword } from '../passwords/prove-password.ts'
import { type Account, subjectOf } from '../account.ts'
import { findAccountRow, listClientIds, lockAccountRow, saveAccount, saveProvenAddress } from '../account-queries.ts'
import { listAddressesDue, listPlatformAddressesDue, restAddress, saveConsent } from './address-queries.ts'
import { findOneTimeToken, redeemOneTimeToken } from '../links/link-queries.ts'
import { notifyOfChange } from '../notify-account.ts'
import { askOwners, withdrawAddress } from './waiting-address.ts'

/** How long an address that somebody else asked for rests after its answer: its owner may refuse it meanwhile (decision 025). */
const rest = 24 * 60 * 60_000

interface Waiting {
  name: string
  email: string | null
  proven_phone?: string | null
  proven_email?: string | null
  newEmail: string
  needsConsent: boolean
  changesAt: Date | null
}

const ended = () => refused('URLの有効期限が切れています。', 'link_expired')
const changedText = 'メールアドレスを変更しました。'

/**
 * The mail to a waiting address was answered (G-ACC-13). Who asked for the own address has it at once; where somebody else asked, its owner
 * is asked once more, and it rests. Answers what is to be said.
 */
export const confirmEmail = (platform: Platform, token: string, session: Session | null): Promise<string> =>
  withLink(platform, 'email', token, async (db, account, waiting) => {
    if (waiting.needsConsent) return letRest(platform, db, account, waiting)
    await becomeAddress(platform, db, account, waiting, ownSessionId(session, account))
    await recordAccountEvent(db, account, 'accounts.email_confirmed')
    return changedText
  })

const letRest = async (platform: Platform, db: Db, account: Account, waiting: Waiting): Promise<string> => {
  const changesAt = new Date(platform.now().getTime() + rest)
  await restAddress(db, account, changesAt)
  await askOwners(platform, db, account, [{ accountId: account.accountId, ...waiting }], { changesAt })
  await recordUnaskedEvent(db, account, 'accounts.email_answered')
  return `メールアドレスを確認しました。ご本人がマイページか、これまでのメールアドレスに届いたメールから同意すると変更されます。同意がない場合は、${formatInstant(changesAt)}を過ぎると変更されます。`
}

/** What an owner is asked by the link in a mail to the address there is. */
export const findAskedAddress = async (platform: Platform, token: string): Promise<{ email: string; changesAt: Date | null }> => {
  const account = await accountOfLink(platform, 'email_consent', token)
  const row = await platform.pool.read(account.clientId, db => findAccountRow(db, account))
  if (!row?.unconfirmed_email) throw ended()
  return { email: row.unconfirmed_email, changesAt: row.email_changes_at }
}

/** The owner agrees, or says 「わたしではありません」, by that link. */
export const decideByLink = (platform: Platform, token: string, decision: 'agree' | 'refuse'): Promise<string> =>
  withLink(platform, 'email_consent', token, async (db, account, waiting) => {
    if (decision === 'agree') return agree(platform, db, account, waiting)
    await withdrawAddress(db, account, platform.now())
    await recordAccountEvent(db, account, 'accounts.email_refused')
    return 'メールアドレスの変更を取り消しました。'
  })

/** The owner agrees in a session of their own, to the address that was looked at; a session that was left open agrees to nothing. */
export const agreeToAddress = async (
  platform: Platform,
  session: Session,
  { email, current_password }: { email: string; current_password: string },
  ip: string,
): Promise<string> => {
  const account = accountOf(session)
  const row = await platform.pool.read(account.clientId, db => findAccountRow(db, account))
  if (!row) throw signInFirst()
  await proveCurrentPassword(platform, account, { current_password, digest: row.password_digest, network: networkOf(ip) })
  return platform.pool.write(account.clientId, async db => {
    const waiting = waitingOf(await lockOwn(db, session, row.password_digest))
    if (!waiting?.needsConsent || waiting.newEmail !== email) throw stale()
    return agree(platform, db, account, waiting, session.id)
  })
}

const agree = async (platform: Platform, db: Db, account: Account, waiting: Waiting, keepSessionId?: number): Promise<string> => {
  await recordAccountEvent(db, account, 'accounts.email_agreed')
  if (waiting.changesAt !== null) {
    await becomeAddress(platform, db, account, waiting, keepSessionId)
    return changedText
  }
  await saveConsent(db, account)
  return '変更に同意しました。新しいメールアドレスに届いた確認のメールが開かれると変更されます。'
}

/** Addresses that rested for a day and were not refused become their accounts', by day, when mail about it is read. */
export const settleAddresses = async (platform: Platform): Promise<void> => {
  await attemptEach(['admin', 'operator'] as const, strategy =>
    platform.pool.write(null, async db =>
      settleEach(platform, db, { strategy, clientId: null }, await listPlatformAddressesDue(db, strategy, platform.now())),
    ),
  )
  await attemptEach(await platform.pool.read(null, listClientIds), clientId =>
    platform.pool.write(clientId, async db =>
      settleEach(platform, db, { strategy: 'user', clientId }, await listAddressesDue(db, clientId, platform.now())),
    ),
  )
}

const settleEach = async (
  platform: Platform,
  db: Db,
  owners: Omit<Account, 'accountId'>,
  due: readonly (WaitingColumns & { id: number })[],
) => {
  for (const { id, ...row } of due) {
    const waiting = waitingOf(row)
    if (waiting === null) continue
    const account = { ...owners, accountId: id }
    await becomeAddress(platform, db, account, waiting)
    await recordUnaskedEvent(db, account, 'accounts.email_changed')
  }
}

/** Makes the waiting address the real one: everything else ends but the session that did it, and the old address is told. */
const becomeAddress = async (platform: Platform, db: Db, account: Account, waiting: Waiting, keepSessionId?: number): Promise<void> => {
  const now = platform.now()
  await endAccess(db, { ...account, accountIds: [account.accountId] }, now, keepSessionId)
  await saveAccount(db, account, { email: waiting.newEmail, updated_at: now })
  await saveProvenAddress(db, account, waiting.newEmail)
  await notifyOfChange(platform, db, account.clientId, waiting, 'email')
}

/** Takes a link about a waiting address, once, with the account held first: whoever ends links holds it, too, and then comes to them. */
const withLink = async <T>(
  platform: Platform,
  purpose: 'email' | 'email_consent',
  token: string,
  work: (db: Db, account: Account, waiting: Waiting) => Promise<T>,
): Promise<T> => {
  const account = await accountOfLink(platform, purpose, token)
  return platform.pool.write(account.clientId, async db => {
    const row = await lockAccountRow(db, account)
    if (!(await redeemOneTimeToken(db, purpose, sha256(token), platform.now()))) throw ended()
    const waiting = row === undefined ? null : waitingOf(row)
    if (waiting === null) throw ended()
    return work(db, account, waiting)
  })
}

const accountOfLink = async (platform: Platform, purpose: 'email' | 'email_consent', token: string): Promise<Account> => {
  const link = await platform.pool.read(null, db => findOneTimeToken(db, purpose, sha256(token), platform.now()))
  if (!link || link.strategy === 'resident') throw ended()
  return { strategy: link.strategy, clientId: link.client_id, accountId: link.account_id }
}

interface WaitingColumns {
  name: string
  email: string | null
  proven_phone?: string | null
  proven_email?: string | null
  unconfirmed_email: string | null
  email_needs_consent: boolean
  email_changes_at: Date | null
}

const waitingOf = (row: WaitingColumns): Waiting | null => {
  const { unconfirmed_email: newEmail, email_needs_consent: needsConsent, email_changes_at: changesAt, ...owner } = row
  return newEmail === null ? null : { ...owner, newEmail, needsConsent, changesAt }
}

/** The session of the caller, when it is one of this account. */
const ownSessionId = (session: Session | null, account: Account): number | undefined =>
  session && subjectOf(accountOf(session)) === subjectOf(account) ? session.id : undefined
