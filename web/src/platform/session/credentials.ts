import { createStore } from '../store.ts'

/** The four headers of the session (G-ACC-03); kept in local storage under their own names. */
export const tokenHeaderNames = ['client', 'access-token', 'uid', 'token-type'] as const

/** The strategies of specification section 6. `local` exists on the server only (G-ACC-05). */
export type Strategy = 'user' | 'resident' | 'admin' | 'operator' | 'oneTimeToken'

export const accessToken = (): string | null => localStorage.getItem('access-token')

/** Whose session it is; nobody's before the sign-in. */
export const sessionSubject = (): string => `${storedStrategy()} ${localStorage.getItem('uid') ?? ''}`

/** What every request carries: the four headers and the bearer form of the same token. */
export const sessionHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name of tokenHeaderNames) {
    const value = localStorage.getItem(name)
    if (value) headers[name] = value
  }
  const token = headers['access-token']
  return token ? { ...headers, authorization: `Bearer ${token}` } : headers
}

/**
 * Takes over renewed tokens. All four or none: a half set would sign the person out at the next request (D-14).
 * An answer to a request of an earlier session must not overwrite the present one.
 */
export const renewSession = (answer: Headers, sentToken: string | null): void => {
  if (accessToken() !== sentToken) return
  const values = tokenHeaderNames.map(name => [name, answer.get(name)?.trim() ?? ''] as const)
  if (values.some(([, value]) => value === '')) return
  for (const [name, value] of values) localStorage.setItem(name, value)
}

let hasEnded = false
/** Whether a session ended while this document stands, and nobody has signed in since. */
export const hasSessionEnded = (): boolean => hasEnded && accessToken() === null

export const forgetTokens = (): void => {
  hasEnded ||= accessToken() !== null
  for (const name of tokenHeaderNames) localStorage.removeItem(name)
}

const strategies: readonly string[] = ['user', 'resident', 'admin', 'operator', 'oneTimeToken'] satisfies Strategy[]
const isStrategy = (value: string | null): value is Strategy => value !== null && strategies.includes(value)

const defaultStrategy: Strategy = 'user'

export const storedStrategy = (): Strategy => {
  const value = localStorage.getItem('strategy')
  return isStrategy(value) ? value : defaultStrategy
}

export const storeStrategy = (strategy: Strategy): void => localStorage.setItem('strategy', strategy)

/** The client an admin or operator works in, chosen on /admins/top (G-ADM-01). */
export interface ChosenClient {
  cd: string
  name: string
  logo_path: string | null
}

/** Kept by the tab itself; in local storage stands the one chosen last, with which a new tab begins. */
const chosenKeys = ['schema', 'client_name', 'client_logo_path'] as const

/** A tab stays in its client whatever is chosen in another one: an operator has the calls of two companies open. */
export const chosenClient = (): ChosenClient | null => {
  // Asked with each call: where none was ever chosen, nothing is written.
  if (!sessionStorage.getItem('schema') && localStorage.getItem('schema'))
    for (const name of chosenKeys) sessionStorage.setItem(name, localStorage.getItem(name) ?? '')
  const cd = sessionStorage.getItem('schema')
  if (!cd) return null
  return { cd, name: sessionStorage.getItem('client_name') ?? '', logo_path: sessionStorage.getItem('client_logo_path') || null }
}

export const chooseClient = ({ cd, name, logo_path }: ChosenClient): void => {
  for (const storage of [sessionStorage, localStorage]) {
    storage.setItem('schema', cd)
    storage.setItem('client_name', name)
    storage.setItem('client_logo_path', logo_path ?? '')
  }
}

export const forgetChosenClient = (): void => {
  forgetClientOfTab()
  for (const name of chosenKeys) localStorage.removeItem(name)
}

/** Somebody else signed in or out in another tab: what they chose stands, what this one had chosen is gone. */
export const forgetClientOfTab = (): void => {
  for (const name of chosenKeys) sessionStorage.removeItem(name)
}

/** The code of the company whose contract has ended, as the server last said of the chosen one; null: it has not. */
export const endedClient = createStore<string | null>(null)
