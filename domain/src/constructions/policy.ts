import { isOffice, isWorker, only, type Actor } from '../access/actor.ts'

export const canReadConstructions = isWorker
export const canCreateConstructions = isOffice
/** Craftsmen too, but of them only the assignment counts (G-CON-24). */
export const canChangeConstructions = isWorker
export const canDeleteConstructions = only('admin', 'staffAdmin')

interface AssignedCompany {
  id: number
  primary_contractor_id: number | null
}
const isOwn = (actor: Actor & { kind: 'craftsman' }, company: AssignedCompany) => company.id === actor.contractorId
const isChild = (actor: Actor & { kind: 'craftsman' }, company: AssignedCompany) => company.primary_contractor_id === actor.contractorId

/** Contractor assignment rules (spec §6). A craftsman adds only without a primary contractor, and only own and children (G-CRA-15). */
export const canAssign = (actor: Actor, company: AssignedCompany): boolean =>
  actor.kind !== 'craftsman' || (actor.primaryContractorId === null && (isOwn(actor, company) || isChild(actor, company)))
/** A craftsman removes only contractors whose primary contractor is the own one; so never the own one. */
export const canUnassign = (actor: Actor, company: AssignedCompany): boolean => actor.kind !== 'craftsman' || isChild(actor, company)
/** A craftsman names craftsmen of the own contractor and its children. */
export const canNameCraftsmen = (actor: Actor, company: AssignedCompany): boolean =>
  actor.kind !== 'craftsman' || isOwn(actor, company) || isChild(actor, company)
