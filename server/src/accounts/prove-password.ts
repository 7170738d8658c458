import { clearAttempts, secondsUntil, countTry } from '../platform/attempts.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, tooMany } from '../platform/problem.ts'
import { passwordMatches } from '../platform/secrets.ts'
import type { Account } from './queries.ts'

const most = 10
const scope = 'current_password'

/**
 * Whoever changes a password or an address proves to know the password first. Ten wrong ones in half an hour, as at the sign-in, and no
 * more are looked at: a session that was left open does not find it out (G-ACC-09). Counted before it is hashed.
 */
export const proveCurrentPassword = async (
  platform: Platform,
  account: Account,
  given: { current_password: string | undefined; digest: string | null; network: string },
): Promise<void> => {
  if (!given.current_password) throw invalid({ current_password: ['を入力してください'] })
  const subject = `${account.strategy}:${account.clientId ?? ''}:${account.accountId}`
  const now = platform.now()
  const { count, until } = await platform.pool.write(null, db => countTry(db, { scope, subject, minutes: 30 }, now))
  if (count > most)
    throw tooMany(
      '現在のパスワードの誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しください。',
      secondsUntil(until, now),
    )
  if (!(await passwordMatches(given.current_password, given.digest, given.network)))
    throw invalid({ current_password: ['が正しくありません'] })
  await clearAttempts(platform, scope, subject)
}
