import { call, type OtherAccount } from '../../platform/api/request.ts'
import { tokenHeaderNames } from '../../platform/session/credentials.ts'
import { onSessionEnd } from '../../platform/session/session.ts'

/** A session of another account of the same person, for as long as joining takes (D-40). */
export interface OtherSession {
  client: { cd: string; name: string }
  as: OtherAccount
  /** Forgets it where it is held. */
  letGo?: () => void
}

interface SignedIn {
  data: { role_id: number; client: { cd: string; name: string } | null }
}

type Tokens = Readonly<Record<string, string>>

/** Where a session waits that a link opened, for a page that is loaded anew before the digits have come; the link itself is spent. */
const heldKey = (link: string) => `joining ${link}`
interface Held {
  client: OtherSession['client']
  tokens: Tokens
}

const accountBy = (cd: string, session: { tokens: Tokens }, renewed: () => void = () => {}): OtherAccount => ({
  account: '',
  caller: { role_id: 4, client: { cd } },
  headers: () =>
    session.tokens['access-token'] === undefined ? {} : { ...session.tokens, authorization: `Bearer ${session.tokens['access-token']}` },
  renewed: answer => {
    const next = Object.fromEntries(tokenHeaderNames.map(name => [name, answer.get(name)?.trim() ?? '']))
    if (Object.values(next).includes('')) return
    session.tokens = next
    renewed()
  },
})

/** The session that this link opened in this tab and that has joined nothing yet; null where there is none. */
export const heldSession = (link: string): OtherSession | null => {
  const kept = sessionStorage.getItem(heldKey(link))
  if (kept === null) return null
  // SAFETY: nothing else writes under this name.
  const { client, tokens } = JSON.parse(kept) as Held
  return heldAs(link, client, { tokens })
}

/** Whoever signs in next in this tab is somebody else. */
onSessionEnd(() => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('joining ')) sessionStorage.removeItem(name)
})

const heldAs = (link: string, client: OtherSession['client'], session: { tokens: Tokens }): OtherSession => {
  const keep = () => sessionStorage.setItem(heldKey(link), JSON.stringify({ client, tokens: session.tokens } satisfies Held))
  keep()
  return { client, as: accountBy(client.cd, session, keep), letGo: () => sessionStorage.removeItem(heldKey(link)) }
}

/**
 * Signs in to another account beside the signed-in one, by whichever request answers with token headers; null: it is no craftsman's. `link`:
 * the token of a link that is spent by it; the session is held for this tab until it has joined.
 */
export const openOtherSession = async (own: string, key: string, input: object, link?: string): Promise<OtherSession | null> => {
  const session: { tokens: Tokens } = { tokens: {} }
  const as = accountBy(own, session)
  // SAFETY: every sign-in answers so.
  const { data } = (await call(key, input, { as, errors: 'nobody' })) as SignedIn
  if (data.client === null || data.role_id !== 4) {
    await call('DELETE /api/auth/sign_out', {}, { as, errors: 'nobody' }).catch(() => {})
    return null
  }
  return link === undefined ? { client: data.client, as: accountBy(data.client.cd, session) } : heldAs(link, data.client, session)
}

const closeOtherSession = ({ as }: OtherSession): Promise<unknown> =>
  call('DELETE /api/auth/sign_out', {}, { as, errors: 'nobody', silent: true }).catch(() => {})

/** Answers the digits from the other account; from then on each keeps a session of its own here. */
export const joinOther = async (other: OtherSession, join_token: string, code: string): Promise<void> => {
  await call('POST /api/users/me/joined_accounts', { body: { join_token, code } }, { as: other.as, errors: 'nobody' })
  await closeOtherSession(other)
  other.letGo?.()
  await import('../../platform/session/joined-accounts.ts').then(({ openJoinedSessions }) => openJoinedSessions()).catch(() => {})
}
