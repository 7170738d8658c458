import { ApiError, call, type OtherAccount } from '../api/request.ts'
import { createStore } from '../store.ts'
import { sessionHeaders, tokenHeaderNames } from './credentials.ts'
import { carriesAnswers } from '../offline/carries.ts'
import { accountNameOf, beginToCarry } from '../offline/carrying-account.ts'
import { goOnAs, knownUser, onSessionEnd, onSignOut, type SessionUser } from './session.ts'

/**
 * The sessions of a craftsman's other accounts (D-40): one for each company, opened by a one-time token of its own at that company's host,
 * kept beside the signed-in one's, and gone with it.
 */
export interface JoinedSession {
  client: { cd: string; name: string }
  user: { id: number; name: string | null }
  /** The four headers, by their names. */
  tokens: Readonly<Record<string, string>>
}

const storageKey = 'joined_sessions'

const stored = <T>(key: string): T[] => {
  try {
    // SAFETY: nothing else writes under these names.
    return JSON.parse(localStorage.getItem(key) ?? '[]') as T[]
  } catch {
    return []
  }
}

/** A company as a person knows it. */
type Company = JoinedSession['client']

const endedKey = 'ended_companies'
/** Companies whose account ended while the person goes on at others, until they say that they know. */
export const endedCompanies = createStore<readonly Company[]>(stored<Company>(endedKey))
const keepEnded = (companies: readonly Company[]): void => {
  if (companies.length === 0) localStorage.removeItem(endedKey)
  else localStorage.setItem(endedKey, JSON.stringify(companies))
  endedCompanies.set(companies)
}
const forgetEnded = (cd: string): void => {
  if (endedCompanies.get().some(each => each.cd === cd)) keepEnded(endedCompanies.get().filter(each => each.cd !== cd))
}
const noteEnded = (company: Company): void => keepEnded([...endedCompanies.get().filter(({ cd }) => cd !== company.cd), company])
export const acknowledgeEnded = (): void => keepEnded([])

/** Whose the signed-in account is, for the sentence about its end: by then nobody answers who it was. */
const ownKey = 'own_company'

/** In the order in which they were joined. */
export const joinedSessions = createStore<readonly JoinedSession[]>(stored<JoinedSession>(storageKey))

const keep = (sessions: readonly JoinedSession[]): void => {
  localStorage.setItem(storageKey, JSON.stringify(sessions))
  joinedSessions.set(sessions)
}

/** Another tab opened, renewed or ended some. */
addEventListener('storage', event => {
  if (event.key === storageKey) joinedSessions.set(stored<JoinedSession>(storageKey))
})

export const findJoinedSession = (cd: string): JoinedSession | undefined => joinedSessions.get().find(({ client }) => client.cd === cd)

/** How a request goes by one of them: `send(…, { as: accountOf(session) })`. */
export const accountOf = ({ client, tokens: { uid = '' } }: JoinedSession): OtherAccount => ({
  account: accountNameOf(client.cd, uid),
  caller: { role_id: 4, client },
  headers: () => {
    const tokens = findJoinedSession(client.cd)?.tokens ?? {}
    return { ...tokens, authorization: `Bearer ${tokens['access-token'] ?? ''}` }
  },
  renewed: (answer, sentToken) => {
    const current = findJoinedSession(client.cd)
    if (current === undefined || current.tokens['access-token'] !== sentToken) return
    const tokens = tokensOf(name => answer.get(name))
    if (tokens !== null) keep(joinedSessions.get().map(each => (each === current ? { ...each, tokens } : each)))
  },
  // Asked for twice at once it is opened once.
  trying: async go => {
    const token = () => findJoinedSession(client.cd)?.tokens['access-token']
    const sent = token()
    try {
      return await go()
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.status === 401
      if (!isUnknown) throw error
      if ((token() === undefined || token() === sent) && !(await reopenJoinedSession(client.cd))) throw error
      return go()
    }
  },
})

/** All four, or null (D-14). */
const tokensOf = (read: (name: string) => string | null): Record<string, string> | null => {
  const tokens = Object.fromEntries(tokenHeaderNames.map(name => [name, read(name)?.trim() ?? '']))
  return Object.values(tokens).includes('') ? null : tokens
}

const quietly = { silent: true, errors: 'nobody' } as const

interface OpenedAccount {
  data: { id: number; name: string | null }
}

/** At which other companies the person has an account, as the server said last. */
let joinedAt: ReadonlySet<string> = new Set()

