import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { buildings } from '@toguchi/domain/buildings/contract'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { nextCodes } from '../clients/clients.ts'
import type { Db } from '../platform/database/database.ts'
import { recordSubjectEvents } from '../platform/events.ts'
import { invalid } from '../platform/http/problem.ts'
import type { RowChange } from '../platform/database/row-change.ts'
import { saveRows } from '../platform/database/save-rows.ts'
import { type BuildingFields, insertBuildings, listTakenCodes, updateBuildings } from './queries.ts'

type BuildingForm = BodyOf<(typeof buildings)['POST /api/buildings']>['building']
type Coded = BuildingFields & { cd: string }

/** Registers and changes many buildings, as `saveBuilding` does one: the same codes, the same events. */
export const saveBuildings = async (db: Db, actor: OfficeActor, changes: readonly RowChange<BuildingForm>[], now: Date): Promise<void> => {
  const { clientId } = actor
  const saved = await saveRows(await withCodes(db, clientId, changes), {
    update: rows => updateBuildings(db, clientId, rows, now),
    insert: rows => insertBuildings(db, clientId, rows),
    key: ({ cd }) => cd,
    problems: { buildings_cd_key: () => invalid({ cd: ['はすでに存在します'] }, 'cd_taken') },
  })
  await recordSubjectEvents(
    db,
    saved.map(({ id, before, after }) => ({
      kind: before ? 'buildings.changed' : 'buildings.registered',
      actor,
      clientId,
      subject: { type: 'building', id },
      change: { before, after },
    })),
  )
}

/** Buildings without a code get the next ones that nobody has taken by hand, in this file or before (G-BLD-02). */
const withCodes = async (
  db: Db,
  clientId: ClientId,
  changes: readonly RowChange<BuildingForm>[],
): Promise<{ before: RowChange<BuildingForm>['before']; after: Coded }[]> => {
  const typed = new Set(changes.flatMap(({ after }) => (after.cd === null ? [] : [after.cd])))
  const newCodes = changes.filter(({ before, after }) => after.cd === null && !before).length
  const free: string[] = []
  while (free.length < newCodes) {
    const codes = await nextCodes(db, clientId, 'building', newCodes - free.length)
    const taken = new Set(await listTakenCodes(db, clientId, codes))
    free.push(...codes.filter(code => !typed.has(code) && !taken.has(code)))
  }
  return changes.map(({ before, after }) => ({ before, after: { ...after, cd: after.cd ?? before?.cd ?? free.shift() ?? '' } }))
}
