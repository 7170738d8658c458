import type { Session } from '../platform/identity.ts'
import type { Db } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'
import { refused } from '../platform/problem.ts'
import { newToken, sha256 } from '../platform/secrets.ts'
import { recordAccountEvent } from './account-events.ts'
import { endAccess } from './end-access.ts'
import { linkLifetimes, originFor } from './one-time-links.ts'
import {
  type Account,
  findAccountRow,
  findOneTimeToken,
  insertOneTimeTokens,
  revokeOneTimeTokens,
  saveAccount,
  saveWaitingAddresses,
  takeOneTimeToken,
} from './queries.ts'
import { changeNotice, mailTo, tellOfChange } from './tell-account.ts'

/** An address that somebody is to have, and the one there is until it was confirmed. */
export interface WantedAddress {
  accountId: number
  name: string
  email: string
  wanted: string
}

/**
 * New addresses wait until the mail that is sent there is answered (G-ACC-13), whoever asked for them; the old ones are told. Only the
 * newest address of an account may be proved: an older link would confirm it unseen.
 */
export const awaitAddresses = async (
  platform: Platform,
  db: Db,
  { strategy, clientId }: Omit<Account, 'accountId'>,
  wanted: readonly WantedAddress[],
): Promise<void> => {
  if (wanted.length === 0) return
  await saveWaitingAddresses(
    db,
    { strategy, clientId },
    wanted.map(({ accountId, wanted: email }) => ({ id: accountId, email })),
  )
  await sendConfirmations(platform, db, { strategy, clientId }, wanted)
  for (const { name, email } of wanted) await mailTo(db, clientId, email, changeNotice(platform, { name }, 'email_wanted'))
}

const sendConfirmations = async (
  platform: Platform,
  db: Db,
  { strategy, clientId }: Omit<Account, 'accountId'>,
  wanted: readonly WantedAddress[],
) => {
  const now = platform.now()
  const accountIds = wanted.map(({ accountId }) => accountId)
  await revokeOneTimeTokens(db, { strategy, clientId, accountIds }, ['email'], now)
  const links = wanted.map(address => ({ ...address, token: newToken() }))
  await insertOneTimeTokens(
    db,
    links.map(({ accountId, token }) => ({
      purpose: 'email',
      strategy,
      client_id: clientId,
      account_id: accountId,
      token_hash: sha256(token),
      expires_at: new Date(now.getTime() + linkLifetimes.email),
    })),
  )
  const origin = await originFor(platform, db, clientId)
  for (const { name, wanted: to, token } of links)
    await mailTo(db, clientId, to, {
      kind: 'email_confirmation',
      subject: `【${platform.settings.appName}】メールアドレス変更の確認`,
      body: `${name} 様\n\nメールアドレスの変更を完了するには、24時間以内に次のURLを開いてください。\n${origin}/mypage/email_confirmed?confirmation_token=${token}\n\nお心当たりのない場合は、このメールを破棄してください。メールアドレスは変更されません。\n`,
    })
}

const nothingWaits = () => refused('確認待ちのメールアドレスはありません。', 'no_waiting_address')

/** Sends the mail to the waiting address once more; the link before it leads nowhere. */
export const confirmAgain = async (platform: Platform, db: Db, account: Account): Promise<void> => {
  const row = await findAccountRow(db, account)
  if (!row?.unconfirmed_email) throw nothingWaits()
  const { name, email, unconfirmed_email: wanted } = row
  await sendConfirmations(platform, db, account, [{ accountId: account.accountId, name, email, wanted }])
}

/** Gives the waiting address up: its link confirms nothing any more. */
export const withdrawAddress = async (db: Db, account: Account, now: Date): Promise<void> => {
  const row = await findAccountRow(db, account)
  if (!row?.unconfirmed_email) throw nothingWaits()
  await revokeOneTimeTokens(db, { ...account, accountIds: [account.accountId] }, ['email'], now)
  await saveAccount(db, account, { unconfirmed_email: null, updated_at: now })
}

const ended = () => refused('URLの有効期限が切れています。', 'link_expired')

/** Makes the waiting address the real one (G-ACC-13): everything else ends but the session that answers, and the old address is told. */
export const confirmEmail = async (platform: Platform, token: string, session: Session | null): Promise<void> => {
  const now = platform.now()
  const found = await platform.pool.read(null, db => findOneTimeToken(db, 'email', sha256(token), now))
  if (!found || found.strategy === 'resident') throw ended()
  const account: Account = { strategy: found.strategy as Account['strategy'], clientId: found.client_id, accountId: found.account_id }
  await platform.pool.write(account.clientId, async db => {
    if (!(await takeOneTimeToken(db, 'email', sha256(token), now))) throw ended()
    const row = await findAccountRow(db, account)
    if (!row?.unconfirmed_email) throw ended()
    const { unconfirmed_email: email } = row
    await endAccess(db, { ...account, accountIds: [account.accountId] }, now, ownSessionId(session, account))
    await saveAccount(db, account, { email, updated_at: now })
    await tellOfChange(platform, db, account.clientId, row, 'email')
    await recordAccountEvent(db, account, 'accounts.email_confirmed')
  })
}

/** The session of the caller, when it is one of this account. */
const ownSessionId = (session: Session | null, { strategy, clientId, accountId }: Account): number | undefined =>
  session?.strategy === strategy && session.actor.clientId === clientId && session.actor.id === accountId ? session.id : undefined
