import type { RoleId } from '@toguchi/domain/access/actor'
import type { ReadingSize, ReadingWords } from '@toguchi/domain/text/reading'
import { accessToken, forgetChosenClient, forgetTokens, renewSession, storeStrategy, storedStrategy, type Strategy } from './credentials.ts'
import { earlyAnswer, forgetEarly } from '../api/early-reads.ts'
import { ApiError, call, unauthorizedText } from '../api/request.ts'
import { t } from '../i18n.ts'
import { carryingAccount, endCarrying } from '../offline/carries.ts'
import { createStore } from '../store.ts'
import { forgetTyped } from '../typed.ts'

/** The signed-in person, as far as the shell asks: users, admins and operators from /api/users/me, residents from /api/residents/me. */
export interface SessionUser {
  id: number
  role_id: RoleId
  name: string | null
  /** Null: a resident who came by the code alone. */
  login_id?: string | null
  client?: { cd: string; name?: string; logo_path: string | null } | null
  contractor_id?: number | null
  contractor_name?: string | null
  primary_contractor_id?: number | null
  subcontract_contractor_ids?: readonly number[]
  construction_ids?: readonly number[]
  can_register_staff?: boolean
  default_display_format?: 'list' | 'grid'
  save_original_image_in_local_device?: boolean
  /** A craftsman before the first password of their own. */
  password_change_required?: boolean
  /** A resident who came by the printed code alone, in a dwelling that has a login: date and presence (D-33). */
  date_only?: boolean
  /** Where a resident lives, and the page of that room's login. */
  room?: { uuid: string }
  login_path?: string
  /** How a resident's pages are written. */
  reading_size?: ReadingSize
  reading_words?: ReadingWords
}

/** The strategies of specification section 7 with their three calls. A one-time token only opens a session of `user` (G-ACC-06). */
export const authStrategies = {
  user: { sign_in: 'POST /api/auth/sign_in', sign_out: 'DELETE /api/auth/sign_out', me: 'GET /api/users/me', login: '/' },
  resident: {
    sign_in: 'POST /api/resident_auth/sign_in',
    sign_out: 'DELETE /api/resident_auth/sign_out',
    me: 'GET /api/residents/me',
    login: '/residents/logout',
  },
  admin: {
    sign_in: 'POST /api/admin_auth/sign_in',
    sign_out: 'DELETE /api/admin_auth/sign_out',
    me: 'GET /api/users/me',
    login: '/admins/login',
  },
  operator: {
    sign_in: 'POST /api/operator_auth/sign_in',
    sign_out: 'DELETE /api/operator_auth/sign_out',
    me: 'GET /api/users/me',
    login: '/operators/login',
  },
  oneTimeToken: { sign_in: 'POST /api/users/auto_login', sign_out: 'DELETE /api/auth/sign_out', me: 'GET /api/users/me', login: '/' },
} as const satisfies Record<Strategy, { sign_in: string; sign_out: string; me: string; login: string }>

/** `undefined`: not asked yet. */
const session = createStore<SessionUser | null | undefined>(undefined)

export const watchUser = session.subscribe

export const knownUser = (): SessionUser | null => session.get() ?? null

/** The signed-in user, asked for once. Failures here are only logged (specification section 8): the caller goes on as a guest. */
export const currentUser = async (): Promise<SessionUser | null> => {
  const user = session.get()
  if (user !== undefined) return user
  if (accessToken() === null) {
    session.set(null)
    return null
  }
  asking ??= askForUser().finally(() => (asking = null))
  return asking
}
let asking: Promise<SessionUser | null> | null = null

/** Asks again: after a change of one's own name, or when a craftsman may have been given another construction. */
export const refreshUser = async (): Promise<SessionUser> => {
  const user = await fetchUser()
  session.set(user)
  return user
}

/**
 * Opens a session: forgets everything of the one before (G-ACC-23), runs the request that answers with token headers, then fetches the user.
 * The request's own failure passes through; nobody is signed in then.
 */
