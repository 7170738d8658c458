import type { ClientId } from '@toguchi/domain/access/actor'
import { limitOf } from '../../platform/attempts/attempt-limits.ts'
import { checkUnderLimit } from '../../platform/attempts/attempts.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Strategy } from '../../platform/http/identity.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountLocked, accountRefused, otpEnrolment, otpRequired } from '../../platform/http/problem.ts'
import type { Account } from '../account.ts'
import { issueOneTimeToken, linkLifetimes } from '../links/one-time-links.ts'
import { findAccountRow } from '../account-queries.ts'
import { revokeOneTimeTokens } from '../links/link-queries.ts'
import { deleteSessionsOf } from '../sessions/session-queries.ts'
import { failureFrom, notifyOfPause } from '../lock-outs/lock-out.ts'
import { codeGuesses } from '../lock-outs/locks.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import {
  clientDemandsSecondFactor,
  countRecoveryCodes,
  findSecondFactor,
  listStaffWithoutSecondFactor,
  type SecondFactorRow,
  redeemRecoveryCode,
  redeemTimeStep,
} from './second-factor-queries.ts'
import { tellOwner } from '../notify-account.ts'
import { openSecret, stepOfCode } from './totp.ts'

/** Somebody who may be asked for a second factor. */
export interface Person extends Account {
  strategy: Exclude<Strategy, 'resident'>
  isCraftsman: boolean
}

/** `never`: nobody asks, nothing can be turned on. `offered`: who turned it on is asked. `required`: who has none enrols at the sign-in. */
export type Demand = 'never' | 'offered' | 'required'

/** D-39: required of admins and operators in production, of the staff of a company that says so; craftsmen never, the trial never. */
export const demandOf = (platform: Platform, person: Person): Promise<Demand> =>
  platform.pool.read(null, db => demandIn(platform, db, person, { lock: false }))

const demandIn = async (platform: Platform, db: Db, { clientId, isCraftsman }: Person, { lock }: { lock: boolean }): Promise<Demand> => {
  const { secondFactor } = platform.settings
  if (secondFactor === 'off' || isCraftsman) return 'never'
  if (clientId === null) return secondFactor === 'required' ? 'required' : 'offered'
  return (await clientDemandsSecondFactor(db, clientId, { lock })) ? 'required' : 'offered'
}

/**
 * After the password was right: goes on silently where no second factor is asked for, or a right one came with it. Otherwise E401m with
 * `otp_required`, and the same call is made again with `otp`; or `otp_enrolment`, with a token that is good for nothing else (D-39).
 * Answers the second factor that was asked for.
 */
export const demandSecondFactor = async (platform: Platform, person: Person, otp: string | undefined, ip: string): Promise<Asked> => {
  const demand = await demandOf(platform, person)
  if (demand === 'never') return null
  const factor = await platform.pool.read(null, db => findSecondFactor(db, person))
  if (!factor?.secret) {
    if (demand === 'required') throw await enrolmentDemand(platform, person)
    return null
  }
  if (!otp?.trim()) throw otpRequired('認証アプリに表示されている6桁のコードを入力してください。')
  await underLimits(platform, person, ip, () => redeemCode(platform, person, factor, otp))
  return factor.secret
}

/** The second factor of which a code was right, as it is kept; null where none was asked for. */
export type Asked = Buffer | null

/**
 * In the transaction that opens the session, with the account held: another second factor, or the company's demand of one, ended every
 * session but this one, which was not there yet.
 */
export const refuseOvertaken = async (platform: Platform, db: Db, person: Person, asked: Asked): Promise<void> => {
  const demand = await demandIn(platform, db, person, { lock: true })
  if (demand === 'never') return
  const secret = (await findSecondFactor(db, person))?.secret ?? null
  const isSame = asked === null || secret === null ? asked === secret : asked.equals(secret)
  if (!isSame || (secret === null && demand === 'required'))
    throw accountRefused('ログインの条件が変わりました。もう一度ログインしてください。')
}

/** The company demands second factors from now on: whatever was opened without one ends, and links that would open more (decision 025). */
export const endWithoutSecondFactor = async (platform: Platform, db: Db, clientId: ClientId): Promise<void> => {
  if (platform.settings.secondFactor === 'off') return
  const accountIds = await listStaffWithoutSecondFactor(db, clientId)
  if (accountIds.length === 0) return
  const accounts = { strategy: 'user' as const, clientId, accountIds }
  await revokeOneTimeTokens(db, accounts, ['auto_login'], platform.now())
  await deleteSessionsOf(db, accounts)
}

const enrolmentDemand = async (platform: Platform, person: Person) => {
  const { clientId, accountId } = person
  const { token } = await platform.pool.write(clientId, async db => {
    await revokeOneTimeTokens(db, { ...person, accountIds: [accountId] }, ['second_factor'], platform.now())
    return issueOneTimeToken(platform, db, person, 'second_factor', linkLifetimes.second_factor)
  })
  return otpEnrolment('二段階認証の設定が必要です。', token)
}

/**
 * Wrong codes lock the account's sign-in as wrong passwords do, and whose password is known to somebody is told. No new password opens it:
 * who holds mailbox and password would guess codes without end.
 */
const underLimits = async (platform: Platform, person: Person, ip: string, check: () => Promise<boolean>): Promise<void> => {
  const attempt = codeGuesses(person)
  const locked = (left: number) => accountLocked('otp_locked', left)
  const { result, count, seconds } = await checkUnderLimit(platform, attempt, async () => ((await check()) ? true : null), {
    ofNetwork: failureFrom(ip),
    refusal: locked,
  })
  if (result !== null) return
  if (count < limitOf(attempt.scope).most) throw otpRequired('コードが正しくありません。新しいコードでもう一度お試しください。')
  await notifyOfPause(platform, person, 'second_factor_guessed', seconds)
  throw locked(seconds)
}

/** Whether this is a code of the application, or a recovery code, that was not taken before; it is taken by this. */
export const redeemCode = async (platform: Platform, account: Account, factor: SecondFactorRow, typed: string): Promise<boolean> => {
  const code = typed.normalize('NFKC').replaceAll(/\s/g, '')
  if (factor.secret === null) return false
  if (/^\d{6}$/.test(code)) {
    const step = stepOfCode(openSecret(platform.settings, factor.secret), code, platform.now())
    return step !== null && (await platform.pool.write(null, db => redeemTimeStep(db, factor.id, step))) !== undefined
  }
  return platform.pool.write(account.clientId, async db => {
    if (!(await redeemRecoveryCode(db, factor.id, recoveryCodeHash(code), platform.now()))) return false
    await notifyOfRecovery(platform, db, account, await countRecoveryCodes(db, factor.id))
    return true
  })
}

const notifyOfRecovery = async (platform: Platform, db: Db, account: Account, left: number): Promise<void> => {
  const row = await findAccountRow(db, account)
  if (!row) return
  const { appName, callCenterPhone } = platform.settings
  await tellOwner(db, account.clientId, row, {
    kind: 'account_changed',
    subject: `【${appName}】リカバリーコードが使われました`,
    sms: `【${appName}】リカバリーコードが使われました。`,
    body: `${row.name} 様\n\n二段階認証のリカバリーコードが使われました。残りは${left}個です。\nマイページで新しいリカバリーコードを作成できます。\n\nお心当たりのない場合は、すぐに社内の管理者にお知らせいただくか、お電話でお問い合わせください。\n${callCenterPhone}\n`,
  })
}
