import { placeKey } from '@toguchi/domain/photos/dedupe-places'
import type { AssignedRow, ConstructionValues, OptionRow, PlaceRow } from '../form/form-values.ts'

export type FieldName = keyof ConstructionValues

/** A field in which two versions of a construction differ from the one that both began with. */
export interface Difference {
  name: FieldName
  changedBy: 'me' | 'other' | 'both'
}

/** Three versions of one form: what both began with, what was typed here, what somebody else has saved meanwhile. */
export interface Versions {
  base: ConstructionValues
  mine: ConstructionValues
  theirs: ConstructionValues
}

/** Where the versions differ (G-CON-23). A change that both made alike is no difference. */
export const differencesOf = ({ base, mine, theirs }: Versions): Difference[] =>
  (Object.keys(base) as FieldName[]).flatMap(name => {
    const [before, own, other] = [base, mine, theirs].map(values => fingerprint(name, values)) as [string, string, string]
    if (own === other) return []
    return [{ name, changedBy: own === before ? ('other' as const) : other === before ? ('me' as const) : ('both' as const) }]
  })

/** What only one changed is kept as changed; where both did, `keep` names the fields in which mine stands. */
export const mergeVersions = (versions: Versions, keep: ReadonlySet<FieldName>): ConstructionValues => {
  const { mine, theirs } = versions
  const own = differencesOf(versions)
    .filter(({ name, changedBy }) => changedBy === 'me' || (changedBy === 'both' && keep.has(name)))
    .map(({ name }) => [name, rebased(name, mine, theirs)] as const)
  return { ...theirs, ...Object.fromEntries(own) } as ConstructionValues
}

/** Two values that mean the same have the same fingerprint: hidden rows, display names and an empty row count for nothing. */
const fingerprint = (name: FieldName, values: ConstructionValues): string => {
  switch (name) {
    case 'assigned_contractors_attributes':
      return JSON.stringify(
        values[name]
          .filter(({ _destroy }) => !_destroy)
          .map(({ contractor_id, craftsman_ids }) => [contractor_id, craftsman_ids.toSorted((a, b) => a - b)]),
      )
    case 'common_photography_places_attributes':
    case 'private_photography_places_attributes':
      return JSON.stringify(
        values[name]
          .filter(row => !row._destroy && (row.photography_place_id !== null || row.free_input !== ''))
          .map(({ id: _id, _destroy, ...row }) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      )
    case 'constructions_options_attributes':
      return JSON.stringify(
        values[name]
          .filter(({ _destroy }) => !_destroy)
          .map(({ id: _id, _destroy, ...row }) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      )
    default:
      return JSON.stringify(values[name] ?? null)
  }
}

const rebased = (name: FieldName, mine: ConstructionValues, theirs: ConstructionValues): unknown => {
  switch (name) {
    case 'assigned_contractors_attributes':
      return overRows<AssignedRow>(mine[name], theirs[name], (own, other) => own.contractor_id === other.contractor_id)
    case 'common_photography_places_attributes':
    case 'private_photography_places_attributes':
      return overRows<PlaceRow>(mine[name], theirs[name], samePlace)
    case 'constructions_options_attributes':
      return overRows<OptionRow>(mine[name], theirs[name], (own, other) => own.option_id === other.option_id)
    default:
      return mine[name]
  }
}

const samePlace = (own: PlaceRow, other: PlaceRow): boolean =>
  own.photography_place_id === 'free'
    ? other.photography_place_id === 'free' && placeKey(own.free_input) === placeKey(other.free_input)
    : own.photography_place_id !== null && own.photography_place_id === other.photography_place_id

interface Row {
  id?: number
  _destroy: boolean
}

/**
 * My rows in place of theirs: rows that only they have are taken away, rows that they took away are added anew. What both added
 * stays the row that is saved: photos may hang on it already.
 */
const overRows = <R extends Row>(mine: readonly R[], theirs: readonly R[], same: (own: R, other: R) => boolean): R[] => {
  const paired = new Set<R>()
  const savedOf = (row: R): R | undefined => {
    const free = theirs.filter(other => !paired.has(other))
    const saved =
      free.find(other => row.id !== undefined && other.id === row.id) ?? (row._destroy ? undefined : free.find(other => same(row, other)))
    if (saved !== undefined) paired.add(saved)
    return saved
  }
  const kept = mine.flatMap(row => {
    const saved = savedOf(row)
    const { id: _id, ...rest } = row
    if (saved?.id !== undefined) return [{ ...rest, id: saved.id } as R]
    return row._destroy ? [] : [rest as R]
  })
  const removed = theirs.filter(other => other.id !== undefined && !paired.has(other))
  return [...kept, ...removed.map(row => ({ ...row, _destroy: true }))]
}
