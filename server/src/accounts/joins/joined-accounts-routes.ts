import { joinedAccounts } from '@toguchi/domain/accounts/joined-accounts-contract'
import { answers } from '../../platform/http/mount.ts'
import { callingAccount } from './contact-codes.ts'
import { joinAccounts, leaveJoinedAccounts, openJoinedAccounts, sendJoinCode, showJoinedAccounts } from './join-accounts.ts'

export const joinedAccountsRoutes = answers(joinedAccounts, {
  'GET /api/users/me/joined_accounts': async ({ platform, session }) => ({
    joined_accounts: await showJoinedAccounts(platform, callingAccount(session)),
  }),

  'POST /api/users/me/joined_accounts/code': ({ platform, session, body }) => sendJoinCode(platform, callingAccount(session), body.contact),

  'POST /api/users/me/joined_accounts': async ({ platform, session, body }) => {
    const account = callingAccount(session)
    await joinAccounts(platform, account, { token: body.join_token, code: body.code })
    return { message: 'アカウントをまとめました。', joined_accounts: await showJoinedAccounts(platform, account) }
  },

  'DELETE /api/users/me/joined_accounts': async ({ platform, session }) => {
    const account = callingAccount(session)
    await leaveJoinedAccounts(platform, account)
    return { message: 'このアカウントを、まとめから外しました。', joined_accounts: await showJoinedAccounts(platform, account) }
  },

  'POST /api/users/me/joined_accounts/sessions': async ({ platform, session }) => ({
    sessions: await openJoinedAccounts(platform, callingAccount(session)),
  }),
})
