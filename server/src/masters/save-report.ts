import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { CompletionReport, masters } from '@toguchi/domain/masters/contract'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { type ItemKind, oneDefaultText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database/database.ts'
import { invalid, notFound } from '../platform/http/problem.ts'
import { changeMaster, createMaster, showMaster } from './change-master.ts'
import { refuseChangedByBoth } from './changed-by-both.ts'
import {
  clearDefaults,
  completionReports,
  discardReportRows,
  insertReportItems,
  insertReportUnits,
  lockMaster,
  lockReportRows,
  type NewReportUnit,
  updateReportItems,
  updateReportUnits,
} from './queries.ts'

type ReportForm = BodyOf<(typeof masters)['PATCH /api/completion_reports/:id']>['completion_report']
type Item = NonNullable<ReportForm['completion_report_items_attributes']>[number]
type Unit = NonNullable<Item['completion_report_item_units_attributes']>[number]

/**
 * Creates (no id) or changes a report together with its items and their units: all of it or nothing, in the order they are sent.
 * Rows that are not sent stay as they are. What is destroyed is hidden: a filled-in report keeps pointing to what it answered.
 */
export const saveReport = async (
  db: Db,
  actor: OfficeActor,
  id: number | null,
  { read, ...form }: ReportForm,
  now: Date,
): Promise<CompletionReport> => {
  if (id !== null && read !== undefined) await refuseTwoWriters(db, actor, id, read, form)
  const { completion_report_items_attributes: items = [], ...details } = form
  if (id !== null) await changeMaster(db, actor, completionReports, id, details)
  const reportId = id ?? (await createMaster(db, actor, completionReports, details))
  await saveItems(db, actor.clientId, reportId, items, now)
  return showMaster<CompletionReport>(db, actor, completionReports, reportId)
}

const refuseTwoWriters = async (db: Db, actor: OfficeActor, id: number, read: NonNullable<ReportForm['read']>, form: ReportForm) => {
  if (!(await lockMaster(db, completionReports, actor.clientId, id))) throw notFound()
  const completion_report = await showMaster<CompletionReport>(db, actor, completionReports, id)
  refuseChangedByBoth(read, form, completion_report, { completion_report })
}

const saveItems = async (db: Db, clientId: ClientId, reportId: number, items: readonly Item[], now: Date) => {
  const savedRows = await lockReportRows(db, clientId, reportId)
  refuseStrangers(items, savedRows)
  refuseTwoDefaults(items, savedRows)
  refuseNumbersWithoutUnit(items, savedRows)
  const places = items
    .map((item, position) => ({ ...item, ...askedAs(item, savedRows), ...unitsAttributes(item, savedRows), position }))
    .filter(item => isKnown(item, savedRows.items))
  const gone = places.filter(item => item._destroy)
  const kept = places.filter(item => !item._destroy)
  const goneIds = idsOf(gone)
  // A number or a text has no units, those of before included.
  const withoutUnits = [...goneIds, ...idsOf(kept.filter(item => item.kind !== 'choice'))]
  const goneUnits = [
    ...savedRows.units.filter(unit => withoutUnits.includes(unit.completion_report_item_id)).map(unit => unit.id),
    ...kept.flatMap(item => idsOf(unitsOf(item).filter(unit => unit._destroy))),
  ]
  await discardReportRows(db, 'completion_report_item_units', clientId, goneUnits, now)
  await discardReportRows(db, 'completion_report_items', clientId, goneIds, now)
  await updateReportItems(
    db,
    clientId,
    kept.flatMap(({ id, name = null, position, kind, unit_name, required = null }) =>
      id === undefined ? [] : [{ id, name, position, kind, unit_name, required }],
    ),
  )
  const added = await insertReportItems(
    db,
    clientId,
    reportId,
    kept.flatMap(({ id, name = '', position, kind, unit_name, required = true }) =>
      id === undefined ? [{ name, position, kind, unit_name, required }] : [],
    ),
  )
  await saveUnits(
    db,
    clientId,
    kept.filter(item => item.kind === 'choice').map(item => ({ itemId: item.id ?? added.get(item.position) ?? 0, units: unitsOf(item) })),
  )
}

const saveUnits = async (db: Db, clientId: ClientId, items: readonly { itemId: number; units: readonly Unit[] }[]) => {
  const kept = items.flatMap(({ itemId, units }) =>
    units.flatMap((unit, position) => (unit._destroy ? [] : [{ ...unit, itemId, position }])),
  )
  const old = kept.flatMap(({ id, name = null, position, is_default = null }) =>
    id === undefined ? [] : [{ id, name, position, is_default }],
  )
  const fresh = kept.flatMap(({ id, itemId, name = '', position, is_default = false }): NewReportUnit[] =>
    id === undefined ? [{ itemId, name, position, is_default }] : [],
  )
  await clearDefaults(
    db,
    clientId,
    old.filter(unit => unit.is_default !== null).map(unit => unit.id),
  )
  await updateReportUnits(db, clientId, old)
  await insertReportUnits(db, clientId, fresh)
}

const unitsOf = (item: Item): readonly Unit[] => item.completion_report_item_units_attributes ?? []
/** The units that still are: see `saysNothing`. */
const unitsAttributes = (item: Item, { units }: SavedRows) => ({
  completion_report_item_units_attributes: unitsOf(item).filter(unit => isKnown(unit, units)),
})
const isKnown = ({ id }: { id?: number | undefined }, saved: readonly { id: number }[]) =>
  id === undefined || saved.some(row => row.id === id)
const idsOf = (rows: readonly { id?: number | undefined }[]): number[] => rows.flatMap(({ id }) => (id === undefined ? [] : [id]))

interface SavedRows {
  items: readonly { id: number; kind: ItemKind; unit_name: string | null }[]
  units: readonly { id: number; completion_report_item_id: number; is_default: boolean }[]
}

/** How an item is answered after the change; what was not sent stays. */
const askedAs = (item: Item, savedRows: SavedRows): { kind: ItemKind; unit_name: string | null } => {
  const before = savedRows.items.find(({ id }) => id === item.id)
  const kind = item.kind ?? before?.kind ?? 'choice'
  const unit_name = item.unit_name === undefined ? (before?.unit_name ?? null) : item.unit_name
  return { kind, unit_name: kind === 'number' ? unit_name : null }
}

/** A measured value without its unit says nothing. */
const refuseNumbersWithoutUnit = (items: readonly Item[], savedRows: SavedRows) => {
  const errors = items.flatMap((item, at) => {
    const { kind, unit_name } = askedAs(item, savedRows)
    return !item._destroy && kind === 'number' && unit_name === null
      ? [[`completion_report_items[${at}].unit_name`, ['を入力してください']] as const]
      : []
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** Only its place was sent, or that it goes: nothing is lost where somebody else took it away meanwhile (decision 075). */
const saysNothing = ({ id, _destroy: _gone, ...said }: Item | Unit): boolean =>
  id !== undefined && Object.values(said).every(value => value === undefined)

/** Rows of another report, or of another item, are not found. */
const refuseStrangers = (items: readonly Item[], savedRows: SavedRows) => {
  const itemIds = new Set(savedRows.items.map(({ id }) => id))
  const itemOfUnit = new Map(savedRows.units.map(unit => [unit.id, unit.completion_report_item_id]))
  for (const item of items) {
    if (item.id !== undefined && !itemIds.has(item.id) && !saysNothing(item)) throw notFound()
    const vanished = (unit: Unit) => saysNothing(unit) && !itemOfUnit.has(unit.id ?? 0)
    if (idsOf(unitsOf(item).filter(unit => !vanished(unit))).some(unitId => itemOfUnit.get(unitId) !== item.id)) throw notFound()
  }
}

/** One of the units that were sent and one that was not may both be the default: only here are they seen together (G-REP-06). */
const refuseTwoDefaults = (items: readonly Item[], savedRows: SavedRows) => {
  const errors = items.flatMap((item, at) => {
    const sent = unitsOf(item)
    const sentIds = new Set(idsOf(sent))
    const before = savedRows.units.filter(unit => unit.completion_report_item_id === item.id)
    const unsent = before.filter(unit => unit.is_default && !sentIds.has(unit.id))
    const now = sent.filter(unit => !unit._destroy && (unit.is_default ?? before.find(({ id }) => id === unit.id)?.is_default ?? false))
    return unsent.length + now.length > 1
      ? [[`completion_report_items[${at}].completion_report_item_units`, [oneDefaultText]] as const]
      : []
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}
