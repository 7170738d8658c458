import { clearAttempts, countAttempt } from '../platform/attempts.ts'
import { sessionLifetime, tokenHeaders } from '../platform/identity.ts'
import type { Platform } from '../platform/platform.ts'
import { accountRefused, badCredentials, contractEnded } from '../platform/problem.ts'
import { newToken, passwordMatches, sha256 } from '../platform/secrets.ts'
import {
  type Account,
  deleteOldestSessions,
  findClientStatus,
  findLogin,
  findPlatformAccount,
  findUser,
  insertSession,
  touchPlatformSignIn,
  touchUserSignIn,
} from './queries.ts'

const lockAfter = 10
const lockWindowSeconds = 30 * 60
const mostSessions = 10

export type SignInStrategy = 'user' | 'admin' | 'operator'

/**
 * Checks login id and password and opens a session; returns the account and the token headers (G-ACC-01, G-ACC-02).
 * Ten failures in half an hour lock the login id for half an hour (G-ACC-09); a terminated client's people stay out (G-ACC-10).
 */
export const signIn = async (platform: Platform, strategy: SignInStrategy, credentials: { login_id: string; password: string }) => {
  const { account, loginId } = await withLockOut(platform, strategy, credentials.login_id, async () => {
    const found = await findAccount(platform, strategy, credentials.login_id)
    const good = await passwordMatches(credentials.password, found?.digest ?? null)
    return good && found ? found : null
  })
  if (account.clientId !== null) await refuseTerminated(platform, account.clientId)
  const headers = await openSession(platform, account, loginId)
  await touchSignIn(platform, account)
  return { account, headers }
}

/** Runs a check of credentials under the lock-out of its login id: null counts as a failure, anything else clears the count. */
export const withLockOut = async <T>(platform: Platform, scope: string, loginId: string, check: () => Promise<T | null>): Promise<T> => {
  const counter = `sign_in:${scope}`
  const subject = loginId.toLowerCase().slice(0, 254)
  // Counted before it is checked: many guesses at once must not all pass the same reading of the count.
  const count = await countAttempt(platform, counter, subject, lockWindowSeconds)
  if (count > lockAfter) throw accountRefused('アカウントはロックされています。')
  const result = await check()
  if (result === null) throw count >= lockAfter ? accountRefused('アカウントはロックされています。') : badCredentials()
  await clearAttempts(platform, counter, subject)
  return result
}

export const refuseTerminated = async (platform: Platform, clientId: number): Promise<void> => {
  const client = await platform.pool.read(null, db => findClientStatus(db, clientId))
  if (!client || client.status === 'terminated') throw contractEnded()
}

/** Opens a session and answers its headers; the oldest beyond ten end (G-ACC-04). */
export const openSession = async (platform: Platform, account: Account, uid: string): Promise<Record<string, string>> => {
  const token = newToken()
  const clientKey = newToken().slice(0, 22)
  const expiresAt = new Date(platform.now().getTime() + sessionLifetime)
  await platform.pool.write(null, async db => {
    await insertSession(db, { ...account, clientKey, uid, tokenHash: sha256(token), expiresAt })
    await deleteOldestSessions(db, account, mostSessions)
  })
  return tokenHeaders({ token, clientKey, uid, expiresAt })
}

interface FoundAccount {
  account: Account
  digest: string | null
  /** As it is written in the account: the uid of its sessions. */
  loginId: string
}

const findAccount = async (platform: Platform, strategy: SignInStrategy, loginId: string): Promise<FoundAccount | null> => {
  if (strategy !== 'user') {
    const row = await platform.pool.read(null, db => findPlatformAccount(db, strategy === 'admin' ? 'admins' : 'operators', loginId))
    return row ? { account: { strategy, clientId: null, accountId: row.id }, digest: row.password_digest, loginId: row.login_id } : null
  }
  const login = await platform.pool.read(null, db => findLogin(db, loginId))
  if (!login) return null
  const user = await platform.pool.read(login.client_id, db => findUser(db, login.client_id, login.user_id))
  return user
    ? { account: { strategy, clientId: login.client_id, accountId: user.id }, digest: user.password_digest, loginId: user.login_id }
    : null
}

const touchSignIn = (platform: Platform, account: Account): Promise<unknown> => {
  const now = platform.now()
  return platform.pool.write(account.clientId, async db => {
    if (account.clientId !== null) await touchUserSignIn(db, account.clientId, account.accountId, now)
    else await touchPlatformSignIn(db, account.strategy === 'admin' ? 'admins' : 'operators', account.accountId, now)
  })
}
