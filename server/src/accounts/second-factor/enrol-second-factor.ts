import { codeDigits, mayHaveSecondFactor } from '@toguchi/domain/accounts/second-factor'
import type { Enrolment } from '@toguchi/domain/accounts/second-factor-contract'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import type { Db } from '../../platform/database/database.ts'
import { type Session } from '../../platform/http/identity.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountRefused, forbidden, invalid, refused, signInFirst } from '../../platform/http/problem.ts'
import { checkUnderLimit, forgetAttempts } from '../../platform/attempts/attempts.ts'
import { sha256 } from '../../platform/secrets.ts'
import { type Account, type FactoredAccount, subjectOf } from '../account.ts'
import { recordAccountEvent } from '../account-events.ts'
import { accountOf } from '../change-profile.ts'
import { codeGuesses } from '../lock-outs/locks.ts'
import { endAccess } from '../sessions/end-access.ts'
import { linkLifetimes } from '../links/one-time-links.ts'
import { proveCurrentPassword } from '../passwords/prove-password.ts'
import { findAccountRow, findUser, lockAccountRow } from '../account-queries.ts'
import { findOneTimeToken, redeemOneTimeToken } from '../links/link-queries.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { demandOf, type Person, redeemCode } from './second-factor.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteSecondFactors,
  findSecondFactor,
  replaceRecoveryCodes,
  savePendingSecret,
} from './second-factor-queries.ts'
import { enter, refuseTerminated } from '../sessions/sign-in.ts'
import { type AccountChange, notifyOfChange } from '../notify-account.ts'
import { newSecret, openSecret, otpauthUrl, sealSecret, stepOfCode } from './totp.ts'

/** What proves that it is the owner who changes the second factor, besides the session. */
interface Proof {
  current_password: string
  otp?: string | undefined
}

const personOf = (session: Session): Person => {
  const { strategy, clientId, accountId } = accountOf(session)
  if (strategy === 'resident' || !mayHaveSecondFactor(session.actor)) throw forbidden()
  return { strategy, clientId, accountId, isCraftsman: false }
}

const rowOf = async (platform: Platform, account: Account) => {
  const row = await platform.pool.read(account.clientId, db => findAccountRow(db, account))
  if (!row) throw signInFirst()
  return row
}

const factorOf = (platform: Platform, account: FactoredAccount) => platform.pool.read(null, db => findSecondFactor(db, account))

export const secondFactorOf = async (platform: Platform, session: Session) => {
  const person = personOf(session)
  const demand = await demandOf(platform, person)
  const factor = await factorOf(platform, person)
  const enabled = factor !== undefined && factor.secret !== null
  return {
    offered: demand !== 'never',
    required: demand === 'required',
    enabled,
    recovery_codes_left: enabled ? await platform.pool.read(null, db => countRecoveryCodes(db, factor.id)) : 0,
  }
}

/** The password and, where there is a second factor, a code of it: a session that was left open changes nothing here. */
const prove = async (platform: Platform, person: Person, { current_password, otp }: Proof, ip: string): Promise<void> => {
  const row = await rowOf(platform, person)
  await proveCurrentPassword(platform, person, { current_password, digest: row.password_digest, network: networkOf(ip) })
  const factor = await factorOf(platform, person)
  if (!factor?.secret) return
  if (!otp?.trim()) throw invalid({ otp: ['を入力してください'] })
  await underCodeLimit(platform, person, async () => ((await redeemCode(platform, person, factor, otp)) ? true : null))
}

/** So many wrong codes of an account, whatever they were for, and no more are looked at. Null is a wrong one. */
const underCodeLimit = async <T>(platform: Platform, account: Account, check: () => Promise<T | null>): Promise<T> => {
  const { result } = await checkUnderLimit(platform, { scope: 'second_factor', subject: subjectOf(account) }, check)
  if (result === null) throw wrongCode()
  return result
}

const wrongCode = () => invalid({ otp: ['が正しくありません'] })
const notOffered = () => refused('二段階認証は現在ご利用いただけません。', 'second_factor_not_offered')
const notEnabled = () => refused('二段階認証は設定されていません。', 'no_second_factor')
const enrolmentEnded = () => refused('設定の有効期限が切れています。もう一度はじめからお手続きください。', 'enrolment_ended')

/** A new secret waits ten minutes for its first code; the one there is counts until then. */
const begin = async (platform: Platform, account: FactoredAccount): Promise<Enrolment> => {
  const { settings } = platform
  const { login_id: label } = await rowOf(platform, account)
  const secret = newSecret()
  const until = new Date(platform.now().getTime() + linkLifetimes.second_factor)
  await platform.pool.write(null, db => savePendingSecret(db, account, sealSecret(settings.secretKey, secret), until))
  return { otpauth_url: otpauthUrl(secret, { issuer: settings.appName, label }), secret }
}

export const beginEnrolment = async (platform: Platform, session: Session, proof: Proof, ip: string): Promise<Enrolment> => {
  const person = personOf(session)
  if ((await demandOf(platform, person)) === 'never') throw notOffered()
  await prove(platform, person, proof, ip)
  return begin(platform, person)
}

