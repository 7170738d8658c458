import { type ConstructionFieldName, constructionFieldNames, personalFieldNames } from '@toguchi/domain/constructions/fields'
import { isDeepStrictEqual } from 'node:util'
import type { ClientId, OfficeActor, ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import type { ConstructionForm } from '@toguchi/domain/constructions/contract'
import { completionFlags, type FormType } from '@toguchi/domain/constructions/labels'
import { findBuilding, templateOf } from '../buildings/buildings.ts'
import { findClient, insertPublicIds, nextCode } from '../clients/clients.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound, onConstraint, refused, stale } from '../platform/http/problem.ts'
import { createRooms, type NewBlock } from '../rooms/rooms.ts'
import { applyAssignments, type AssignmentPlan, planAssignments } from './assign-contractors.ts'
import { checkFields, type ConstructionState, emptyState, merge } from './check-construction.ts'
import { changesWorkingDays, checkAssignedRooms } from './check-assigned-rooms.ts'
import { gatherErrors } from './field-errors.ts'
import { markScheduleChanged } from '../construction-versions/construction-versions.ts'
import { notify } from '../notifications/notifications.ts'
import { applyOptions, planOptions } from './offer-options.ts'
import { applyPlaces, planPlaces } from './place-photography.ts'
import { canDelete } from './present.ts'
import {
  type ConstructionColumns,
  findConstruction,
  insertConstruction,
  listContacts,
  listRoomsForCopy,
  lockConstruction,
  updateConstruction,
} from './queries.ts'

const manageNoTaken = { constructions_manage_no_key: () => invalid({ manage_no: ['はすでに存在します'] }) }

/** Everything that is written of a form, checked: nothing of it touches the database before all of it is right. */
const plan = async (
  db: Db,
  actor: ReachedActor,
  id: number | null,
  before: ConstructionState,
  form: ConstructionForm,
  formType: FormType | undefined,
  clientOffersOptions: boolean,
  now: Date,
) => {
  const {
    assigned_contractors_attributes: contractors,
    common_photography_places_attributes: common,
    private_photography_places_attributes: privately,
    constructions_options_attributes: options = [],
    ...fields
  } = form
  const after = merge(before, fields)
  // The signboard's kind has a default and is never empty; only who leaves it empty on purpose is told (spec §5).
  const errors = gatherErrors()
  await checkFields(db, actor.clientId, { formType, before, after, fields, clientOffersOptions }, errors)
  if (id !== null) await checkAssignedRooms(db, actor.clientId, id, { before, after, today: toDay(now) }, errors)
  const assignments = await planAssignments(db, actor, id, contractors ?? [], errors)
  const asks = contractors !== undefined || formType === 'overall_schedule' || formType === 'all'
  if (asks && !assignments.anybodyLeft) errors.add('assigned_contractors', 'を選択してください')
  const places = await planPlaces(
    db,
    actor.clientId,
    id,
    [
      { area: 'common', used: after.use_common_photo, rows: common },
      { area: 'private', used: after.use_private_photo, rows: privately },
    ],
    errors,
  )
  const offered = await planOptions(db, actor.clientId, id, options, errors)
  errors.refuse()
  return { after, assignments, places, offered }
}
type Plan = Awaited<ReturnType<typeof plan>>

const applyNested = async (db: Db, clientId: ClientId, id: number, { assignments, places, offered }: Plan, now: Date) => {
  await applyAssignments(db, clientId, id, assignments, now)
  await applyPlaces(db, clientId, id, places, now)
  await applyOptions(db, clientId, id, offered, now)
}

/** A field without its column does not compile. */
const columnsOf = (state: ConstructionState): Pick<ConstructionColumns, ConstructionFieldName> => ({
  ...state,
  electronic_signboard_type: state.electronic_signboard_type ?? 'board',
})

/** The flags of the steps that this form type saves (G-CON-08). */
const flagsOf = (formType: FormType | undefined): ConstructionColumns =>
  Object.fromEntries(
    Object.entries(completionFlags)
      .filter(([step]) => formType === 'all' || formType === step)
      .map(([, flag]) => [flag, true]),
  )

interface Saved {
  kind: 'constructions.created' | 'constructions.updated' | 'constructions.copied'
  id: number
  before: ConstructionState
  after: ConstructionState
  assignments: AssignmentPlan
  extra?: Record<string, unknown>
}

/** The event of the change, and the mails it causes, in the same transaction (D-12, D-15). */
const notifyOfSaved = async (platform: Platform, db: Db, actor: ReachedActor, saved: Saved) => {
  const changed = constructionFieldNames.filter(name => !isDeepStrictEqual(saved.before[name], saved.after[name]))
  const pick = (state: ConstructionState, personal: boolean) =>
    Object.fromEntries(changed.filter(name => personalFieldNames.has(name) === personal).map(name => [name, state[name]]))
  const contractors = saved.assignments.planned.map(({ contractorId, removed, craftsmanIds }) => ({
    contractor_id: contractorId,
    removed,
    craftsman_ids: craftsmanIds,
  }))
  await recordEvent(db, {
    kind: saved.kind,
    actor,
    clientId: actor.clientId,
    constructionId: saved.id,
    subject: { type: 'constructions', id: saved.id },
    change: {
      before: pick(saved.before, false),
      after: pick(saved.after, false),
      ...(contractors.length > 0 ? { assigned_contractors: contractors } : {}),
      ...saved.extra,
    },
    ...(changed.some(name => personalFieldNames.has(name))
      ? { personal: { before: pick(saved.before, true), after: pick(saved.after, true) } }
      : {}),
  })
  const { newCraftsmanIds } = saved.assignments
  if (newCraftsmanIds.length === 0) return
  // One mail each: craftsmen of different companies need not see one another's addresses (G-CRA-08).
  for (const craftsman of await listContacts(db, actor.clientId, newCraftsmanIds))
    await notify(platform, db, actor, { event: 'construction_assigned', constructionId: saved.id, to: [], alsoTo: [craftsman] })
}

interface NewConstruction {
  buildingId: number
  form: ConstructionForm
  formType: FormType
  /** The construction it is a copy of; its rooms are laid instead of the building's template (G-CON-09). */
  copyOf?: number
}

/** Creates a construction with its code, its public uuid and its rooms; all of it or nothing. */
export const createConstruction = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { buildingId, form, formType, copyOf }: NewConstruction,
): Promise<number> => {
  const { clientId } = actor
  const now = platform.now()
  const client = await findClient(db, clientId)
  const building = await findBuilding(db, actor, buildingId)
  if (!client || !building) throw invalid({ building_id: ['は一覧にありません'] })
  const before = { ...emptyState, prime_contractor: client.name }
  const planned = await plan(db, actor, null, before, form, formType, client.use_optional_construction, now)
  const blocks: NewBlock[] =
    copyOf === undefined ? await templateOf(db, clientId, buildingId) : await listRoomsForCopy(db, clientId, copyOf)
  const rooms = blocks.reduce((sum, block) => sum + block.rooms.length, 0)
  const after = { ...planned.after, number_of_houses: planned.after.number_of_houses ?? (rooms > 0 ? rooms : null) }
  const { id, uuid } = await onConstraint(
    insertConstruction(db, clientId, {
      ...columnsOf(after),
      ...flagsOf(formType),
      building_id: buildingId,
      cd: await nextCode(db, clientId, 'construction'),
      created_at: now,
      updated_at: now,
    }),
    manageNoTaken,
  )
  await insertPublicIds(db, [{ uuid, client_id: clientId, kind: 'construction', row_id: id }])
  await applyNested(db, clientId, id, planned, now)
  await createRooms(platform, db, { clientId, constructionId: id, blocks })
  await notifyOfSaved(platform, db, actor, {
    kind: copyOf === undefined ? 'constructions.created' : 'constructions.copied',
    id,
    before: emptyState,
    after,
    assignments: planned.assignments,
    extra: { building_id: buildingId, rooms, ...(copyOf === undefined ? {} : { copy_of: copyOf }) },
  })
  return id
}

