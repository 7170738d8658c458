import { ApiError, call, type OtherAccount } from '../api/request.ts'
import { carriesAnswers, carryingMark } from '../offline/carries.ts'
import { beginToCarry } from '../offline/carrying-account.ts'
import { accessToken, sessionHeaders } from './credentials.ts'
import {
  accountOf,
  type Company,
  endedCompanies,
  findJoinedSession,
  forgetJoinedSessions,
  type JoinedSession,
  joinedSessions,
  doubtedKey,
  keepEnded,
  keepJoinedSessions,
  ownKey,
  storedList,
  tokensOf,
} from './joined-sessions.ts'
import { fetchOtherAccountsBy, goOnAs, knownUser, type SessionUser } from './session.ts'

const forgetEnded = (cd: string): void => {
  if (endedCompanies.get().some(each => each.cd === cd)) keepEnded(endedCompanies.get().filter(each => each.cd !== cd))
}
const noteEnded = (company: Company): void => keepEnded([...endedCompanies.get().filter(({ cd }) => cd !== company.cd), company])
export const acknowledgeEnded = (): void => keepEnded([])

const quietly = { silent: true, errors: 'nobody' } as const

interface OpenedAccount {
  data: { id: number; name: string | null }
}

/** Companies that do not know the session there any more, until the list of the person's accounts says why: a page may be left before that. */
const doubt = (company: Company): void => {
  const others = storedList<Company>(doubtedKey).filter(({ cd }) => cd !== company.cd)
  localStorage.setItem(doubtedKey, JSON.stringify([...others, company]))
}

/** Who is signed in here, by this page and by what all tabs share: the same uid at two companies is two accounts. */
const signedIn = (): string => {
  const user = knownUser()
  return [user?.client?.cd, user?.id, localStorage.getItem('uid')].join(' ')
}

let opening: { of: string; done: Promise<void> } | null = null
const isOpening = (): boolean => opening?.of === signedIn()
/** Opens those of the signed-in craftsman's accounts that have no session here, and forgets those that are joined no more. */
export const openJoinedSessions = (): Promise<void> => {
  if (opening !== null && isOpening()) return opening.done
  const done = openAll().finally(() => {
    if (opening?.done === done) opening = null
  })
  opening = { of: signedIn(), done }
  return done
}

/** One account's from its first word to its last: where another one goes on meanwhile, these are not its others. */
const openAll = async (): Promise<void> => {
  const user = knownUser()
  if (user?.role_id !== 4) return
  const of = signedIn()
  // SAFETY: as the contracts of the two endpoints say.
  const { joined_accounts } = (await call('GET /api/users/me/joined_accounts', {}, quietly)) as {
    joined_accounts: { client: { cd: string }; current: boolean }[]
  }
  // Another tab may have gone on as another one just before this was asked.
  const asked = joined_accounts.find(({ current }) => current)?.client.cd ?? user.client?.cd
  if (of !== signedIn() || asked !== user.client?.cd) return
  const others = new Set(joined_accounts.filter(({ current }) => !current).map(({ client }) => client.cd))
  for (const company of storedList<Company>(doubtedKey)) if (!others.has(company.cd) && company.cd !== user.client?.cd) noteEnded(company)
  localStorage.removeItem(doubtedKey)
  if (others.size > 0 && user.client) localStorage.setItem(ownKey, JSON.stringify([{ cd: user.client.cd, name: user.client.name ?? '' }]))
  const left = joinedSessions.get().filter(({ client }) => !others.has(client.cd))
  // Whoever took an account out of the others has it still.
  for (const session of left) {
    const hasEnded = await isEnded(session)
    if (of !== signedIn()) return
    if (hasEnded) noteEnded(session.client)
  }
  // As they are by now: some may have been renewed meanwhile.
  const open = joinedSessions.get().filter(({ client }) => others.has(client.cd))
  if (left.length > 0) keepJoinedSessions(open)
  if (open.length === others.size) return
  const { sessions } = (await call('POST /api/users/me/joined_accounts/sessions', {}, quietly)) as {
    sessions: { client: { cd: string; name: string }; one_time_token: string }[]
  }
  for (const { client, one_time_token } of sessions)
    if (of === signedIn() && findJoinedSession(client.cd) === undefined) await openOne(client, one_time_token, of).catch(() => {})
}

const isEnded = async (session: JoinedSession): Promise<boolean> => {
  // Not by `trying`, which waits for what waits for this.
  const { trying: _, ...as } = accountOf(session)
  return call('GET /api/users/me', {}, { ...quietly, fresh: true, as }).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )
}

const openOne = async (client: JoinedSession['client'], one_time_token: string, of: string): Promise<void> => {
  let tokens: Record<string, string> | null = null
  const guest: OtherAccount = {
    account: '',
    caller: { role_id: 4, client },
    headers: () => ({}),
    renewed: answer => (tokens = tokensOf(name => answer.get(name))),
  }
  const { data } = (await call('POST /api/users/auto_login', { body: { one_time_token } }, { ...quietly, as: guest })) as OpenedAccount
  if (tokens === null || of !== signedIn() || findJoinedSession(client.cd) !== undefined) return
  keepJoinedSessions([...joinedSessions.get(), { client, user: { id: data.id, name: data.name }, tokens }])
  forgetEnded(client.cd)
}

