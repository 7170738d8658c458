import type { ClientActor } from '@toguchi/domain/access/actor'
import type { buildings } from '@toguchi/domain/buildings/contract'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { nextCode } from '../clients/clients.ts'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { invalid, notFound, onConstraint, refused } from '../platform/problem.ts'
import { deleteBuilding, findBuilding, insertBuilding, lockBuilding, updateBuilding } from './queries.ts'

type BuildingForm = BodyOf<(typeof buildings)['POST /api/buildings']>['building']

/** Registers a building or saves its changes; without a code of its own it gets the next one (G-BLD-02). */
export const saveBuilding = async (
  db: Db,
  actor: ClientActor,
  existing: { id: number; now: Date } | undefined,
  { cd, ...fields }: BuildingForm,
): Promise<number> => {
  const { clientId } = actor
  const before = existing ? await lockBuilding(db, actor, existing.id) : undefined
  if (existing && !before) throw notFound()
  const code = cd ?? before?.cd ?? (await nextCode(db, clientId, 'building'))
  const save = async () => {
    if (!existing) return (await insertBuilding(db, clientId, { ...fields, cd: code })).id
    await updateBuilding(db, clientId, existing.id, { ...fields, cd: code }, existing.now)
    return existing.id
  }
  const id = await onConstraint(save(), { buildings_cd_key: () => invalid({ cd: ['はすでに存在します'] }, 'cd_taken') })
  await recordEvent(db, {
    kind: existing ? 'buildings.changed' : 'buildings.registered',
    actor,
    clientId,
    subject: { type: 'building', id },
    change: { before: before ?? null, after: { ...fields, cd: code } },
  })
  return id
}

/** Deletes a building that has no construction (G-BLD-04). */
export const removeBuilding = async (db: Db, actor: ClientActor, id: number): Promise<void> => {
  const inUse = () => refused('工事が登録されているため削除できません。', 'building_in_use')
  const building = await findBuilding(db, actor, id)
  if (!building) throw notFound()
  if (building.constructions_count > 0) throw inUse()
  // A construction that was deleted still belongs to its building, and so do its events: the key refuses.
  await onConstraint(deleteBuilding(db, actor.clientId, id), {
    constructions_client_id_building_id_fkey: inUse,
    support_versions_client_id_building_id_fkey: () => refused('対応履歴があるため削除できません。', 'building_in_use'),
  })
  await recordEvent(db, {
    kind: 'buildings.removed',
    actor,
    clientId: actor.clientId,
    subject: { type: 'building', id },
    change: { name: building.name },
  })
}
