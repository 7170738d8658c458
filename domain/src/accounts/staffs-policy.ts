import { isOffice, isStaff, only, onlyIf, type Actor } from '../access/actor.ts'

/** Select lists of the forms (G-ACC-24). */
export const canListStaffs = isOffice

/** Addresses and login ids of colleagues; an operator chooses a member of staff and needs the name. */
export const canReadStaffDetails = isStaff

/** Staff registration: roles 1 and 2, or anyone with can_register_staff (spec §6). */
export const canRegisterStaffs = onlyIf(['admin', 'staffAdmin', 'staff'], actor => actor.kind !== 'staff' || actor.canRegisterStaff)

/** Who may make staff administrators and hand out the right to register; a Staff with that right may neither (G-ACC-17). */
export const canGrantStaffRights = only('admin', 'staffAdmin')

/** Administrators keep everybody's account; who has the right to register keeps those without rights (G-ACC-17). */
export const canKeepStaff = (actor: Actor, { type }: { type: string }): boolean =>
  canGrantStaffRights(actor) || (canRegisterStaffs(actor) && type === 'Staff')

/** Why a staff member cannot be deleted. */
export const ownAccountText = '自分自身は削除できません。'

/** Whose account is opened has a password, and the page for one that was forgotten. */
export const alreadySignedInText = 'すでに利用を始めているため、招待メールは送信できません。'
