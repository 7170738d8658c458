import { loginTakenText } from '@toguchi/domain/accounts/labels'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { staffs } from '@toguchi/domain/accounts/staffs-contract'
import { canGrantStaffRights } from '@toguchi/domain/accounts/staffs-policy'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RowChange } from '../../platform/database/row-change.ts'
import { changeUsers } from '../users/change-users.ts'
import { listTakenLogins } from '../users/login-queries.ts'
import { registerStaffs } from '../users/register-users.ts'

type StaffForm = BodyOf<(typeof staffs)['POST /api/staffs']>['staff']
type Changes = readonly RowChange<StaffForm>[]

/** What no form of one member of staff sees: login ids of others, and rights that the caller may not hand out (G-ACC-17, G-ACC-18). */
export const checkStaffs = async (db: Db, actor: OfficeActor, changes: Changes): Promise<Map<number, { key: string; text: string }>> => {
  const refusals = new Map<number, { key: string; text: string }>()
  const added = changes.filter(({ before }) => !before).map(({ after }) => after.login_id)
  const taken = new Set(await listTakenLogins(db, added))
  for (const [at, { before, after }] of changes.entries()) {
    if (!before && taken.has(after.login_id.toLowerCase())) refusals.set(at, { key: 'login_id', text: loginTakenText })
    if (after.type === 'Staff_Admin' && after.can_register_staff)
      refusals.set(at, { key: 'can_register_staff', text: 'は「企業一般」だけに設定できます' })
    if (canGrantStaffRights(actor)) continue
    if (after.type === 'Staff_Admin' || before?.type === 'Staff_Admin')
      refusals.set(at, { key: 'type', text: '企業管理者を登録・変更する権限がありません。' })
    else if (after.can_register_staff !== (before?.can_register_staff ?? false))
      refusals.set(at, { key: 'can_register_staff', text: 'を変更する権限がありません。' })
  }
  return refusals
}

/** Registers and changes many members of staff that were checked; the new ones are invited by mail, as by hand (G-ACC-26). */
export const saveStaffs = async (platform: Platform, db: Db, actor: OfficeActor, changes: Changes, now: Date): Promise<void> => {
  await registerStaffs(
    platform,
    db,
    actor,
    changes.flatMap(({ before, after }) => (before ? [] : [after])),
  )
  await changeUsers(
    platform,
    db,
    actor,
    'staffs',
    changes.flatMap(({ before, after }) => (before ? [{ before, after }] : [])),
    now,
  )
}
