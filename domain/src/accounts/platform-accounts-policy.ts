import { only } from '../access/actor.ts'

/** Admins and operators are kept by admins (G-ADM-09). */
export const canKeepPlatformAccounts = only('admin')

/** Nobody would be left to let anybody in. */
export const lastAdminText = '最後の管理者は削除できません。'
