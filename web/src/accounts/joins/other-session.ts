import { call, type OtherAccount } from '../../platform/api/request.ts'
import { tokenHeaderNames } from '../../platform/session/credentials.ts'
import { openJoinedSessions } from '../../platform/session/joined-sessions.ts'

/** A session of another account of the same person, for as long as joining takes (D-40). */
export interface OtherSession {
  client: { cd: string; name: string }
  as: OtherAccount
}

interface SignedIn {
  data: { role_id: number; client: { cd: string; name: string } | null }
}

/** Signs in to another account beside the signed-in one, by whichever request answers with token headers; null: it is no craftsman's. */
export const openOtherSession = async (own: string, key: string, input: object): Promise<OtherSession | null> => {
  let tokens: Record<string, string> = {}
  const asOf = (cd: string): OtherAccount => ({
    account: '',
    caller: { role_id: 4, client: { cd } },
    headers: () => (tokens['access-token'] === undefined ? {} : { ...tokens, authorization: `Bearer ${tokens['access-token']}` }),
    renewed: answer => {
      const next = Object.fromEntries(tokenHeaderNames.map(name => [name, answer.get(name)?.trim() ?? '']))
      if (!Object.values(next).includes('')) tokens = next
    },
  })
  // SAFETY: every sign-in answers so.
  const { data } = (await call(key, input, { as: asOf(own), errors: 'nobody' })) as SignedIn
  if (data.client === null || data.role_id !== 4) {
    await call('DELETE /api/auth/sign_out', {}, { as: asOf(own), errors: 'nobody' }).catch(() => {})
    return null
  }
  return { client: data.client, as: asOf(data.client.cd) }
}

const closeOtherSession = ({ as }: OtherSession): Promise<unknown> =>
  call('DELETE /api/auth/sign_out', {}, { as, errors: 'nobody', silent: true }).catch(() => {})

/** Answers the digits from the other account; from then on each keeps a session of its own here. */
export const joinOther = async (other: OtherSession, join_token: string, code: string): Promise<void> => {
  await call('POST /api/users/me/joined_accounts', { body: { join_token, code } }, { as: other.as, errors: 'nobody' })
  await closeOtherSession(other)
  await openJoinedSessions().catch(() => {})
}
