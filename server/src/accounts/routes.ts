import { accounts } from '@toguchi/domain/accounts/contract'
import { gatewayPath, isChatbotAllowed } from '@toguchi/domain/chatbot/policy'
import { toDay, toInstant } from '../platform/clock.ts'
import { findFile, openKept, readSignedFile } from '../platform/files/files.ts'
import { originOf } from '../platform/http/hosts.ts'
import { demandSession, type Session } from '../platform/http/identity.ts'
import { offersSms } from '../platform/settings.ts'
import { answers, RawAnswer } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { accountRefused, notFound } from '../platform/http/problem.ts'
import { sha256 } from '../platform/secrets.ts'
import { agreeToAddress, confirmEmail, decideByLink, findAskedAddress } from './addresses/confirm-address.ts'
import { accountOf, changeProfile, setOwnPassword } from './change-profile.ts'
import { issueOneTimeToken, linkLifetimes, originFor } from './links/one-time-links.ts'
import { loggedInUser } from './present.ts'
import { findOneTimeToken, redeemOneTimeToken } from './links/link-queries.ts'
import { recentMessages } from './message-queries.ts'
import { deleteSession } from './sessions/session-queries.ts'
import { checkPasswordLink, limitReminders, resetPassword, sendLoginIds, sendPasswordLink } from './passwords/reset-password.ts'
import { openSession, refuseTerminated, signIn, type SignInStrategy } from './sessions/sign-in.ts'
import { confirmAgain, withdrawAddress } from './addresses/waiting-address.ts'
import { tableOfZipcodes } from '../zipcodes/zipcodes.ts'

interface Sign {
  platform: Platform
  body: { login_id: string; password: string; otp?: string | undefined }
  request: { ip: string }
  setHeaders(headers: Record<string, string>): void
}

const answerSignIn = async (strategy: SignInStrategy, { platform, body, request, setHeaders }: Sign) => {
  const { account, headers } = await signIn(platform, strategy, body, request.ip)
  setHeaders(headers)
  return { data: await loggedInUser(platform, account), token: headers['access-token'] ?? '' }
}

const signInAs = (strategy: SignInStrategy) => async (context: Sign) => ({ data: (await answerSignIn(strategy, context)).data })

const signOut = async ({ platform, session }: { platform: Platform; session: Session | null }) => {
  await platform.pool.write(null, db => deleteSession(db, demandSession(session).id))
  return { success: true as const }
}

const me = async ({ platform, session }: { platform: Platform; session: Session | null }) => ({
  user: await loggedInUser(platform, accountOf(demandSession(session))),
})

/** With the token's headers while it is current: some clients store what this answer carries (D-39). */
const validateToken = async ({ platform, session, setHeaders }: Pick<Sign, 'platform' | 'setHeaders'> & { session: Session | null }) => {
  const currentSession = demandSession(session)
  if (currentSession.currentHeaders) setHeaders(currentSession.currentHeaders)
  return { success: true as const, data: await loggedInUser(platform, accountOf(currentSession)) }
}

