import { z } from 'zod'
import { only } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { instant, typed } from '../http/fields.ts'
import { joinContacts, joinLabels } from './joined-accounts.ts'

const NamedClient = z.object({ cd: z.string(), name: z.string() })
/** One account of the person; `current`: the one that asks. */
const JoinedAccount = z.object({ client: NamedClient, login_id: z.string(), joined_at: instant, current: z.boolean() })
export type JoinedAccount = z.infer<typeof JoinedAccount>

const own = { access: only('craftsman'), scope: 'platform', strategies: ['user'] } as const
const Joined = z.object({ message: z.string(), joined_accounts: z.array(JoinedAccount) })

/** A craftsman's accounts at several companies as one person (D-40): each keeps its own session, and no company learns of another. */
export const joinedAccounts = contract({
  'GET /api/users/me/joined_accounts': { ...own, response: z.object({ joined_accounts: z.array(JoinedAccount) }) },
  /** Sends six digits to the own telephone or address, good for ten minutes. 422 `no_contact`: the account has none such. */
  'POST /api/users/me/joined_accounts/code': {
    ...own,
    labels: joinLabels,
    body: z.strictObject({ contact: z.enum(joinContacts) }),
    status: 201,
    response: z.object({ message: z.string(), join_token: z.string(), expires_at: instant }),
  },
  /**
   * Called from the other account, with what the first one got. 422 `code`: wrong; `join_ended`: too late or tried too often;
   * `other_contact`: this account has another telephone or address; `same_account`.
   */
  'POST /api/users/me/joined_accounts': {
    ...own,
    labels: joinLabels,
    body: z.strictObject({ join_token: z.string().max(200), code: typed(20) }),
    response: Joined,
  },
  /** Takes this account out; the others stay together. 404: it is joined to none. */
  'DELETE /api/users/me/joined_accounts': { ...own, response: Joined },
  /** A one-time token for each of the others, to be taken by `POST /api/users/auto_login` at its company's host: never one token for all. */
  'POST /api/users/me/joined_accounts/sessions': {
    ...own,
    response: z.object({ sessions: z.array(z.object({ client: NamedClient, one_time_token: z.string() })) }),
  },
})