interface Change {
  form: ConstructionForm & { lock_version?: number | undefined }
  formType: FormType | undefined
}

/** Changes what was sent. Of a craftsman only the assignment counts, by its own rules (G-CON-24, spec §6). */
export const changeConstruction = async (platform: Platform, db: Db, actor: WorkerActor, id: number, change: Change): Promise<void> => {
  const now = platform.now()
  const row = await lockConstruction(db, actor, id)
  if (!row) throw notFound()
  const { lock_version, ...sent } = change.form
  if (lock_version !== undefined && lock_version !== row.lock_version) throw stale()
  const craftsman = actor.kind === 'craftsman'
  const form: ConstructionForm = craftsman ? { assigned_contractors_attributes: sent.assigned_contractors_attributes } : sent
  const formType = craftsman ? undefined : change.formType
  const { client_id: clientId } = row
  const reached = { ...actor, clientId }
  const client = await findClient(db, clientId)
  if (!client) throw notFound()
  const before = stateOf(row)
  const planned = await plan(db, reached, id, before, form, formType, client.use_optional_construction, now)
  await onConstraint(updateConstruction(db, clientId, id, { ...columnsOf(planned.after), ...flagsOf(formType) }, now), manageNoTaken)
  if (changesWorkingDays(before, planned.after)) await markScheduleChanged(db, clientId, id)
  await applyNested(db, clientId, id, planned, now)
  await notifyOfSaved(platform, db, reached, {
    kind: 'constructions.updated',
    id,
    before,
    after: planned.after,
    assignments: planned.assignments,
  })
}

const stateOf = (row: object): ConstructionState =>
  Object.fromEntries(constructionFieldNames.map(name => [name, (row as ConstructionState)[name]])) as ConstructionState

/**
 * Hides a construction on which nothing was finished or bought yet (G-CON-18). What was is read only once it is held: whoever places an
 * order holds it too, so that no money comes for work that is gone.
 */
export const deleteConstruction = async (db: Db, actor: OfficeActor, id: number, sentence: string, now: Date): Promise<void> => {
  const row = await lockConstruction(db, actor, id)
  const construction = row && (await findConstruction(db, actor, id))
  if (!row || !construction) throw notFound()
  if (!canDelete(construction)) throw refused(sentence, 'in_use')
  await updateConstruction(db, actor.clientId, id, { discarded_at: now }, now)
  await recordEvent(db, {
    kind: 'constructions.deleted',
    actor,
    clientId: actor.clientId,
    constructionId: id,
    subject: { type: 'constructions', id },
    change: { before: { cd: row.cd, manage_no: row.manage_no, name: row.name } },
  })
}
