import { ownSessions } from '@toguchi/domain/accounts/own-sessions-contract'
import { toInstant } from '../../platform/clock.ts'
import { demandSession } from '../../platform/http/identity.ts'
import { answers } from '../../platform/http/mount.ts'
import { notFound } from '../../platform/http/problem.ts'
import { recordAccountEvent } from '../account-events.ts'
import { accountOf } from '../change-profile.ts'
import { deviceInWords } from './device-words.ts'
import { deleteSessionOf, listSessions } from './own-sessions-queries.ts'
import { revokeOneTimeTokens } from '../links/link-queries.ts'
import { deleteSessionsOf } from './session-queries.ts'

export const ownSessionsRoutes = answers(ownSessions, {
  'GET /api/users/me/sessions': async ({ platform, session }) => {
    const caller = demandSession(session)
    const rows = await platform.pool.read(null, db => listSessions(db, accountOf(caller), platform.now()))
    return {
      sessions: rows.map(({ id, user_agent, address, created_at, last_used_at }) => ({
        id,
        device: deviceInWords(user_agent),
        // IPv4 written as IPv6 is what nobody knows their address by.
        address: address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? null,
        last_used_at: toInstant(last_used_at ?? created_at),
        created_at: toInstant(created_at),
        current: id === caller.id,
      })),
    }
  },

  // A link that one of the others asked for would open the next session of the same person.
  'DELETE /api/users/me/sessions': async ({ platform, session, now }) => {
    const caller = demandSession(session)
    const account = accountOf(caller)
    const accounts = { ...account, accountIds: [account.accountId] }
    await platform.pool.write(account.clientId, async db => {
      await revokeOneTimeTokens(db, accounts, ['auto_login'], now)
      await deleteSessionsOf(db, accounts, caller.id)
      await recordAccountEvent(db, account, 'accounts.other_sessions_ended')
    })
    return { message: 'ほかの端末をすべてログアウトしました。' }
  },

  'DELETE /api/users/me/sessions/:id': async ({ platform, session, params, now }) => {
    const account = accountOf(demandSession(session))
    await platform.pool.write(account.clientId, async db => {
      if (!(await deleteSessionOf(db, account, params.id))) throw notFound()
      await revokeOneTimeTokens(db, { ...account, accountIds: [account.accountId] }, ['auto_login'], now)
      await recordAccountEvent(db, account, 'accounts.session_ended')
    })
    return { message: '端末をログアウトしました。' }
  },
})
