import type { ClientId, Reached, ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import type { Contractor } from '@toguchi/domain/contractors/contract'
import { assignedText, hasPeopleText, twoLevelsText } from '@toguchi/domain/contractors/labels'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database/database.ts'
import { inUse, withoutUses } from '../masters/masters.ts'
import { recordEvent } from '../platform/events.ts'
import { forbidden, invalid, notFound, onConstraint } from '../platform/http/problem.ts'
import {
  type ContractorColumns,
  findContractor,
  hasSubcontractors,
  insertContractor,
  lockContractor,
  type ReachedContractor,
  updateContractor,
} from './queries.ts'

const nameTaken = { contractors_name_key: () => invalid({ name: [nameTakenText] }) }

/** A contractor within reach: for craftsmen their own and those under it, others are not found. */
export const reachContractor = async (db: Db, actor: WorkerActor, id: number): Promise<ReachedContractor> => {
  const contractor = await findContractor(db, actor, id)
  if (!contractor) throw notFound()
  return contractor
}

export const showContractor = async (db: Db, actor: WorkerActor, id: number): Promise<Contractor> => {
  const { client_id: _client, ...contractor } = await reachContractor(db, actor, id)
  return withoutUses(actor, contractor)
}

const record = (db: Db, actor: ReachedActor, id: number, verb: 'created' | 'updated' | 'deleted', change: Record<string, unknown>) =>
  recordEvent(db, { kind: `contractors.${verb}`, actor, clientId: actor.clientId, subject: { type: 'contractors', id }, change })

/** There are two levels and no third: who is under somebody has nobody under itself (G-CRA-01). */
const refuseThirdLevel = async (db: Db, clientId: ClientId, id: number | null, primaryId: number | null | undefined): Promise<void> => {
  if (primaryId === null || primaryId === undefined) return
  const primary = await lockContractor(db, clientId, primaryId)
  if (!primary || primaryId === id) throw invalid({ primary_contractor_id: ['一次協力会社は一覧にありません'] })
  if (primary.primary_contractor_id !== null || (id !== null && (await hasSubcontractors(db, clientId, id))))
    throw invalid({ primary_contractor_id: [twoLevelsText] })
}

export const createContractor = async (
  db: Db,
  actor: Reached<WorkerActor>,
  contractor: ContractorColumns & { name: string },
): Promise<Contractor> => {
  await refuseThirdLevel(db, actor.clientId, null, contractor.primary_contractor_id)
  const { id } = await onConstraint(insertContractor(db, actor.clientId, contractor), nameTaken)
  await record(db, actor, id, 'created', { after: contractor })
  return showContractor(db, actor, id)
}

/** Changes the fields that were sent; whose subcontractor one is, only staff say. */
export const changeContractor = async (db: Db, actor: WorkerActor, id: number, change: ContractorColumns): Promise<Contractor> => {
  const { client_id: clientId } = await reachContractor(db, actor, id)
  const before = await lockContractor(db, clientId, id)
  if (!before) throw notFound()
  if (change.primary_contractor_id !== undefined && change.primary_contractor_id !== before.primary_contractor_id) {
    if (actor.kind === 'craftsman') throw forbidden()
    await refuseThirdLevel(db, clientId, id, change.primary_contractor_id)
  }
  await onConstraint(updateContractor(db, clientId, id, change), nameTaken)
  await record(db, { ...actor, clientId }, id, 'updated', { before, after: change })
  return showContractor(db, actor, id)
}

/** Hides a contractor that has no people left and no open work (G-CRA-14). */
export const deleteContractor = async (db: Db, actor: WorkerActor, id: number, at: Date): Promise<void> => {
  const { client_id: clientId } = await reachContractor(db, actor, id)
  if (!(await lockContractor(db, clientId, id))) throw notFound()
  const contractor = await showContractor(db, actor, id)
  if (contractor.craftsmans_count + contractor.subcontract_contractors_count > 0) throw inUse(contractor, hasPeopleText, 'has_people')
  if (!contractor.can_delete) throw inUse(contractor, assignedText, 'assigned')
  await updateContractor(db, clientId, id, { discarded_at: at })
  await record(db, { ...actor, clientId }, id, 'deleted', { before: { name: contractor.name } })
}
