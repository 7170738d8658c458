import { confirmationProblem, passwordProblem } from '@toguchi/domain/accounts/password'
import { invalid } from '../platform/problem.ts'

/** Refuses a password that breaks the rule or is not repeated the same (G-ACC-08). */
export const checkNewPassword = (given: { password: string; password_confirmation: string }): void => {
  const password = passwordProblem(given.password)
  const password_confirmation = confirmationProblem(given.password, given.password_confirmation)
  if (password === null && password_confirmation === null) return
  throw invalid({
    ...(password === null ? {} : { password: [password] }),
    ...(password_confirmation === null ? {} : { password_confirmation: [password_confirmation] }),
  })
}