let opening: Promise<void> | null = null
/** Opens those of the signed-in craftsman's accounts that have no session here, and forgets those that are joined no more. */
export const openJoinedSessions = (): Promise<void> => (opening ??= openAll().finally(() => (opening = null)))

const openAll = async (): Promise<void> => {
  const user = knownUser()
  if (user?.role_id !== 4) return
  // SAFETY: as the contracts of the two endpoints say.
  const { joined_accounts } = (await call('GET /api/users/me/joined_accounts', {}, quietly)) as {
    joined_accounts: { client: { cd: string }; current: boolean }[]
  }
  const others = new Set(joined_accounts.filter(({ current }) => !current).map(({ client }) => client.cd))
  joinedAt = others
  if (others.size > 0 && user.client) localStorage.setItem(ownKey, JSON.stringify([{ cd: user.client.cd, name: user.client.name ?? '' }]))
  const open = joinedSessions.get().filter(({ client }) => others.has(client.cd))
  const left = joinedSessions.get().filter(({ client }) => !others.has(client.cd))
  // Whoever took an account out of the others has it still.
  for (const session of left) if (await isEnded(session)) noteEnded(session.client)
  if (left.length > 0) keep(open)
  if (open.length === others.size) return
  const { sessions } = (await call('POST /api/users/me/joined_accounts/sessions', {}, quietly)) as {
    sessions: { client: { cd: string; name: string }; one_time_token: string }[]
  }
  for (const { client, one_time_token } of sessions)
    if (findJoinedSession(client.cd) === undefined) await openOne(client, one_time_token).catch(() => {})
}

const isEnded = async (session: JoinedSession): Promise<boolean> => {
  // Not by `trying`, which waits for what waits for this.
  const { trying: _, ...as } = accountOf(session)
  return call('GET /api/users/me', {}, { ...quietly, fresh: true, as }).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )
}

const openOne = async (client: JoinedSession['client'], one_time_token: string): Promise<void> => {
  let tokens: Record<string, string> | null = null
  const guest: OtherAccount = {
    account: '',
    caller: { role_id: 4, client },
    headers: () => ({}),
    renewed: answer => (tokens = tokensOf(name => answer.get(name))),
  }
  const { data } = (await call('POST /api/users/auto_login', { body: { one_time_token } }, { ...quietly, as: guest })) as OpenedAccount
  if (tokens === null) return
  keep([...joinedSessions.get(), { client, user: { id: data.id, name: data.name }, tokens }])
  forgetEnded(client.cd)
}

/** A session that the server does not know any more is opened anew, once; says whether there is one. */
export const reopenJoinedSession = async (cd: string): Promise<boolean> => {
  const session = findJoinedSession(cd)
  if (opening === null) keep(joinedSessions.get().filter(({ client }) => client.cd !== cd))
  const isKnown = await openJoinedSessions().then(
    () => true,
    () => false,
  )
  if (isKnown && session !== undefined && !joinedAt.has(cd)) noteEnded(session.client)
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
  const [carries, ended] = [carriesAnswers(), endedCompanies.get()]
  // Other tabs hear that somebody else is here, also where both accounts have the same uid.
  localStorage.removeItem('uid')
  for (const [name, value] of Object.entries(next.tokens)) localStorage.setItem(name, value)
  if (carries) beginToCarry(next.client.cd)
  goOnAs(nextUser)
  keep([...others, ...left])
  keepEnded(ended)
}

let leaving: Promise<boolean> | null = null
/**
 * The signed-in account's session is over: goes on as the first other account that its own server still knows. Where the account itself has
 * ended, and not only its session, that is noted with its company; false where nobody is left to go on as.
 */
export const leaveEndedAccount = (): Promise<boolean> => (leaving ??= leaveNow().finally(() => (leaving = null)))

const leaveNow = async (): Promise<boolean> => {
  const [ended] = stored<Company>(ownKey)
  for (const { client } of joinedSessions.get()) {
    const session = findJoinedSession(client.cd)
    const user = session === undefined ? null : await userOf(session, true).catch(() => null)
    const next = findJoinedSession(client.cd)
    if (user === null || next === undefined) continue
    step(next, user, [])
    await openJoinedSessions().catch(() => {})
    if (ended !== undefined && ended.cd !== client.cd && findJoinedSession(ended.cd) === undefined) noteEnded(ended)
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

const forgetJoinedSessions = (): void => {
  for (const key of [storageKey, ownKey]) localStorage.removeItem(key)
  keepEnded([])
  joinedSessions.set([])
}
onSessionEnd(forgetJoinedSessions)
onSignOut(endJoinedSessions)
