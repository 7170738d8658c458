import { call } from '../api/request.ts'
import { leaveWatchers } from '../leaving.ts'
import { awaitsSignIn, signInsAgain } from './awaited-sign-in.ts'
import { storedStrategy, storeStrategy, type Strategy } from './credentials.ts'
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
 * Another tab signed out, or somebody signed in there. Whether the page that stands stays: its person has something unsaved, and no other one
 * is signed in; where it is they themselves again, it goes on.
 */
export const staysThrough = (): boolean => {
  const [user, uid] = [knownUser(), localStorage.getItem('uid')]
  if (uid === null) return waitForSignIn(false)
  if (!awaitsSignIn.get() || uid.toLowerCase() !== user?.login_id?.toLowerCase() || storedStrategy() !== strategyOf(user.role_id))
    return false
  goOn()
  return true
}

const strategyOf = (role: number): Strategy => (role === 1 ? 'admin' : role === 5 ? 'operator' : 'user')

const goOn = (): void => {
  awaitsSignIn.set(false)
  signInsAgain.set(signInsAgain.get() + 1)
}

/**
 * Opens a session of the person whose page stands, and of nobody else: what stands there is theirs. Rejects with the `ApiError` of the
 * sign-in.
 */
export const signInAgain = async (credentials: { password: string; otp?: string }): Promise<void> => {
  const { login_id = '', role_id = 0 } = knownUser() ?? {}
  const strategy = strategyOf(role_id)
  // Another tab may have stood at another login meanwhile.
  storeStrategy(strategy)
  await call(authStrategies[strategy].sign_in, { body: { login_id, ...credentials } }, { errors: 'caller' })
  await refreshUser()
  goOn()
}
