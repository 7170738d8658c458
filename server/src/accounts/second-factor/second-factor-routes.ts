import { secondFactor } from '@toguchi/domain/accounts/second-factor-contract'
import { recordEvent } from '../../platform/events.ts'
import { demandSession, type Session } from '../../platform/http/identity.ts'
import { answers } from '../../platform/http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { forbidden, notFound, refused } from '../../platform/http/problem.ts'
import {
  beginDemandedEnrolment,
  beginEnrolment,
  confirmDemandedEnrolment,
  confirmEnrolment,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorOf,
} from './enrol-second-factor.ts'
import { platformSubject, recordPlatformEvent } from '../account-events.ts'
import { loggedInUser } from '../present.ts'
import { findAccountRow } from '../account-queries.ts'
import { lockUser } from '../users/user-queries.ts'

const enabled = '二段階認証を有効にしました。'
const reset = { message: '二段階認証を解除しました。' }

const resetOfPlatform =
  (strategy: 'admin' | 'operator') =>
  async ({ platform, session, params }: { platform: Platform; session: Session | null; params: { id: number } }) => {
    const caller = demandSession(session)
    if (caller.strategy === strategy && caller.actor.id === params.id) throw refused(ownReset, 'own_account')
    const account = { strategy, clientId: null, accountId: params.id }
    const { kind, id } = admin(caller)
    await platform.pool.write(null, async db => {
      if (!(await findAccountRow(db, account))) throw notFound()
      await resetSecondFactor(platform, db, account)
      await recordPlatformEvent(db, {
        kind: `${strategy}s.second_factor_reset`,
        actor: { kind, id },
        subject: platformSubject(strategy, params.id),
      })
    })
    return reset
  }
/** The endpoints let nobody else in; this tells the compiler. */
const admin = ({ actor }: Session) => {
  if (actor.kind !== 'admin') throw forbidden()
  return actor
}
const ownReset = '自分自身の二段階認証は、マイページで変更してください。'

export const secondFactorRoutes = answers(secondFactor, {
  'GET /api/users/me/second_factor': ({ platform, session }) => secondFactorOf(platform, demandSession(session)),

  'POST /api/users/me/second_factor': ({ platform, session, body, request }) =>
    beginEnrolment(platform, demandSession(session), body, request.ip),

  'POST /api/users/me/second_factor/confirmation': async ({ platform, session, body }) => ({
    message: enabled,
    recovery_codes: await confirmEnrolment(platform, demandSession(session), body.otp),
  }),

  'POST /api/users/me/second_factor/removal': async ({ platform, session, body, request }) => {
    await removeSecondFactor(platform, demandSession(session), body, request.ip)
    return { message: '二段階認証を無効にしました。' }
  },

  'POST /api/users/me/second_factor/recovery_codes': async ({ platform, session, body, request }) => ({
    message: '新しいリカバリーコードを作成しました。',
    recovery_codes: await renewRecoveryCodes(platform, demandSession(session), body, request.ip),
  }),

  'POST /api/auth/second_factor': ({ platform, body }) => beginDemandedEnrolment(platform, body.enrolment_token),

  'POST /api/auth/second_factor/confirmation': async ({ platform, body, setHeaders }) => {
    const { recovery_codes, account, headers } = await confirmDemandedEnrolment(platform, body.enrolment_token, body.otp)
    setHeaders(headers)
    return { message: enabled, recovery_codes, data: await loggedInUser(platform, account) }
  },

  'DELETE /api/staffs/:id/second_factor': async ({ platform, db, actor, params }) => {
    const { clientId } = actor
    const user = await lockUser(db, clientId, params.id)
    if (!user || user.type === 'Craftsman') throw notFound()
    if (actor.kind === 'staffAdmin' && actor.id === user.id) throw refused(ownReset, 'own_account')
    await resetSecondFactor(platform, db, { strategy: 'user', clientId, accountId: user.id })
    await recordEvent(db, { kind: 'staffs.second_factor_reset', actor, clientId, subject: { type: 'staffs', id: user.id } })
    return reset
  },

  'DELETE /api/admins/:id/second_factor': resetOfPlatform('admin'),
  'DELETE /api/operators/:id/second_factor': resetOfPlatform('operator'),
})
