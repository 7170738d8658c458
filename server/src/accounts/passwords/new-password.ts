import { confirmationProblem, passwordProblem } from '@toguchi/domain/accounts/password'
import { invalid } from '../../platform/http/problem.ts'
import { passwordMatches } from '../../platform/secrets.ts'
import { commonPasswordText, isCommonPassword } from './common-passwords.ts'
import { isMadeOfNames, ownNamesText } from './own-names.ts'

/** What is wrong with a new password, without the field's name; `names` are what anybody would guess (`namesOf`). */
export const newPasswordProblem = (password: string, names: readonly string[] = []): string | null =>
  passwordProblem(password) ??
  (isCommonPassword(password) ? commonPasswordText : null) ??
  (isMadeOfNames(password, names) ? ownNamesText : null)

/** It may lie in a mail, or be known to whom it is changed because of. */
const sameAsBefore = 'は現在のパスワードと異なるものを入力してください'

/**
 * Refuses the password that there is already, once everything else was found right: whoever could try others along with it, and change
 * nothing, would find it out.
 */
export const refuseSamePassword = async (password: string, digest: string | null, network: string): Promise<void> => {
  if (digest !== null && (await passwordMatches(password, digest, network))) throw invalid({ password: [sameAsBefore] })
}

/** Refuses a password that breaks the rule, is known to everybody or guessed at once, or is not repeated the same (G-ACC-08). */
export const checkNewPassword = (form: { password: string; password_confirmation: string }, names: readonly string[] = []): void => {
  const password = newPasswordProblem(form.password, names)
  const password_confirmation = confirmationProblem(form.password, form.password_confirmation)
  if (password === null && password_confirmation === null) return
  throw invalid({
    ...(password === null ? {} : { password: [password] }),
    ...(password_confirmation === null ? {} : { password_confirmation: [password_confirmation] }),
  })
}
