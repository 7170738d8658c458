import type { ClientId } from '@toguchi/domain/access/actor'
import type { CommonPlaceRow } from '@toguchi/domain/constructions/contract'
import { duplicatePlaceText, placeMissingText, timingMissingText } from '@toguchi/domain/constructions/labels'
import type { Db } from '../platform/database/database.ts'
import { notFound } from '../platform/http/problem.ts'
import type { FieldErrors } from './field-errors.ts'
import {
  discardPlaceEntries,
  insertPlaceEntries,
  listLivePlaces,
  listPlaceEntries,
  type PlaceEntryRow,
  updatePlaceEntries,
} from './queries.ts'

type Area = 'common' | 'private'
/** Rows of either area; only common ones have remarks, which their schema sees to. */
type PlaceRow = Partial<CommonPlaceRow> & Pick<CommonPlaceRow, '_destroy'>

export interface PlacesChange {
  area: Area
  used: boolean
  /** Absent leaves the entries as they are, unless the section is switched off. */
  rows: readonly PlaceRow[] | undefined
}

interface Written {
  id: number | null
  /** Whether the entry stands for another place from now on. */
  moved: boolean
  area: Area
  values: Omit<PlaceEntryRow, 'id' | 'area' | 'discarded_at'> & { position: number }
}
export interface PlacesPlan {
  discarded: number[]
  written: Written[]
}

/** Compares the rows of both areas with what is there. Reads only; errors of rows go to `errors`. */
export const planPlaces = async (
  db: Db,
  clientId: ClientId,
  constructionId: number | null,
  changes: readonly PlacesChange[],
  errors: FieldErrors,
): Promise<PlacesPlan> => {
  const existing = constructionId === null ? [] : await listPlaceEntries(db, clientId, constructionId)
  const asked = changes.flatMap(change => (change.rows ?? []).flatMap(row => row.photography_place_id ?? []))
  const places = await listLivePlaces(db, clientId, asked)
  const plan: PlacesPlan = { discarded: [], written: [] }
  for (const change of changes) {
    const own = existing.filter(entry => entry.area === change.area)
    const live = own.filter(entry => entry.discarded_at === null)
    // Photos that were taken keep their place: entries are hidden, never removed (D-05, G-PHO-11).
    if (!change.used) plan.discarded.push(...live.map(entry => entry.id))
    else planArea(own, change, places, plan, errors)
  }
  return plan
}

const planArea = (
  own: readonly PlaceEntryRow[],
  { area, rows = [] }: PlacesChange,
  places: ReadonlySet<number>,
  plan: PlacesPlan,
  errors: FieldErrors,
) => {
  const touched = new Set(rows.flatMap(row => row.id ?? []))
  const taken = new Set(
    own.flatMap(entry =>
      entry.discarded_at === null && !touched.has(entry.id) && entry.photography_place_id !== null ? [entry.photography_place_id] : [],
    ),
  )
  for (const [at, row] of rows.entries()) {
    const entry = row.id === undefined ? undefined : own.find(each => each.id === row.id && each.discarded_at === null)
    if (row.id !== undefined && !entry) throw notFound()
    if (row._destroy) {
      if (entry) plan.discarded.push(entry.id)
      continue
    }
    const values = valuesOf(row, entry, at)
    const field = `${area}_photography_places[${at}]`
    const placeId = values.photography_place_id
    if (placeId === null && values.free_input === null) {
      if (row.photography_place_id === undefined) errors.add(`${field}.photography_place_id`, placeMissingText)
      else errors.add(`${field}.free_input`, 'を入力してください')
    }
    if (placeId !== null && placeId !== entry?.photography_place_id && !places.has(placeId))
      errors.add(`${field}.photography_place_id`, '撮影箇所は一覧にありません')
    if (placeId !== null && taken.has(placeId)) errors.add(`${field}.photography_place_id`, duplicatePlaceText)
    if (!values.before_construction && !values.under_construction && !values.after_construction)
      errors.add(`${field}.before_construction`, timingMissingText)
    if (placeId !== null) taken.add(placeId)
    // A place that was hidden comes back with its photos.
    const hidden = entry ?? own.find(each => each.discarded_at !== null && placeId !== null && each.photography_place_id === placeId)
    plan.written.push({ id: hidden?.id ?? null, moved: entry !== undefined && entry.photography_place_id !== placeId, area, values })
  }
}

const valuesOf = (row: PlaceRow, entry: PlaceEntryRow | undefined, position: number): Written['values'] => {
  const photography_place_id = row.photography_place_id === undefined ? (entry?.photography_place_id ?? null) : row.photography_place_id
  const free_input = row.free_input === undefined ? (entry?.free_input ?? null) : row.free_input
  return {
    photography_place_id,
    free_input: photography_place_id === null ? free_input : null,
    before_construction: row.before_construction ?? entry?.before_construction ?? true,
    under_construction: row.under_construction ?? entry?.under_construction ?? true,
    after_construction: row.after_construction ?? entry?.after_construction ?? true,
    remarks: row.remarks === undefined ? (entry?.remarks ?? null) : row.remarks,
    position,
  }
}

/** Does what was planned: what goes or moves is hidden first, so that two entries may change places. */
export const applyPlaces = async (db: Db, clientId: ClientId, constructionId: number, plan: PlacesPlan, now: Date): Promise<void> => {
  const moved = plan.written.flatMap(({ id, moved: moves }) => (moves && id !== null ? [id] : []))
  await discardPlaceEntries(db, clientId, [...plan.discarded, ...moved], now)
  await updatePlaceEntries(
    db,
    clientId,
    plan.written.flatMap(({ id, values }) => (id === null ? [] : [{ id, ...values }])),
  )
  await insertPlaceEntries(
    db,
    clientId,
    constructionId,
    plan.written.flatMap(({ id, area, values }) => (id === null ? [{ area, ...values }] : [])),
  )
}
