import { ApiError, type OtherAccount } from '../api/request.ts'
import { createStore } from '../store.ts'
import { tokenHeaderNames } from './credentials.ts'
import { forgetDaySnapshot } from '../offline/carries.ts'
import { accountNameOf, joinedAccountsBy } from '../offline/carrying-account.ts'
import { onPersonLeaving, onSignOut, otherAccounts } from './session.ts'

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

export const storedList = <T>(key: string): T[] => {
  try {
    // SAFETY: nothing else writes under these names.
    return JSON.parse(localStorage.getItem(key) ?? '[]') as T[]
  } catch {
    return []
  }
}

/** A company as a person knows it. */
export type Company = JoinedSession['client']

const endedKey = 'ended_companies'
/** Companies whose account ended while the person goes on at others, until they say that they know. */
export const endedCompanies = createStore<readonly Company[]>(storedList<Company>(endedKey))
export const keepEnded = (companies: readonly Company[]): void => {
  if (companies.length === 0) localStorage.removeItem(endedKey)
  else localStorage.setItem(endedKey, JSON.stringify(companies))
  endedCompanies.set(companies)
}
/** Under what lies whose the signed-in account is, for the sentence about its end: by then nobody answers who it was. */
export const ownKey = 'own_company'
/** Under what lie companies of which nobody knows yet whether the account, or only its session, has ended. */
export const doubtedKey = 'doubted_companies'

/** In the order in which they were joined. */
export const joinedSessions = createStore<readonly JoinedSession[]>(storedList<JoinedSession>(storageKey))

export const keepJoinedSessions = (sessions: readonly JoinedSession[]): void => {
  // A day without one of its companies, or with one more, is another day.
  if (namesOf(sessions) !== namesOf(joinedSessions.get())) forgetDaySnapshot()
  localStorage.setItem(storageKey, JSON.stringify(sessions))
  joinedSessions.set(sessions)
}

const namesOf = (sessions: readonly JoinedSession[]): string => sessions.map(session => accountOf(session).account).join()

/** Another tab opened, renewed or ended some. */
addEventListener('storage', event => {
  if (event.key === storageKey) joinedSessions.set(storedList<JoinedSession>(storageKey))
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
    if (tokens !== null) keepJoinedSessions(joinedSessions.get().map(each => (each === current ? { ...each, tokens } : each)))
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
      if ((token() === undefined || token() === sent) && !(await (await otherAccounts()).reopenJoinedSession(client.cd))) throw error
      return go()
    }
  },
})

joinedAccountsBy(() => joinedSessions.get().map(session => accountOf(session).account))

/** All four, or null (D-14). */
export const tokensOf = (read: (name: string) => string | null): Record<string, string> | null => {
  const tokens = Object.fromEntries(tokenHeaderNames.map(name => [name, read(name)?.trim() ?? '']))
  return Object.values(tokens).includes('') ? null : tokens
}

export const forgetJoinedSessions = (): void => {
  for (const key of [storageKey, ownKey, doubtedKey]) localStorage.removeItem(key)
  keepEnded([])
  forgetDaySnapshot()
  joinedSessions.set([])
}
onPersonLeaving(forgetJoinedSessions)
onSignOut(async () => {
  if (joinedSessions.get().length > 0) await (await otherAccounts()).endJoinedSessions()
})
