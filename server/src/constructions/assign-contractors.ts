import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import type { AssignedContractorRow } from '@toguchi/domain/constructions/contract'
import { canAssign, canNameCraftsmen, canUnassign } from '@toguchi/domain/constructions/policy'
import type { Db } from '../platform/database/database.ts'
import { forbidden, notFound } from '../platform/http/problem.ts'
import type { FieldErrors } from './field-errors.ts'
import { markScheduleChanged } from '../construction-versions/construction-versions.ts'
import {
  type AssignmentRow,
  discardAssignments,
  insertAssignments,
  keepAssignments,
  listAssignments,
  listCompanies,
  replaceCraftsmen,
} from './queries.ts'

interface Planned {
  /** Null for a contractor that was never on this construction. */
  before: AssignmentRow | null
  contractorId: number
  removed: boolean
  /** Null leaves the craftsmen as they are; a restored contractor has the old ones again (G-CRA-06). */
  craftsmanIds: number[] | null
  position: number
}

export interface AssignmentPlan {
  planned: Planned[]
  /** Whether a contractor is left when the plan is done. */
  anybodyLeft: boolean
  /** Who is named now and was not before: they get the mail (G-CRA-08). */
  newCraftsmanIds: number[]
}

/**
 * Compares the rows that were sent with what is there, by the contractor assignment rules (spec §6). Rows that change nothing are
 * nobody's business, so that a form may send all it shows. Reads only; errors of rows go to `errors`.
 */
export const planAssignments = async (
  db: Db,
  actor: ReachedActor,
  constructionId: number | null,
  rows: readonly AssignedContractorRow[],
  errors: FieldErrors,
): Promise<AssignmentPlan> => {
  const existing = constructionId === null ? [] : await listAssignments(db, actor.clientId, constructionId)
  const companies = new Map(
    (
      await listCompanies(db, actor.clientId, [
        ...rows.flatMap(row => (row.contractor_id === undefined ? [] : [row.contractor_id])),
        ...existing.map(row => row.contractor_id),
      ])
    ).map(company => [company.id, company]),
  )
  const planned: Planned[] = []
  for (const [at, row] of rows.entries()) {
    const before = findRow(existing, row)
    const contractorId = before?.contractor_id ?? row.contractor_id
    const field = `assigned_contractors[${at}].contractor_id`
    if (contractorId === undefined) errors.add(field, 'を選択してください')
    else if (before && row.contractor_id !== undefined && row.contractor_id !== before.contractor_id) errors.add(field, 'は変更できません')
    else if (planned.some(other => other.contractorId === contractorId)) errors.add(field, 'はすでに追加されています')
    else if (!row._destroy && !companies.has(contractorId) && (!before || before.discarded_at !== null))
      errors.add(field, 'は一覧にありません')
    else planned.push({ before, contractorId, removed: row._destroy, craftsmanIds: craftsmenOf(row), position: at })
  }
  for (const plan of planned) {
    const company = companies.get(plan.contractorId) ?? {
      id: plan.contractorId,
      primary_contractor_id: plan.before?.primary_contractor_id ?? null,
    }
    refuseForbidden(actor, company, plan)
    const craftsmanIds = new Set([...(companies.get(plan.contractorId)?.craftsman_ids ?? []), ...(plan.before?.craftsman_ids ?? [])])
    if (!plan.removed && plan.craftsmanIds?.some(id => !craftsmanIds.has(id))) errors.add('assigned_craftsmans', 'は一覧にありません')
  }
  return { planned, ...outcome(existing, planned) }
}

const findRow = (existing: readonly AssignmentRow[], row: AssignedContractorRow): AssignmentRow | null => {
  if (row.id === undefined) return existing.find(each => each.contractor_id === row.contractor_id) ?? null
  const before = existing.find(each => each.id === row.id)
  if (!before) throw notFound()
  return before
}

const craftsmenOf = (row: AssignedContractorRow): number[] | null =>
  row.assigned_craftsmans_attributes === undefined
    ? null
    : [
        ...new Set(
          row.assigned_craftsmans_attributes.flatMap(each => {
            const id = each.craftsman_id ?? each.id
            return each._destroy || id === undefined ? [] : [id]
          }),
        ),
      ]

const isLive = (row: AssignmentRow | null) => row !== null && row.discarded_at === null

const refuseForbidden = (actor: ReachedActor, company: { id: number; primary_contractor_id: number | null }, plan: Planned) => {
  const live = isLive(plan.before)
  if (plan.removed) {
    if (live && !canUnassign(actor, company)) throw forbidden()
    return
  }
  if (!live && !canAssign(actor, company)) throw forbidden()
  const before = live ? (plan.before?.craftsman_ids ?? []) : []
  const renamed = plan.craftsmanIds !== null && !sameMembers(plan.craftsmanIds, before)
  if (renamed && !canNameCraftsmen(actor, company)) throw forbidden()
}

const sameMembers = (one: readonly number[], other: readonly number[]) => one.length === other.length && one.every(id => other.includes(id))

const outcome = (existing: readonly AssignmentRow[], planned: readonly Planned[]) => {
  const touched = new Set(planned.map(plan => plan.contractorId))
  const untouched = existing.filter(row => isLive(row) && !touched.has(row.contractor_id))
  const kept = planned.filter(plan => !plan.removed)
  const namedBefore = new Set(existing.filter(isLive).flatMap(row => row.craftsman_ids))
  const namedAfter = kept.flatMap(plan => plan.craftsmanIds ?? plan.before?.craftsman_ids ?? [])
  return {
    anybodyLeft: untouched.length + kept.length > 0,
    newCraftsmanIds: [...new Set(namedAfter)].filter(id => !namedBefore.has(id)),
  }
}

/** Does what was planned, in a statement a kind of change, however many rows there are. */
export const applyAssignments = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  { planned }: AssignmentPlan,
  now: Date,
): Promise<void> => {
  const removed = planned.flatMap(({ before, removed: gone }) => (gone && before && isLive(before) ? [before.id] : []))
  const kept = planned.filter(plan => !plan.removed)
  await discardAssignments(db, clientId, removed, now)
  const moved = await keepAssignments(
    db,
    clientId,
    kept.flatMap(({ before, position }) => (before ? [{ id: before.id, position }] : [])),
  )
  const added = await insertAssignments(
    db,
    clientId,
    constructionId,
    kept.flatMap(({ before, contractorId, position }) => (before ? [] : [{ contractor_id: contractorId, position }])),
  )
  // Frame numbers run over the crews in their order (D-25): a draft made before would be about other crews.
  if (removed.length > 0 || added.length > 0 || moved) await markScheduleChanged(db, clientId, constructionId)
  const idOf = (plan: Planned) => plan.before?.id ?? added.find(row => row.contractor_id === plan.contractorId)?.id
  await replaceCraftsmen(
    db,
    clientId,
    kept.flatMap(plan => {
      const assignmentId = idOf(plan)
      const { craftsmanIds, before } = plan
      const same = craftsmanIds === null || (before !== null && sameMembers(craftsmanIds, before.craftsman_ids))
      return assignmentId === undefined || same ? [] : [{ assignmentId, craftsmanIds }]
    }),
  )
}
