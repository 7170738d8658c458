import { craftsmanLinks } from '@toguchi/domain/accounts/craftsman-links-contract'
import { answers } from '../../platform/http/mount.ts'
import { callingAccount } from '../joins/contact-codes.ts'
import { loggedInUser } from '../present.ts'
import { renewCraftsmanLink, sendSignInLinks, showCraftsmanLink, signInByLink } from './craftsman-links.ts'
import { proveContact, sendContactCode } from './prove-contact.ts'

export const craftsmanLinksRoutes = answers(craftsmanLinks, {
  'GET /api/craftsman_links/:token': async ({ platform, params, request }) => ({
    craftsman_link: await showCraftsmanLink(platform, params.token, request.ip),
  }),

  'POST /api/craftsman_links/:token/session': async ({ platform, params, request, setHeaders }) => {
    const { account, headers } = await signInByLink(platform, params.token, request.ip)
    setHeaders(headers)
    return { data: await loggedInUser(platform, account) }
  },

  'POST /api/craftsman_links/:token/renewal': async ({ platform, params, request }) => ({
    message: await renewCraftsmanLink(platform, params.token, request.ip),
  }),

  'POST /api/auth/sign_in_link': async ({ platform, body, request }) => {
    await sendSignInLinks(platform, body.contact, request.ip)
    return { message: '登録されている連絡先の場合は、ログイン用のリンクを送りました。15分以内に開いてください。' }
  },

  'POST /api/users/me/contact_code': ({ platform, session, body }) => sendContactCode(platform, callingAccount(session), body.contact),

  'POST /api/users/me/contact_proof': async ({ platform, session, body }) => {
    const account = callingAccount(session)
    await proveContact(platform, account, { token: body.proof_token, code: body.code })
    return { message: 'この連絡先でログインできるようになりました。', user: await loggedInUser(platform, account) }
  },
})
