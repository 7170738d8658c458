import { checkUnderLimit } from '../../platform/attempts/attempts.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid } from '../../platform/http/problem.ts'
import { passwordMatches } from '../../platform/secrets.ts'
import { type Account, subjectOf } from '../account.ts'

/**
 * Whoever changes a password, an address or a login id proves to know the password first. As many wrong ones as at the
 * sign-in, and no more are looked at: a session that was left open does not find it out (G-ACC-09). Counted before it is hashed.
 */
export const proveCurrentPassword = async (
  platform: Platform,
  account: Account,
  proof: { current_password: string | undefined; digest: string | null; network: string },
): Promise<void> => {
  if (!proof.current_password) throw invalid({ current_password: ['を入力してください'] })
  const { current_password, digest, network } = proof
  const attempt = { scope: 'current_password', subject: subjectOf(account) } as const
  const { result } = await checkUnderLimit(platform, attempt, async () =>
    (await passwordMatches(current_password, digest, network)) ? true : null,
  )
  if (result === null) throw invalid({ current_password: ['が正しくありません'] })
}
