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

const stored = (): JoinedSession[] => {
  try {
    // SAFETY: nothing else writes under this name.
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as JoinedSession[]
  } catch {
    return []
  }
}

/** In the order in which they were joined. */
export const joinedSessions = createStore<readonly JoinedSession[]>(stored())

const keep = (sessions: readonly JoinedSession[]): void => {
  localStorage.setItem(storageKey, JSON.stringify(sessions))
  joinedSessions.set(sessions)
}

/** Another tab opened, renewed or ended some. */
addEventListener('storage', event => {
  if (event.key === storageKey) joinedSessions.set(stored())
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
  const open = joinedSessions.get().filter(({ client }) => others.has(client.cd))
  if (open.length !== joinedSessions.get().length) keep(open)
  if (open.length === others.size) return
  const { sessions } = (await call('POST /api/users/me/joined_accounts/sessions', {}, quietly)) as {
    sessions: { client: { cd: string; name: string }; one_time_token: string }[]
  }
  for (const { client, one_time_token } of sessions)
    if (findJoinedSession(client.cd) === undefined) await openOne(client, one_time_token).catch(() => {})
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
  if (tokens !== null) keep([...joinedSessions.get(), { client, user: { id: data.id, name: data.name }, tokens }])
}

/** A session that the server does not know any more is opened anew, once; says whether there is one. */
export const reopenJoinedSession = async (cd: string): Promise<boolean> => {
  if (opening === null) keep(joinedSessions.get().filter(({ client }) => client.cd !== cd))
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
  const others = joinedSessions.get().filter(each => each !== next)
  const carries = carriesAnswers()
  // Other tabs hear that somebody else is here, also where both accounts have the same uid.
  localStorage.removeItem('uid')
  for (const [name, value] of Object.entries(next.tokens)) localStorage.setItem(name, value)
  if (carries) beginToCarry(cd)
  goOnAs(nextUser)
  keep([...others, left])
  return true
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
const userOf = async (session: JoinedSession): Promise<SessionUser> => {
  // SAFETY: as the contract of the endpoint says.
  const { user } = (await call('GET /api/users/me', {}, { ...quietly, as: accountOf(session) })) as { user: SessionUser }
  return user
}

/** Signs the others out, too, as far as their servers can be reached. */
export const endJoinedSessions = async (): Promise<void> => {
  const sessions = joinedSessions.get()
  await Promise.allSettled(sessions.map(session => call('DELETE /api/auth/sign_out', {}, { ...quietly, as: accountOf(session) })))
  forgetJoinedSessions()
}

const forgetJoinedSessions = (): void => {
  localStorage.removeItem(storageKey)
  joinedSessions.set([])
}
onSessionEnd(forgetJoinedSessions)
onSignOut(endJoinedSessions)
