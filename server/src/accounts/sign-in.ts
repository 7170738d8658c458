import { clearAttempts, countAttempt, failuresOfNetwork, giveBackAttempt, spendAttempt } from '../platform/attempts.ts'
import { sessionLifetime, tokenHeaders } from '../platform/identity.ts'
import { networkOf } from '../platform/network.ts'
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
export const signIn = async (
  platform: Platform,
  strategy: SignInStrategy,
  credentials: { login_id: string; password: string },
  ip: string,
) => {
  const found = await withLockOut(platform, { scope: strategy, loginId: credentials.login_id, ip }, async () => {
    const known = await findAccount(platform, strategy, credentials.login_id)
    const good = await passwordMatches(credentials.password, known?.digest ?? null, networkOf(ip))
    return good && known ? known : null
  })
  if (found.firstPasswordExpiresAt !== null && found.firstPasswordExpiresAt <= platform.now()) throw accountRefused(firstPasswordEnded)
  return admit(platform, found)
}

const firstPasswordEnded = '初期パスワードの有効期限が切れています。「パスワードを忘れた方」から新しいパスワードを設定してください。'

/** After the password, before the session: the one way in for everybody who works here. A second factor is asked for here. */
const admit = async (platform: Platform, { account, loginId }: FoundAccount) => {
  if (account.clientId !== null) await refuseTerminated(platform, account.clientId)
  const headers = await openSession(platform, account, loginId)
  await touchSignIn(platform, account)
  return { account, headers }
}

/**
 * Runs a check of credentials under the limits of the caller's network and of the login id, both counted before anything is hashed: many
 * guesses at once must not all pass the same reading of the count. Null counts as a failure; anything else clears the login id's count and
 * gives the network's try back. What could not be checked at all was no failure either.
 */
export const withLockOut = async <T>(
  platform: Platform,
  { scope, loginId, ip }: { scope: string; loginId: string; ip: string },
  check: () => Promise<T | null>,
): Promise<T> => {
  const ofNetwork = failuresOfNetwork(ip)
  const ofLogin = { scope: `sign_in:${scope}`, subject: loginId.toLowerCase().slice(0, 254) }
  await spendAttempt(platform, ofNetwork)
  const count = await countAttempt(platform, ofLogin.scope, ofLogin.subject, lockWindowSeconds)
  if (count > lockAfter) throw accountRefused('アカウントはロックされています。')
  const result = await check().catch(async (error: unknown) => {
    await giveBackAttempt(platform, ofNetwork)
    await giveBackAttempt(platform, ofLogin)
    throw error
  })
  if (result === null) throw count >= lockAfter ? accountRefused('アカウントはロックされています。') : badCredentials()
  await clearAttempts(platform, ofLogin.scope, ofLogin.subject)
  await giveBackAttempt(platform, ofNetwork)
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
  /** Of a mailed first password only. */
  firstPasswordExpiresAt: Date | null
}

const findAccount = async (platform: Platform, strategy: SignInStrategy, loginId: string): Promise<FoundAccount | null> => {
  if (strategy !== 'user') {
    const row = await platform.pool.read(null, db => findPlatformAccount(db, strategy === 'admin' ? 'admins' : 'operators', loginId))
    if (!row) return null
    const account = { strategy, clientId: null, accountId: row.id }
    return { account, digest: row.password_digest, loginId: row.login_id, firstPasswordExpiresAt: null }
  }
  const login = await platform.pool.read(null, db => findLogin(db, loginId))
  if (!login) return null
  const user = await platform.pool.read(login.client_id, db => findUser(db, login.client_id, login.user_id))
  if (!user) return null
  return {
    account: { strategy, clientId: login.client_id, accountId: user.id },
    digest: user.password_digest,
    loginId: user.login_id,
    firstPasswordExpiresAt: user.first_password_expires_at,
  }
}

const touchSignIn = (platform: Platform, account: Account): Promise<unknown> => {
  const now = platform.now()
  return platform.pool.write(account.clientId, async db => {
    if (account.clientId !== null) await touchUserSignIn(db, account.clientId, account.accountId, now)
    else await touchPlatformSignIn(db, account.strategy === 'admin' ? 'admins' : 'operators', account.accountId, now)
  })
}