export const accountsRoutes = answers(accounts, {
  'POST /api/auth/login': async context => answerSignIn('user', context),
  'POST /api/auth/logout': signOut,
  'GET /api/auth/user': me,
  'POST /api/auth/sign_in': signInAs('user'),
  'DELETE /api/auth/sign_out': signOut,
  'GET /api/auth/validate_token': validateToken,
  'POST /api/admin_auth/sign_in': signInAs('admin'),
  'DELETE /api/admin_auth/sign_out': signOut,
  'GET /api/admin_auth/validate_token': validateToken,
  'POST /api/operator_auth/sign_in': signInAs('operator'),
  'DELETE /api/operator_auth/sign_out': signOut,
  'GET /api/operator_auth/validate_token': validateToken,
  'GET /api/users/me': me,

  'PATCH /api/users/me': async ({ platform, session, body, request }) => {
    await changeProfile(platform, demandSession(session), body.user, request.ip)
    return { message: 'マイページの情報を更新しました。', user: await loggedInUser(platform, accountOf(demandSession(session))) }
  },

  'PATCH /api/users/me/password': async ({ platform, session, body, request }) => {
    await setOwnPassword(platform, demandSession(session), body, request.ip)
    return { message: 'パスワードを変更しました。' }
  },

  'POST /api/users/me/email_confirmation': async ({ platform, session }) => {
    const account = accountOf(demandSession(session))
    await platform.pool.write(account.clientId, db => confirmAgain(platform, db, account))
    return { message: '確認のメールを送信しました。', user: await loggedInUser(platform, account) }
  },

  'DELETE /api/users/me/email_confirmation': async ({ platform, session, now }) => {
    const account = accountOf(demandSession(session))
    await platform.pool.write(account.clientId, db => withdrawAddress(db, account, now))
    return { message: 'メールアドレスの変更を取り消しました。', user: await loggedInUser(platform, account) }
  },

  'POST /api/users/email_confirmation': async ({ platform, session, body }) => ({
    message: await confirmEmail(platform, body.confirmation_token, session),
  }),

  'POST /api/users/me/email_consent': async ({ platform, session, body, request }) => {
    const caller = demandSession(session)
    const message = await agreeToAddress(platform, caller, body, request.ip)
    return { message, user: await loggedInUser(platform, accountOf(caller)) }
  },

  'GET /api/users/email_consent': async ({ platform, query }) => {
    const { email, changesAt } = await findAskedAddress(platform, query.consent_token)
    return { email, changes_at: toInstant(changesAt) }
  },

  'POST /api/users/email_consent': async ({ platform, body }) => ({
    message: await decideByLink(platform, body.consent_token, body.decision),
  }),

  'POST /api/users/one_time_tokens': async ({ platform, session, db, body }) => {
    const account = accountOf(demandSession(session))
    const { token, expiresAt } = await issueOneTimeToken(platform, db, account, 'auto_login', linkLifetimes.auto_login)
    const redirect = body.redirect === undefined ? '' : `&redirect=${encodeURIComponent(body.redirect)}`
    const url = `${await originFor(platform, db, account.clientId)}/?one_time_token=${token}${redirect}`
    return { one_time_token: token, url, expires_at: toInstant(expiresAt) }
  },

  'POST /api/users/auto_login': async ({ platform, body, setHeaders }) => {
    const [hash, now] = [sha256(body.one_time_token), platform.now()]
    const ended = () => accountRefused('URLの有効期限が切れています。')
    const link = await platform.pool.read(null, db => findOneTimeToken(db, 'auto_login', hash, now))
    if (!link || link.client_id === null) throw ended()
    const account = { strategy: 'user' as const, clientId: link.client_id, accountId: link.account_id }
    await refuseTerminated(platform, link.client_id)
    const data = await loggedInUser(platform, account)
    const headers = await platform.pool.write(null, async db => {
      if (!(await redeemOneTimeToken(db, 'auto_login', hash, now))) throw ended()
      return openSession(platform, db, account, data.login_id)
    })
    setHeaders(headers)
    return {
      'access-token': headers['access-token'] ?? '',
      client: headers['client'] ?? '',
      uid: headers['uid'] ?? '',
      'token-type': headers['token-type'] ?? '',
      expiry: headers['expiry'] ?? '',
      data,
    }
  },

  'POST /api/auth/password': async ({ platform, body, request }) => {
    await limitReminders(platform, 'password', request.ip, body.login_id)
    await sendPasswordLink(platform, body)
    return { message: 'パスワード再設定用のメールを送信しました。' }
  },

  'GET /api/auth/password/edit': async ({ platform, query }) => {
    const { loginId, strategy } = await checkPasswordLink(platform, query.reset_password_token)
    return { valid: true as const, strategy, ...(loginId === null ? {} : { login_id: loginId }) }
  },

  'PUT /api/auth/password': async ({ platform, body, request }) => {
    await resetPassword(platform, body, request.ip)
    return { message: 'パスワードを変更しました。' }
  },

  'POST /api/auth/login_id_reminder': async ({ platform, body, request }) => {
    await limitReminders(platform, 'login_id', request.ip, body.email)
    await sendLoginIds(platform, body.email)
    return { message: 'ログインIDをメールで送信しました。' }
  },

  'GET /api/configurations': ({ platform: { settings, now }, actor, session }) => ({
    app_name: settings.appName,
    call_center_phone: settings.callCenterPhone,
    sms: offersSms(settings),
    back_office_order_url: actor.kind === 'admin' ? settings.backOfficeOrderUrl : '',
    chatbot: {
      allowed: session !== null && isChatbotAllowed(settings.chatbot, session.clientCode),
      // Ours, never a client's host, and never the outside one: that is asked by the server alone (decision 045).
      gateway_url: originOf(settings.apiHostTemplate, null),
      gateway_path: gatewayPath,
    },
    tax_rate: 10,
    today: toDay(now()),
    api_host_template: settings.apiHostTemplate,
    footer_about: settings.footerAbout,
    footer_subsidy: settings.footerSubsidy,
    craftsman_app: { ios_url: settings.craftsmanAppIosUrl, android_url: settings.craftsmanAppAndroidUrl },
    zipcodes_known_on: tableOfZipcodes.knownOn,
  }),

  'GET /api/files/:signed': async ({ platform, params }) => {
    const target = readSignedFile(platform, params.signed)
    if (!target) throw notFound()
    const file = await platform.pool.read(target.clientId, db => findFile(db, target))
    if (!file) throw notFound()
    const bytes = await openKept(platform, file.storage_key)
    const inline = /^(image\/(jpeg|png|webp|avif)|application\/pdf)$/.test(file.content_type)
    return new RawAnswer(reply =>
      reply
        .headers({
          'content-type': file.content_type,
          'content-length': String(file.byte_size),
          'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
          'cache-control': 'private, max-age=600',
          'x-content-type-options': 'nosniff',
          // A stored file is never a page of ours, whatever it claims to be. A PDF's viewer does not start inside a sandbox, nor
          // without the plugin it is; it runs no script of ours and may stand in our pages only.
          'content-security-policy':
            file.content_type === 'application/pdf'
              ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
              : "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
        })
        .send(bytes),
    )
  },

  'GET /api/dev/mails': async ({ platform, db, query }) => {
    if (!platform.settings.mailReader) throw notFound()
    // Whoever asks for one address looks further back: a schedule that is saved writes to hundreds.
    const messages = await recentMessages(db, query.to === undefined ? 500 : 20_000)
    const shownMessages = messages.filter(
      message =>
        (query.to === undefined || [...message.recipients, ...message.cc, ...message.bcc].includes(query.to)) &&
        (query.subject === undefined || message.subject.includes(query.subject)),
    )
    return {
      mails: shownMessages.map(({ recipients, sent_at, created_at, ...message }) => ({
        ...message,
        to: recipients,
        sent_at: toInstant(sent_at),
        created_at: toInstant(created_at),
      })),
    }
  },
})
