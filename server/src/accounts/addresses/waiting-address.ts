import { formatInstant } from '@toguchi/domain/calendar/day'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { refused } from '../../platform/http/problem.ts'
import { issueOneTimeTokens, linkLifetimes, originFor } from '../links/one-time-links.ts'
import type { Account } from '../account.ts'
import { findAccountRow } from '../account-queries.ts'
import { forgetWaitingAddresses, saveWaitingAddresses } from './address-queries.ts'
import { revokeOneTimeTokens } from '../links/link-queries.ts'
import { changeNotice, mailAll, type Notice, tellOwners } from '../notify-account.ts'

type Owners = Omit<Account, 'accountId'>

/** An address that somebody is to have, and the one there is until then. */
export interface WantedAddress {
  accountId: number
  name: string
  email: string | null
  proven_phone?: string | null
  proven_email?: string | null
  newEmail: string
}

/**
 * New addresses wait until the mail that is sent there is answered (G-ACC-13); the old ones are told. Where somebody else asked, the
 * answer alone is worth nothing: whoever reads the new mailbox may be the one who asked (`confirm-address.ts`, decision 025). Only the
 * newest address of an account may be proved: an older link would confirm it unseen.
 */
export const awaitAddresses = async (
  platform: Platform,
  db: Db,
  owners: Owners,
  waiting: readonly WantedAddress[],
  { needsConsent }: { needsConsent: boolean },
): Promise<void> => {
  if (waiting.length === 0) return
  const addresses = waiting.map(({ accountId, newEmail: email }) => ({ id: accountId, email }))
  await saveWaitingAddresses(db, owners, addresses, { needsConsent })
  await revokeOneTimeTokens(db, { ...owners, accountIds: addresses.map(({ id }) => id) }, ['email_consent'], platform.now())
  await sendConfirmations(platform, db, owners, waiting, { needsConsent })
  if (needsConsent) await askOwners(platform, db, owners, waiting, 'begun')
  else
    await tellOwners(
      db,
      owners.clientId,
      waiting.map(owner => ({ owner, notice: changeNotice(platform, owner, 'email_wanted') })),
    )
}

const sendConfirmations = async (
  platform: Platform,
  db: Db,
  owners: Owners,
  addresses: readonly WantedAddress[],
  { needsConsent }: { needsConsent: boolean },
) => {
  const accountIds = addresses.map(({ accountId }) => accountId)
  await revokeOneTimeTokens(db, { ...owners, accountIds }, ['email'], platform.now())
  const tokens = await issueOneTimeTokens(platform, db, owners, accountIds, 'email', linkLifetimes.email)
  const origin = await originFor(platform, db, owners.clientId)
  const body = ({ name }: WantedAddress, token: string | undefined) =>
    `${name} 様\n\n${needsConsent ? `このメールアドレスを${platform.settings.appName}のアカウントに登録する手続きが始まりました。このメールアドレスを確認するには` : 'メールアドレスの変更を完了するには'}、24時間以内に次のURLを開いてください。\n${origin}/mypage/email_confirmed?confirmation_token=${token}\n\n${needsConsent ? `${whatFollows}\n\n` : ''}お心当たりのない場合は、このメールを破棄してください。メールアドレスは変更されません。\n`
  await mailAll(
    db,
    owners.clientId,
    addresses.map((address, at) => ({
      to: address.newEmail,
      kind: 'email_confirmation',
      subject: `【${platform.settings.appName}】メールアドレス変更の確認`,
      body: body(address, tokens[at]),
    })),
  )
}

const whatFollows =
  '確認のあと、ご本人がマイページか、これまでのメールアドレスに届いたメールから同意すると変更されます。同意がない場合は、確認から24時間が過ぎると変更されます。'

/** Asks at the addresses there are, with a link for both answers, when somebody else asked for another one and when it was answered. */
export const askOwners = async (
  platform: Platform,
  db: Db,
  owners: Owners,
  addresses: readonly WantedAddress[],
  step: 'begun' | { changesAt: Date },
): Promise<void> => {
  const accountIds = addresses.map(({ accountId }) => accountId)
  const tokens = await issueOneTimeTokens(platform, db, owners, accountIds, 'email_consent', linkLifetimes.email_consent)
  const origin = await originFor(platform, db, owners.clientId)
  await tellOwners(
    db,
    owners.clientId,
    addresses.map((owner, at) => ({
      owner,
      notice: consentMail(platform, owner, `${origin}/mypage/email_consent?consent_token=${tokens[at]}`, step),
    })),
  )
}

const consentMail = (
  { settings: { appName, callCenterPhone } }: Platform,
  { name, newEmail }: WantedAddress,
  url: string,
  step: 'begun' | { changesAt: Date },
): Notice => ({
  kind: 'email_confirmation',
  subject: `【${appName}】${step === 'begun' ? 'メールアドレスの変更の手続きが始まりました' : 'まもなくメールアドレスが変更されます'}`,
  body: `${name} 様\n\nほかの方の操作で、アカウントのメールアドレスを変更する手続き${step === 'begun' ? 'が始まりました' : 'が行われ、新しいメールアドレスが確認されました'}。\n新しいメールアドレス: ${newEmail}\n\n次のURLから、「わたしではありません」を押して変更を取り消すか、変更に同意してください。\n${url}\n\n${step === 'begun' ? `新しいメールアドレスが${whatFollows}` : `どちらもされない場合は、${formatInstant(step.changesAt)}を過ぎると変更されます。`}それまでは、これまでのメールアドレスが使われます。\n\nお心当たりのない場合は、社内の管理者にもお知らせいただくか、お電話でお問い合わせください。\n${callCenterPhone}\n`,
  sms: `【${appName}】ほかの人がメールアドレスを変えようとしています。心当たりがないときは取り消してください。\n${url}`,
})

const nothingWaits = () => refused('確認待ちのメールアドレスはありません。', 'no_waiting_address')
const answeredAlready = () => refused('新しいメールアドレスはすでに確認されています。', 'address_answered')

/** Sends the mails about the waiting address once more; the link to confirm it that was sent before leads nowhere. */
export const confirmAgain = async (platform: Platform, db: Db, account: Account): Promise<void> => {
  const row = await findAccountRow(db, account)
  if (!row?.unconfirmed_email) throw nothingWaits()
  if (row.email_changes_at) throw answeredAlready()
  const address = { ...row, accountId: account.accountId, newEmail: row.unconfirmed_email }
  const needsConsent = row.email_needs_consent
  await sendConfirmations(platform, db, account, [address], { needsConsent })
  if (needsConsent) await askOwners(platform, db, account, [address], 'begun')
}

/** Gives the waiting address up: its links lead nowhere any more. */
export const withdrawAddress = async (db: Db, account: Account, now: Date): Promise<void> => {
  const row = await findAccountRow(db, account)
  if (!row?.unconfirmed_email) throw nothingWaits()
  const accounts = { ...account, accountIds: [account.accountId] }
  await revokeOneTimeTokens(db, accounts, ['email', 'email_consent'], now)
  await forgetWaitingAddresses(db, accounts)
}
