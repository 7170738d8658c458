import { checkUnderLimit } from '../platform/attempts.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, tooMany } from '../platform/problem.ts'
import { passwordMatches } from '../platform/secrets.ts'
import type { Account } from './queries.ts'

/**
 * Whoever changes a password, an address or a login id proves to know the password first. Ten wrong ones in half an hour, as at the sign-in, and no
 * more are looked at: a session that was left open does not find it out (G-ACC-09). Counted before it is hashed.
 */
export const proveCurrentPassword = async (
  platform: Platform,
  account: Account,
  given: { current_password: string | undefined; digest: string | null; network: string },
): Promise<void> => {
  if (!given.current_password) throw invalid({ current_password: ['を入力してください'] })
  const subject = `${account.strategy}:${account.clientId ?? ''}:${account.accountId}`
  const { current_password, digest, network } = given
  const limit = {
    scope: 'current_password',
    subject,
    minutes: 30,
    most: 10,
    refusal: (seconds: number) =>
      tooMany('現在のパスワードの誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しください。', seconds),
  }
  const { result } = await checkUnderLimit(platform, limit, async () =>
    (await passwordMatches(current_password, digest, network)) ? true : null,
  )
  if (result === null) throw invalid({ current_password: ['が正しくありません'] })
}