export const signInBy = async <A>(strategy: Strategy, request: () => Promise<A>): Promise<{ answer: A; user: SessionUser }> => {
  forgetSession()
  forgetChosenClient()
  storeStrategy(strategy)
  const answer = await request()
  if (strategy === 'oneTimeToken') {
    storeTokensOfBody(answer)
    storeStrategy('user')
  }
  const user = await fetchUser()
  session.set(user)
  return { answer, user }
}

/** Signs in with a strategy's own endpoint; wrong credentials reject with an `ApiError` whose list the calling page shows. */
export const signIn = async (strategy: Strategy, body: Readonly<Record<string, string>>): Promise<SessionUser> => {
  const { user } = await signInBy(strategy, () => call(authStrategies[strategy].sign_in, { body }, { errors: 'caller' }))
  return user
}

/** Who is asked before somebody signs out; it goes on at once or when they have agreed. Null: nobody. */
export const beforeSignOut = createStore<((signOut: () => void) => void) | null>(null)

let farewell: (() => Promise<void>) | undefined
/** What is signed out with the session, before it: the other accounts of a craftsman. */
export const onSignOut = (leave: () => Promise<void>): void => void (farewell = leave)

/** Ends the session. The server's refusal changes nothing for the person (specification section 4). Returns the login page to go to. */
export const signOut = async (): Promise<string> => {
  const { sign_out, login } = authStrategies[storedStrategy()]
  await farewell?.().catch(() => {})
  await call(sign_out, {}, { errors: 'nobody' }).catch(() => {})
  forgetSession()
  forgetChosenClient()
  return login
}

const timeoutKey = 'session_timeout'
/** Why a session ended by itself, as it is kept. */
type Departure = 'yes' | 'contract_ended'
/** Whoever works at the company asks who runs the installation, and its residents the company. */
const endedTextOf = (strategy: Strategy) =>
  strategy === 'resident' || strategy === 'oneTimeToken' ? 'error.contract_ended_resident' : 'error.contract_ended'
const returnKey = 'session_timeout_return'

/** The session ended by itself: remembers why and where, and returns the login page of the strategy (G-ERR-02). */
export const expireSession = (from: string, why: Departure = 'yes'): string => {
  // The mark and not the words: the language file may still be on its way.
  sessionStorage.setItem(timeoutKey, why)
  // With a contract all that was under it is over: nobody goes on there.
  if (why === 'yes') sessionStorage.setItem(returnKey, from)
  else sessionStorage.removeItem(returnKey)
  forgetSession()
  return authStrategies[storedStrategy()].login
}

/** Whether a session ended by itself and nobody has signed in since. */
export const sessionExpired = (): boolean => sessionStorage.getItem(timeoutKey) !== null

/** The message of an expired session and the page it ended on, once; `endsContract`: no other sign-in helps. */
export const consumeTimeout = (): { message: string | null; from: string | null; endsContract: boolean } => {
  const endsContract = sessionStorage.getItem(timeoutKey) === 'contract_ended'
  const text = t(endsContract ? endedTextOf(storedStrategy()) : 'error.session_timeout')
  const departure = { message: sessionExpired() ? text : null, from: sessionStorage.getItem(returnKey), endsContract }
  sessionStorage.removeItem(timeoutKey)
  sessionStorage.removeItem(returnKey)
  return departure
}

/** Another tab signed in or out, or goes on as another account: what stands here belongs to somebody else now. */
export const watchOtherTabs = (changed: () => void): void => {
  addEventListener('storage', event => {
    if (event.key === 'uid' || event.key === null) changed()
  })
}

const forgetters: (() => void)[] = []
/** Registers what must not survive a session, nor that another account of the same person goes on. */
export const onSessionEnd = (forget: () => void): void => void forgetters.push(forget)

const forgettersOfPerson: (() => void)[] = []
/** Registers what is a person's, whichever of their accounts goes on here (D-40), and must not survive their leaving. */
export const onPersonLeaving = (forget: () => void): void => void forgettersOfPerson.push(forget)

