import type { MasterConflict } from '@toguchi/domain/masters/contract'
import type { ApiError } from '../platform/api/api.ts'
import { isSame } from '../platform/same.ts'

type Fields = Readonly<Record<string, unknown>>
type SavedRow = Fields & { id: number }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isSavedRow = (value: unknown): value is SavedRow => isFields(value) && typeof value['id'] === 'number'
const savedRows = (rows: unknown): SavedRow[] => (Array.isArray(rows) ? rows.filter(isSavedRow) : [])

/** What the fields that a form changed said when they were read, of their rows beside the ids: by it the server sees whether another person changed the same (decision 086). */
export const readOf = (before: Fields, body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, had]) => {
      const value = body[name]
      if (value === undefined || isSame(value, had)) return []
      return [[name, Array.isArray(had) ? readOfRows(had, value) : had]]
    }),
  )

const readOfRows = (before: readonly unknown[], rows: unknown): Fields[] =>
  savedRows(before).flatMap(had => {
    const row = savedRows(rows).find(({ id }) => id === had.id)
    if (row === undefined || row['_destroy'] === true) return []
    const read = readOf(had, row)
    return Object.keys(read).length === 0 ? [] : [{ id: had.id, ...read }]
  })

/** A master's row as it is by now, and what two people changed in it. */
export interface ChangedByBoth {
  row: unknown
  conflicts: readonly MasterConflict[]
}

/** What a refusal says of a row that another person changed in the same place; null where it says something else. */
export const changedByBoth = ({ code, answer }: ApiError, singular: string): ChangedByBoth | null => {
  if (code !== 'changed_by_both' || !isFields(answer)) return null
  // The endpoint's own refusal, as its contract has it.
  return { row: answer[singular], conflicts: answer['conflicts'] as MasterConflict[] }
}

/** What was typed over the row as it is now: what was changed here stays, the rest is as the other person saved it. */
export const overNow = <Values>(read: Values, typed: Values, now: Values): Values => valueOverNow(read, typed, now) as Values

const valueOverNow = (read: unknown, typed: unknown, now: unknown): unknown => {
  if (Array.isArray(typed) && Array.isArray(read) && Array.isArray(now)) return rowsOverNow(savedRows(read), typed, savedRows(now))
  if (isFields(typed) && isFields(read) && isFields(now))
    return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, valueOverNow(read[name], value, now[name])]))
  return isSame(typed, read) ? now : typed
}

const rowsOverNow = (read: readonly SavedRow[], typed: readonly unknown[], now: readonly SavedRow[]): unknown[] => {
  const kept = typed.flatMap((row): unknown[] => {
    if (!isSavedRow(row)) return [row]
    const was = read.find(({ id }) => id === row.id)
    const is = now.find(({ id }) => id === row.id)
    if (is !== undefined) return [valueOverNow(was ?? is, row, is)]
    // Another person took it away: what was written about it here would be lost with it, and so becomes a new row.
    return isSame(row, was) || row['_destroy'] === true ? [] : [withoutIds(row)]
  })
  const known = new Set(savedRows(typed).map(({ id }) => id))
  return [...kept, ...now.filter(({ id }) => !known.has(id))]
}

const withoutIds = (row: Fields): Fields =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name === 'id' ? [] : [[name, Array.isArray(value) ? value.map(each => (isFields(each) ? withoutIds(each) : each)) : value]],
    ),
  )

/** Where a conflict's field stands in a form: rows by their places, not by their ids. */
export const formPath = (values: unknown, path: MasterConflict['path']): string => {
  const [step, ...rest] = path
  if (step === undefined) return ''
  const at = typeof step === 'number' && Array.isArray(values) ? values.findIndex(row => isSavedRow(row) && row.id === step) : step
  const inside: unknown = Array.isArray(values) ? values[Number(at)] : isFields(values) ? values[at] : undefined
  return rest.length === 0 ? String(at) : `${at}.${formPath(inside, rest)}`
}