/** A session that the server does not know any more is opened anew, once; says whether there is one. */
export const reopenJoinedSession = async (cd: string): Promise<boolean> => {
  const session = findJoinedSession(cd)
  if (session !== undefined && !isOpening()) {
    doubt(session.client)
    keepJoinedSessions(joinedSessions.get().filter(({ client }) => client.cd !== cd))
  }
  await openJoinedSessions().catch(() => {})
  return findJoinedSession(cd) !== undefined
}

/**
 * Goes on as the account at another company: its session takes the place of the signed-in one, which stands among the others from then on.
 * Nothing of either ends. False where there is no such session.
 */
export const becomeAccount = async (cd: string): Promise<boolean> => {
  const session = findJoinedSession(cd)
  if (session === undefined) return false
  const nextUser = await userOf(session)
  // Asking may have renewed its tokens.
  const next = findJoinedSession(cd)
  const user = knownUser()
  const tokens = tokensOf(name => sessionHeaders()[name] ?? null)
  if (next === undefined || user === null || user.client === null || user.client === undefined || tokens === null) return false
  const left: JoinedSession = {
    client: { cd: user.client.cd, name: user.client.name ?? '' },
    user: { id: user.id, name: user.name },
    tokens,
  }
  step(next, nextUser, [left])
  return true
}

/** Puts a session in the place of the signed-in one; `left`: what becomes of that. */
const step = (next: JoinedSession, nextUser: SessionUser, left: readonly JoinedSession[]): void => {
  const others = joinedSessions.get().filter(each => each !== next)
  const carries = carriesAnswers()
  // Other tabs hear that somebody else is here, also where both accounts have the same uid.
  localStorage.removeItem('uid')
  for (const [name, value] of Object.entries(next.tokens)) localStorage.setItem(name, value)
  if (carries) beginToCarry(next.client.cd)
  goOnAs(nextUser)
  keepJoinedSessions([...others, ...left])
  localStorage.setItem(ownKey, JSON.stringify([next.client]))
}

let leaving: Promise<boolean> | null = null
/**
 * The signed-in account's session is over: goes on as the first other account that its own server still knows. Where the account itself has
 * ended, and not only its session, that is noted with its company; false where nobody is left to go on as. `whose`: as its answers were
 * carried when the end was heard of; another tab may have gone on since, and this one goes after it.
 */
export const leaveEndedAccount = (whose: string): Promise<boolean> => (leaving ??= leaveFirst(whose).finally(() => (leaving = null)))

const leaveFirst = async (whose: string): Promise<boolean> => {
  const leave = async () => hasGoneOn(whose) || (await leaveNow()) || hasGoneOn(whose)
  const isLeft = await (navigator.locks ? navigator.locks.request('toguchi-leave-account', leave) : leave())
  if (isLeft) await openJoinedSessions().catch(() => {})
  return isLeft
}

/** Where a tab found nobody to go on as, nothing is carried any more. */
const hasGoneOn = (whose: string): boolean => ![null, whose].includes(localStorage.getItem(carryingMark)) && accessToken() !== null

const leaveNow = async (): Promise<boolean> => {
  const [ended] = storedList<Company>(ownKey)
  for (const { client } of joinedSessions.get()) {
    const session = findJoinedSession(client.cd)
    const user = session === undefined ? null : await userOf(session, true).catch(() => null)
    const next = findJoinedSession(client.cd)
    if (user === null || next === undefined) continue
    step(next, user, [])
    if (ended !== undefined && ended.cd !== client.cd) doubt(ended)
    return true
  }
  return false
}

/** Goes on as the first other account that may enter where the signed-in one may not; false where none may. */
export const becomeAccountLetIn = async (isLetIn: (user: SessionUser) => boolean): Promise<boolean> => {
  for (const session of joinedSessions.get()) {
    const user = await userOf(session).catch(() => null)
    if (user !== null && isLetIn(user) && (await becomeAccount(session.client.cd).catch(() => false))) return true
  }
  return false
}

/** As the account itself is told by its server, or as this device carries it: asked first, so that nothing changes where neither answers. */
const userOf = async (session: JoinedSession, fresh = false): Promise<SessionUser> => {
  // SAFETY: as the contract of the endpoint says.
  const { user } = (await call('GET /api/users/me', {}, { ...quietly, fresh, as: accountOf(session) })) as { user: SessionUser }
  return user
}

/** Signs the others out, too, as far as their servers can be reached. */
export const endJoinedSessions = async (): Promise<void> => {
  const sessions = joinedSessions.get()
  await Promise.allSettled(sessions.map(session => call('DELETE /api/auth/sign_out', {}, { ...quietly, as: accountOf(session) })))
  forgetJoinedSessions()
}

fetchOtherAccountsBy(() => Promise.resolve({ leaveEndedAccount, reopenJoinedSession, endJoinedSessions }))
