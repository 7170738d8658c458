import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { buildings } from '@toguchi/domain/buildings/contract'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { nextCode } from '../clients/clients.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { invalid, notFound, onConstraint, refused } from '../platform/http/problem.ts'
import { deleteBuilding, findBuilding, insertBuilding, lockBuilding, updateBuilding } from './queries.ts'

type BuildingForm = BodyOf<(typeof buildings)['POST /api/buildings']>['building']
type BuildingChange = BodyOf<(typeof buildings)['PATCH /api/buildings/:id']>['building']

const codeTaken = { buildings_cd_key: () => invalid({ cd: ['はすでに存在します'] }, 'cd_taken') }

/** Registers a building; without a code of its own it gets the next one (G-BLD-02). */
export const registerBuilding = async (db: Db, actor: OfficeActor, { cd, ...fields }: BuildingForm): Promise<number> => {
  const { clientId } = actor
  const after = { ...fields, cd: cd ?? (await nextCode(db, clientId, 'building')) }
  const { id } = await onConstraint(insertBuilding(db, clientId, after), codeTaken)
  await recordEvent(db, {
    kind: 'buildings.registered',
    actor,
    clientId,
    subject: { type: 'building', id },
    change: { before: null, after },
  })
  return id
}

/** Saves the fields that were sent; an emptied code stays the one it was. */
export const changeBuilding = async (
  db: Db,
  actor: OfficeActor,
  id: number,
  { cd, ...fields }: BuildingChange,
  now: Date,
): Promise<void> => {
  const { clientId } = actor
  const before = await lockBuilding(db, actor, id)
  if (!before) throw notFound()
  const after = { ...fields, cd: cd ?? before.cd }
  await onConstraint(updateBuilding(db, clientId, id, after, now), codeTaken)
  await recordEvent(db, { kind: 'buildings.changed', actor, clientId, subject: { type: 'building', id }, change: { before, after } })
}

/** Deletes a building that has no construction (G-BLD-04). */
export const removeBuilding = async (db: Db, actor: OfficeActor, id: number): Promise<void> => {
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
