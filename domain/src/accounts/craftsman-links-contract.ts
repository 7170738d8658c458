import { z } from 'zod'
import { anyone, only } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { instant, typed } from '../http/fields.ts'
import { LoggedInUser } from './contract.ts'
import { linkChannels, linkStates } from './craftsman-links.ts'
import { joinContacts, joinLabels } from './joined-accounts.ts'

const CraftsmanLink = z.object({
  purpose: z.enum(['invitation', 'sign_in']),
  state: z.enum(linkStates),
  client: z.object({ cd: z.string(), name: z.string() }),
  /** Null where the link was withdrawn: it may have gone to a stranger. */
  contractor_name: z.string().nullable(),
  name: z.string().nullable(),
  sent_by: z.enum(linkChannels),
  /** 「090-••••-5678」. */
  sent_to: z.string(),
})
export type CraftsmanLink = z.infer<typeof CraftsmanLink>

const Message = z.object({ message: z.string() })
const open = { access: anyone, scope: 'platform' } as const
const own = { access: only('craftsman'), scope: 'platform', strategies: ['user'], labels: joinLabels } as const

/** One-time links of craftsmen instead of a first password, and instead of any (D-35, D-40, D-44). */
export const craftsmanLinks = contract({
  /** Changes nothing: programs that check messages open links. 404: there is none such, or none any more. */
  'GET /api/craftsman_links/:token': { ...open, response: z.object({ craftsman_link: CraftsmanLink }) },
  /** Opens a session, with the token headers of a sign-in, once. 422 `link_opened`, `link_expired`, `link_superseded`, `link_withdrawn`. */
  'POST /api/craftsman_links/:token/session': { ...open, response: z.object({ data: LoggedInUser }) },
  /** A new link to where the old one went. 422 `link_withdrawn`: that is no contact of the account any more. */
  'POST /api/craftsman_links/:token/renewal': { ...open, response: Message },
  /** To a mobile number or address that a craftsman has proven; the answer is the same whether there is one or not. */
  'POST /api/auth/sign_in_link': {
    ...open,
    labels: { contact: '電話番号またはメールアドレス' },
    body: z.strictObject({ contact: typed(254) }),
    response: Message,
  },
  /** Sends six digits to the own telephone or address, which signs in from then on. 422 `no_contact`. */
  'POST /api/users/me/contact_code': {
    ...own,
    body: z.strictObject({ contact: z.enum(joinContacts) }),
    status: 201,
    response: z.object({ message: z.string(), proof_token: z.string(), expires_at: instant }),
  },
  /** 422 `code`: wrong; `join_ended`: too late or tried too often. */
  'POST /api/users/me/contact_proof': {
    ...own,
    body: z.strictObject({ proof_token: z.string().max(200), code: typed(20) }),
    response: z.object({ message: z.string(), user: LoggedInUser }),
  },
})
