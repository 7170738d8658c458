import { call } from '../api/request.ts'
import { leaveWatchers } from '../leaving.ts'
import { awaitsSignIn, signInsAgain } from './awaited-sign-in.ts'
import { storedStrategy } from './credentials.ts'
import { authStrategies, knownUser, refreshUser } from './session.ts'

/** Whose pages wait: what craftsmen write lies in the outbox, and the forms of residents keep what is typed themselves. */
const waitingRoles: ReadonlySet<number> = new Set([1, 2, 3, 5])

/**
 * The session ended by itself while somebody works: their page stays, with what they wrote, and asks for the password. `wrote`: it was a
 * write that heard of it. False: nothing would be lost by leaving.
 */
export const waitForSignIn = (wrote: boolean): boolean => {
  const user = knownUser()
  if (user === null || !waitingRoles.has(user.role_id)) return false
  if (!wrote && leaveWatchers.get().length === 0 && !awaitsSignIn.get()) return false
  awaitsSignIn.set(true)
  return true
}

/**
 * Opens a session of the person whose page stands, and of nobody else: what stands there is theirs. Rejects with the `ApiError` of the
 * sign-in.
 */
export const signInAgain = async (credentials: { password: string; otp?: string }): Promise<void> => {
  const login_id = knownUser()?.login_id ?? ''
  await call(authStrategies[storedStrategy()].sign_in, { body: { login_id, ...credentials } }, { errors: 'caller' })
  await refreshUser()
  awaitsSignIn.set(false)
  signInsAgain.set(signInsAgain.get() + 1)
}
