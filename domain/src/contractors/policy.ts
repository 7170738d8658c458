import { isStaff, isWorker, only, type Actor } from '../access/actor.ts'

export const canListContractors = isWorker
/** Contractor and craftsman screens: 1, 2, 3, and craftsmen for their own company and those under it (spec §6). */
export const canUseContractors = only('admin', 'staffAdmin', 'staff', 'craftsman')
/** Addresses and login ids of craftsmen; an operator chooses one and needs the name (decision 009). */
export const canReadCraftsmanDetails = only('admin', 'staffAdmin', 'staff', 'craftsman')
export const canManageContractors = isStaff
export const isCraftsman = only('craftsman')

/** Whether a contractor is the craftsman's own or one under it; for everybody else there is no such bound. */
export const isWithinOwnCompany = (actor: Actor, contractor: { id: number; primary_contractor_id: number | null }): boolean =>
  actor.kind !== 'craftsman' || contractor.id === actor.contractorId || contractor.primary_contractor_id === actor.contractorId
