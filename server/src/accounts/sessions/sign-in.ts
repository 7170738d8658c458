import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { sessionLifetime, tokenHeaders } from '../../platform/http/identity.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountRefused, badCredentials, contractEnded } from '../../platform/http/problem.ts'
import { newToken, passwordMatches, sha256 } from '../../platform/secrets.ts'
import { demandSecondFactor, type Person, refuseOvertaken } from '../second-factor/second-factor.ts'
import type { Account } from '../account.ts'
import {
  findClientStatus,
  findPlatformAccount,
  findUser,
  lockAccountRow,
  touchPlatformSignIn,
  touchUserSignIn,
} from '../account-queries.ts'
import { notifyOfPause, withLockOut } from '../lock-outs/lock-out.ts'
import { findLogin } from '../users/login-queries.ts'
import { deleteOldestSessions, insertSession } from './session-queries.ts'

const mostSessions = 10

export type SignInStrategy = 'user' | 'admin' | 'operator'

/**
 * Checks login id and password and opens a session; returns the account and the token headers (G-ACC-01, G-ACC-02).
 * Ten failures in half an hour lock the login id for half an hour (G-ACC-09); a terminated client's people stay out (G-ACC-10).
 */
export const signIn = async (
  platform: Platform,
  strategy: SignInStrategy,
  credentials: { login_id: string; password: string; otp?: string | undefined },
  ip: string,
) => {
  const onLocked = async (seconds: number) => {
    const account = await findAccount(platform, strategy, credentials.login_id)
    if (account) await notifyOfPause(platform, account.account, 'sign_in_paused', seconds)
  }
  const signedIn = await withLockOut(platform, { door: strategy, loginId: credentials.login_id, ip, onLocked }, async () => {
    const account = await findAccount(platform, strategy, credentials.login_id)
    const good = await passwordMatches(credentials.password, account?.digest ?? null, networkOf(ip))
    return good && account ? account : null
  })
  if (signedIn.firstPasswordExpiresAt !== null && signedIn.firstPasswordExpiresAt <= platform.now())
    throw accountRefused(firstPasswordEnded)
  return admit(platform, signedIn, credentials.otp, ip)
}

const firstPasswordEnded = '初期パスワードの有効期限が切れています。「パスワードを忘れた方」から新しいパスワードを設定してください。'

/** After the password, before the session: the one way in for everybody who works here. A second factor is asked for here (D-39). */
const admit = async (platform: Platform, { account, loginId, digest }: FoundAccount, otp: string | undefined, ip: string) => {
  if (account.clientId !== null) await refuseTerminated(platform, account.clientId)
  const asked = await demandSecondFactor(platform, account, otp, ip)
  return platform.pool.write(account.clientId, async db => {
    const lockedAccount = await lockAccountRow(db, account)
    // Another password was set while this one was looked at, and ended every session but this one, which was not there yet.
    if (!lockedAccount || lockedAccount.password_digest !== digest) throw badCredentials()
    await refuseOvertaken(platform, db, account, asked)
    return enter(platform, db, account, loginId)
  })
}

/** Opens a session for somebody who proved everything that was asked for, in the transaction that holds what was proven. */
export const enter = async (platform: Platform, db: Db, account: Account, loginId: string) => {
  const headers = await openSession(platform, db, account, loginId)
  await touchSignIn(db, account, platform.now())
  return { account, headers }
}

export const refuseTerminated = async (platform: Platform, clientId: ClientId): Promise<void> => {
  const client = await platform.pool.read(null, db => findClientStatus(db, clientId))
  if (!client || client.status === 'terminated') throw contractEnded()
}

/**
 * Opens a session and answers its headers; the oldest beyond ten end (G-ACC-04). `db` is the transaction that holds the account or took
 * the link: `endAccess` waits for it and then finds the session.
 */
export const openSession = async (platform: Platform, db: Db, account: Account, uid: string): Promise<Record<string, string>> => {
  const token = newToken()
  const clientKey = newToken().slice(0, 22)
  const expiresAt = new Date(platform.now().getTime() + sessionLifetime)
  await insertSession(db, { ...account, clientKey, uid, tokenHash: sha256(token), expiresAt })
  await deleteOldestSessions(db, account, mostSessions)
  return tokenHeaders({ token, clientKey, uid, expiresAt })
}

interface FoundAccount {
  account: Person
  digest: string | null
  /** As it is written in the account: the uid of its sessions. */
  loginId: string
  /** Of a mailed first password only. */
  firstPasswordExpiresAt: Date | null
}

const findAccount = async (platform: Platform, strategy: SignInStrategy, loginId: string): Promise<FoundAccount | null> => {
  if (strategy !== 'user') {
    const row = await platform.pool.read(null, db => findPlatformAccount(db, strategy === 'admin' ? 'admins' : 'operators', loginId))
    if (!row) return null
    const account = { strategy, clientId: null, accountId: row.id, isCraftsman: false }
    return { account, digest: row.password_digest, loginId: row.login_id, firstPasswordExpiresAt: null }
  }
  const login = await platform.pool.read(null, db => findLogin(db, loginId))
  if (!login) return null
  const user = await platform.pool.read(login.client_id, db => findUser(db, login.client_id, login.user_id))
  if (!user) return null
  return {
    account: { strategy, clientId: login.client_id, accountId: user.id, isCraftsman: user.type === 'Craftsman' },
    digest: user.password_digest,
    loginId: user.login_id,
    firstPasswordExpiresAt: user.first_password_expires_at,
  }
}

const touchSignIn = (db: Db, { strategy, clientId, accountId }: Account, now: Date): Promise<unknown> =>
  clientId === null
    ? touchPlatformSignIn(db, strategy === 'admin' ? 'admins' : 'operators', accountId, now)
    : touchUserSignIn(db, clientId, accountId, now)
