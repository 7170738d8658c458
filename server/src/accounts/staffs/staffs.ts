import type { OfficeActor } from '@toguchi/domain/access/actor'
import {
  alreadySignedInText,
  canGrantStaffRights,
  canKeepStaff,
  canReadStaffDetails,
  ownAccountText,
} from '@toguchi/domain/accounts/staffs-policy'
import { type Staff, type StaffChoice, staffs } from '@toguchi/domain/accounts/staffs-contract'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { answers } from '../../platform/http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { forbidden, invalid, notFound, refused } from '../../platform/http/problem.ts'
import { changeUser, confirmAgain, discardUser, inviteAgain, registerStaffs, withdrawAddress } from '../accounts.ts'
import { guardedUser, liftLock, listLocks, type Lock, ownLockText, presentLock } from '../lock-outs/locks.ts'
import { departmentExists, findStaff, listStaffs, type StaffRow } from './staff-queries.ts'
import { lockUser } from '../users/user-queries.ts'

const present = ({ department, ...staff }: StaffRow, lock?: Lock): Staff => ({
  ...staff,
  department: staff.department_id === null || department === null ? null : { id: staff.department_id, name: department },
  email_changes_at: toInstant(staff.email_changes_at),
  ...presentLock(lock),
  last_sign_in_at: toInstant(staff.last_sign_in_at),
  created_at: toInstant(staff.created_at),
  updated_at: toInstant(staff.updated_at),
})

const isChoiceColumn = (column: string) => column === 'id' || column === 'name' || column === 'department'

/** What the select lists show of a member of staff. */
const choiceOf = ({ id, name, department_id, department }: Staff): StaffChoice => ({ id, name, department_id, department })

const show = async (platform: Platform, db: Db, actor: OfficeActor, id: number): Promise<Staff> => {
  const row = await findStaff(db, actor.clientId, id)
  const [staff] = row ? await presentAll(platform, db, actor, [row]) : []
  if (!staff) throw notFound()
  return staff
}

const presentAll = async (platform: Platform, db: Db, actor: OfficeActor, rows: readonly StaffRow[]): Promise<Staff[]> => {
  const kept = rows.filter(row => canKeepStaff(actor, row)).map(row => guardedUser(actor.clientId, row))
  const locks = await listLocks(db, kept, platform.now())
  return rows.map(row => present(row, locks.get(row.id)))
}

/** A Staff with can_register_staff keeps Staff only: no administrators, and the right itself is not theirs to give (G-ACC-17). */
const refuseGrants = (
  actor: OfficeActor,
  before: { type: string; can_register_staff: boolean },
  after: { type?: string | undefined; can_register_staff?: boolean | undefined },
) => {
  if (canGrantStaffRights(actor)) return
  const admin = before.type === 'Staff_Admin' || after.type === 'Staff_Admin'
  const grant = after.can_register_staff !== undefined && after.can_register_staff !== before.can_register_staff
  if (admin || grant) throw forbidden()
}

const refuseUnknownDepartment = async (db: Db, actor: OfficeActor, departmentId: number | null | undefined) => {
  if (departmentId === null || departmentId === undefined) return
  if (!(await departmentExists(db, actor.clientId, departmentId))) throw invalid({ department_id: ['は一覧にありません'] })
}

/** The row of a member of staff, held; craftsmen are not found here. */
const lockStaff = async (db: Db, actor: OfficeActor, id: number) => {
  const user = await lockUser(db, actor.clientId, id)
  if (!user || user.type === 'Craftsman') throw notFound()
  return user
}

const isOwn = (actor: OfficeActor, { id }: { id: number }): boolean =>
  (actor.kind === 'staffAdmin' || actor.kind === 'staff') && actor.id === id

const accountOf = ({ clientId }: OfficeActor, accountId: number) => ({ strategy: 'user' as const, clientId, accountId })

