import { confirmationProblem, passwordProblem } from '@toguchi/domain/accounts/password'
import { invalid } from '../platform/problem.ts'
import { commonPasswordText, isCommonPassword } from './common-passwords.ts'
import { isMadeOfNames, ownNamesText } from './own-names.ts'

/** What is wrong with a new password, without the field's name; `names` are what anybody would guess (`namesOf`). */
export const newPasswordProblem = (password: string, names: readonly string[] = []): string | null =>
  passwordProblem(password) ??
  (isCommonPassword(password) ? commonPasswordText : null) ??
  (isMadeOfNames(password, names) ? ownNamesText : null)

/** Refuses a password that breaks the rule, is known to everybody or guessed at once, or is not repeated the same (G-ACC-08). */
export const checkNewPassword = (given: { password: string; password_confirmation: string }, names: readonly string[] = []): void => {
  const password = newPasswordProblem(given.password, names)
  const password_confirmation = confirmationProblem(given.password, given.password_confirmation)
  if (password === null && password_confirmation === null) return
  throw invalid({
    ...(password === null ? {} : { password: [password] }),
    ...(password_confirmation === null ? {} : { password_confirmation: [password_confirmation] }),
  })
}