/** The secret that waits, with the time step of the code that was typed for it. */
const provePending = async (platform: Platform, account: FactoredAccount, otp: string) => {
  const now = platform.now()
  const factor = await factorOf(platform, account)
  if (!factor?.pending_secret || !factor.pending_until || factor.pending_until <= now) throw enrolmentEnded()
  const { id, pending_secret } = factor
  const code = otp.normalize('NFKC').replaceAll(/\s/g, '')
  const secret = openSecret(platform.settings, pending_secret)
  const step = await underCodeLimit(platform, account, async () => (code.length === codeDigits ? stepOfCode(secret, code, now) : null))
  return { id, pending_secret, step }
}

/** Ends the other sessions, which were opened without it, and answers the recovery codes, this once. */
const confirm = async (
  platform: Platform,
  db: Db,
  account: FactoredAccount,
  pending: Awaited<ReturnType<typeof provePending>>,
  { mayReplace, keepSessionId }: { mayReplace: boolean; keepSessionId?: number },
): Promise<string[]> => {
  const now = platform.now()
  if (!(await confirmSecret(db, { ...pending, mayReplace }, now))) throw enrolmentEnded()
  const codes = await giveRecoveryCodes(db, pending.id)
  await endAccess(db, { ...account, accountIds: [account.accountId] }, now, keepSessionId)
  await tell(platform, db, account, 'second_factor_on', 'accounts.second_factor_enabled')
  return codes
}

const giveRecoveryCodes = async (db: Db, secondFactorId: number): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(db, secondFactorId, codes.map(recoveryCodeHash))
  return codes
}

const tell = async (platform: Platform, db: Db, account: Account, change: AccountChange, event: EventKind): Promise<void> => {
  const row = await findAccountRow(db, account)
  if (!row) throw signInFirst()
  await notifyOfChange(platform, db, account.clientId, row, change)
  await recordAccountEvent(db, account, event)
}

export const confirmEnrolment = async (platform: Platform, session: Session, otp: string): Promise<string[]> => {
  const person = personOf(session)
  const pending = await provePending(platform, person, otp)
  return platform.pool.write(person.clientId, db => confirm(platform, db, person, pending, { mayReplace: true, keepSessionId: session.id }))
}

export const renewRecoveryCodes = async (platform: Platform, session: Session, proof: Proof, ip: string): Promise<string[]> => {
  const person = personOf(session)
  await prove(platform, person, proof, ip)
  return platform.pool.write(person.clientId, async db => {
    const factor = await findSecondFactor(db, person)
    if (!factor?.secret) throw notEnabled()
    const codes = await giveRecoveryCodes(db, factor.id)
    await tell(platform, db, person, 'recovery_codes', 'accounts.recovery_codes_renewed')
    return codes
  })
}

/** Turns it off for oneself, where nobody demands it. */
export const removeSecondFactor = async (platform: Platform, session: Session, proof: Proof, ip: string): Promise<void> => {
  const person = personOf(session)
  if ((await demandOf(platform, person)) === 'required')
    throw refused('二段階認証は必須のため、無効にできません。', 'second_factor_required')
  await prove(platform, person, proof, ip)
  await platform.pool.write(person.clientId, async db => {
    if ((await deleteSecondFactors(db, { ...person, accountIds: [person.accountId] })) === 0) throw notEnabled()
    await tell(platform, db, person, 'second_factor_off', 'accounts.second_factor_disabled')
  })
}

/** Whom a token of the sign-in lets enrol, and nothing else (D-39). */
const personOfToken = async (platform: Platform, token: string): Promise<Person> => {
  const link = await platform.pool.read(null, db => findOneTimeToken(db, 'second_factor', sha256(token), platform.now()))
  if (!link || link.strategy === 'resident') throw tokenEnded()
  const { strategy, client_id: clientId, account_id: accountId } = link
  const account = { strategy, clientId, accountId }
  if (clientId === null) return { ...account, isCraftsman: false }
  await refuseTerminated(platform, clientId)
  const user = await platform.pool.read(clientId, db => findUser(db, clientId, accountId))
  if (!user) throw tokenEnded()
  return { ...account, isCraftsman: user.type === 'Craftsman' }
}

const tokenEnded = () => accountRefused('設定の有効期限が切れています。もう一度ログインしてください。')

export const beginDemandedEnrolment = async (platform: Platform, token: string): Promise<Enrolment> =>
  begin(platform, await personOfToken(platform, token))

/** The end of the enrolment that a sign-in demanded: it signs in. */
export const confirmDemandedEnrolment = async (platform: Platform, token: string, otp: string) => {
  const person = await personOfToken(platform, token)
  const pending = await provePending(platform, person, otp)
  const { login_id } = await rowOf(platform, person)
  return platform.pool.write(person.clientId, async db => {
    await lockAccountRow(db, person)
    if (!(await redeemOneTimeToken(db, 'second_factor', sha256(token), platform.now()))) throw tokenEnded()
    const recovery_codes = await confirm(platform, db, person, pending, { mayReplace: false })
    return { recovery_codes, ...(await enter(platform, db, person, login_id)) }
  })
}

/** Somebody else takes it away, for who lost the application and the recovery codes: everything ends, and the person is told. */
export const resetSecondFactor = async (platform: Platform, db: Db, account: FactoredAccount): Promise<void> => {
  const accounts = { ...account, accountIds: [account.accountId] }
  const row = await findAccountRow(db, account)
  if (!row || (await deleteSecondFactors(db, accounts)) === 0) throw notEnabled()
  await endAccess(db, accounts, platform.now())
  // No code is asked for any more: what was guessed at is gone, and locks nobody out.
  await forgetAttempts(db, codeGuesses(account))
  await notifyOfChange(platform, db, account.clientId, row, 'second_factor_reset')
}