/** Another account of the same person goes on here, by tokens that are stored already (D-40): nothing of the one before is its. */
export const goOnAs = (user: SessionUser): void => {
  forgetTyped()
  for (const forget of forgetters) forget()
  session.set(user)
}

/** What is done with the other accounts of a craftsman (joined-accounts.ts), fetched when something is. */
interface OtherAccounts {
  leaveEndedAccount: (whose: string) => Promise<boolean>
  reopenJoinedSession: (cd: string) => Promise<boolean>
  endJoinedSessions: () => Promise<void>
}
let fetchOthers = (): Promise<OtherAccounts> => Promise.reject(new Error('nobody said where the other accounts are'))
export const fetchOtherAccountsBy = (fetchThem: () => Promise<OtherAccounts>): void => void (fetchOthers = fetchThem)
export const otherAccounts = (): Promise<OtherAccounts> => fetchOthers()

/**
 * Where the session of a craftsman has ended who works for other companies, too: goes on as the account at one of those (D-40). `whose` it
 * was, as of the question that heard of it.
 */
export const goesOnElsewhere = async (whose = carryingAccount()): Promise<boolean> =>
  whose !== null &&
  otherAccounts()
    .then(({ leaveEndedAccount }) => leaveEndedAccount(whose))
    .catch(() => false)

const forgetSession = (): void => {
  forgetTokens()
  // Whatever page the session ends on, and however.
  if (endCarrying()) void import('../offline/kept-answers.ts').then(({ forgetAnswers }) => forgetAnswers()).catch(() => {})
  forgetTyped()
  forgetEarly()
  session.set(null)
  for (const forget of [...forgetters, ...forgettersOfPerson]) forget()
}

const askForUser = async (): Promise<SessionUser | null> => {
  const whose = carryingAccount()
  try {
    const user = (await earlyUser()) ?? (await fetchUser())
    session.set(user)
    return user
  } catch (error) {
    console.error('[session] the current user could not be fetched', error)
    if (error instanceof ApiError && error.status === 401 && (await goesOnElsewhere(whose))) return session.get() ?? askAfterOthers()
    if (error instanceof ApiError && error.status === 401) expireOrTell(error)
    else session.set(null)
    return null
  }
}

/** Another tab went on as another account: this one goes by the tokens that lie there now. */
const askAfterOthers = async (): Promise<SessionUser | null> => {
  const user = await fetchUser().catch(() => null)
  session.set(user)
  return user
}

/**
 * A resident, as the host of the client answered whose page was opened (app/ahead/read-ahead.ts): `www`, which knows everybody, would take a line
 * of its own and a question whether it may be asked. Whoever is none of that client is asked for there.
 */
const earlyUser = async (): Promise<SessionUser | undefined> => {
  const early = storedStrategy() === 'resident' ? earlyAnswer('GET /api/residents/me') : undefined
  return early?.then(
    ({ resident }) => resident,
    () => undefined,
  )
}

const expireOrTell = (error: ApiError): void => {
  if (error.code === 'contract_ended') expireSession('', 'contract_ended')
  else if (error.fullMessages[0] === unauthorizedText) expireSession(location.pathname + location.search)
  else forgetSession()
}

const fetchUser = async (): Promise<SessionUser> => {
  const answer = (await call(authStrategies[storedStrategy()].me, {}, { errors: 'nobody' })) as {
    user?: SessionUser
    resident?: SessionUser
  }
  const user = answer.user ?? answer.resident
  if (user === undefined) throw new Error('the answer names no user')
  return user
}

/** auto_login answers with the tokens in its body, too (specification section 7). */
const storeTokensOfBody = (answer: unknown): void => {
  if (accessToken() !== null || typeof answer !== 'object' || answer === null) return
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer)) if (typeof value === 'string' && /^[a-z-]+$/.test(name)) headers.set(name, value)
  renewSession(headers, null)
}
