import { askAgain } from '../server/test/ask-again.ts'

const port = process.env.E2E_PORT ?? ''

/** For calls beside the browser: nothing but a browser knows where *.localhost is. */
export const api = `http://127.0.0.1:${port}/api`

/** The seeded accounts' one, and that of people whom a journey invites, who may not take so common a password. */
const password = 'Password1'
export const invitedPassword = 'asagao-2027-tsubaki'
/** Login ids of invited people begin so. */
export const invited = 'invited.'
const tokenNames = ['access-token', 'client', 'uid', 'token-type'] as const
type Tokens = Record<(typeof tokenNames)[number], string>

const open = async (strategy: string, login_id: string): Promise<Tokens> => {
  const answer = await askAgain(`${api}/${strategy}/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id, password: login_id.startsWith(invited) ? invitedPassword : password }),
  })
  if (!answer.ok) throw new Error(`${login_id}: ${answer.status} ${await answer.text()}`)
  const token = (name: (typeof tokenNames)[number]) => answer.headers.get(name) ?? ''
  return { 'access-token': token('access-token'), client: token('client'), uid: token('uid'), 'token-type': token('token-type') }
}

const sessions = new Map<string, Promise<Tokens>>()

/**
 * A session of somebody of the demo town, opened once by each worker: hashing a password costs more than most pages.
 * Not for journeys that sign out or change a password.
 */
export const sessionOf = (person: string): Promise<Tokens> => {
  const strategy = person.startsWith('admin') ? 'admin_auth' : person.startsWith('operator') ? 'operator_auth' : 'auth'
  const session = sessions.get(person) ?? open(strategy, person)
  sessions.set(person, session)
  return session
}

/** Calls the API as a person of the demo town, without a page; throws unless it succeeds. */
export const callAs = async <Answer = unknown>(person: string, method: string, path: string, body?: unknown): Promise<Answer> => {
  let answer = await ask(person, method, path, body)
  // A person keeps the ten newest sessions, and other journeys sign the same people in.
  if (answer.status === 401 && sessions.delete(person)) answer = await ask(person, method, path, body)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  // SAFETY: the server checks its answers against the contract while it is on trial; the caller names the answer of its endpoint.
  return (await answer.json()) as Answer
}

const ask = async (person: string, method: string, path: string, body: unknown): Promise<Response> => {
  const { 'access-token': token, client, uid, 'token-type': type } = await sessionOf(person)
  return askAgain(`${api}${path}`, {
    method,
    headers: {
      'access-token': token,
      client,
      uid,
      'token-type': type,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