export const staffsRoutes = answers(staffs, {
  'GET /api/staffs': async ({ platform, db, actor, query }) => {
    // The order of a list tells what stands in a column.
    if (!canReadStaffDetails(actor) && !isChoiceColumn(query.sort_by ?? 'id')) throw invalid({ sort_by: ['は一覧にありません'] })
    const { rows, ...rest } = await listStaffs(db, actor.clientId, query, query.staff)
    return {
      staffs: canReadStaffDetails(actor) ? await presentAll(platform, db, actor, rows) : rows.map(row => choiceOf(present(row))),
      ...rest,
    }
  },

  'POST /api/staffs': async ({ platform, db, actor, body }) => {
    refuseGrants(actor, { type: 'Staff', can_register_staff: false }, body.staff)
    await refuseUnknownDepartment(db, actor, body.staff.department_id)
    const can_register_staff = body.staff.type === 'Staff' && body.staff.can_register_staff
    const [id = 0] = await registerStaffs(platform, db, actor, [{ ...body.staff, can_register_staff }])
    return { message: 'スタッフを登録しました。', staff: await show(platform, db, actor, id) }
  },

  'GET /api/staffs/:id': async ({ platform, db, actor, params }) => ({ staff: await show(platform, db, actor, params.id) }),

  'PATCH /api/staffs/:id': async ({ platform, db, actor, params, body, now }) => {
    const before = await lockStaff(db, actor, params.id)
    refuseGrants(actor, before, body.staff)
    if (body.staff.department_id !== before.department_id) await refuseUnknownDepartment(db, actor, body.staff.department_id)
    // An administrator may register staff by nature; the flag belongs to Staff alone.
    const type = body.staff.type ?? before.type
    const change = type === 'Staff_Admin' ? { ...body.staff, can_register_staff: false } : body.staff
    await changeUser(platform, db, actor, before, change, now)
    return { message: 'スタッフを更新しました。', staff: await show(platform, db, actor, params.id) }
  },

  'POST /api/staffs/:id/invitation': async ({ platform, db, actor, params }) => {
    const staff = await lockStaff(db, actor, params.id)
    refuseGrants(actor, staff, {})
    if (staff.is_opened) throw refused(alreadySignedInText, 'already_signed_in')
    await inviteAgain(platform, db, actor, staff)
    return { message: '招待メールを送信しました。', staff: await show(platform, db, actor, params.id) }
  },

  'POST /api/staffs/:id/email_confirmation': async ({ platform, db, actor, params }) => {
    const staff = await lockStaff(db, actor, params.id)
    refuseGrants(actor, staff, {})
    await confirmAgain(platform, db, accountOf(actor, staff.id))
    return { message: '確認のメールを送信しました。', staff: await show(platform, db, actor, params.id) }
  },

  'DELETE /api/staffs/:id/email_confirmation': async ({ platform, db, actor, params, now }) => {
    const staff = await lockStaff(db, actor, params.id)
    refuseGrants(actor, staff, {})
    await withdrawAddress(db, accountOf(actor, staff.id), now)
    return { message: 'メールアドレスの変更を取り消しました。', staff: await show(platform, db, actor, params.id) }
  },

  'DELETE /api/staffs/:id/lock': async ({ platform, db, actor, params }) => {
    const staff = await lockStaff(db, actor, params.id)
    if (isOwn(actor, staff)) throw refused(ownLockText, 'own_account')
    refuseGrants(actor, staff, {})
    await liftLock(platform, db, guardedUser(actor.clientId, staff))
    await recordEvent(db, { kind: 'staffs.lock_lifted', actor, clientId: actor.clientId, subject: { type: 'staffs', id: staff.id } })
    return { message: 'ロックを解除しました。', staff: await show(platform, db, actor, params.id) }
  },

  'DELETE /api/staffs/:id': async ({ db, actor, params, now }) => {
    const staff = await lockStaff(db, actor, params.id)
    if (isOwn(actor, staff)) throw refused(ownAccountText, 'own_account')
    refuseGrants(actor, staff, {})
    await discardUser(db, actor, staff, now)
    return { message: 'スタッフを削除しました。' }
  },
})
