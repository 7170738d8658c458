import type { MasterConflict } from '@toguchi/domain/masters/contract'
import { conflictText, isItemKind, itemKindLabels, masterLabels } from '@toguchi/domain/masters/labels'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { conflict } from '../platform/http/problem.ts'

/** A form's fields, or a row's: as they were read, as they are sent, or as they stand. */
type Fields = Readonly<Record<string, unknown>>
type SavedRow = Fields & { id: number }
interface Place {
  path: MasterConflict['path']
  /** What leads to the field: the item, and its unit. */
  rows: readonly string[]
}

/**
 * Refuses a change of what another person changed to something else since it was `read`, and answers the row as it is (decision 086). The row is
 * held by whoever asks.
 */
export const refuseChangedByBoth = (read: Fields, sent: Fields, current: Fields, row: Readonly<Record<string, unknown>>): void => {
  const conflicts = conflictsOf(read, sent, current, { path: [], rows: [] })
  if (conflicts.length > 0)
    throw conflict(`同じ項目をほかの人が変更したため、保存していません。${conflicts.map(conflictText).join('。')}。`, 'changed_by_both', {
      conflicts,
      ...row,
    })
}

const conflictsOf = (read: Fields, sent: Fields, current: Fields, place: Place): MasterConflict[] =>
  Object.entries(read).flatMap(([field, was]) =>
    Array.isArray(was)
      ? was.filter(isSavedRow).flatMap(row => conflictsOfRow(field, row, sent, current, place))
      : conflictOf(field, was, sent[field], current[field], place),
  )

const conflictsOfRow = (list: string, read: SavedRow, sent: Fields, current: Fields, { path, rows }: Place): MasterConflict[] => {
  const wanted = rowOf(sent[list], read.id)
  const now = rowOf(current[list.replace(/_attributes$/, '')], read.id)
  // What is gone is refused, or passed over, by whoever saves the rows.
  if (wanted === undefined || now === undefined) return []
  return conflictsOf(read, wanted, now, { path: [...path, list, read.id], rows: [...rows, String(read['name'] ?? now['name'])] })
}

const rowOf = (rows: unknown, id: number): SavedRow | undefined =>
  Array.isArray(rows) ? rows.filter(isSavedRow).find(row => row.id === id) : undefined

const isSavedRow = (row: unknown): row is SavedRow => typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number'

const conflictOf = (field: string, was: unknown, wanted: unknown, is: unknown, { path, rows }: Place): MasterConflict[] =>
  wanted === undefined || wanted === is || wanted === was || is === was
    ? []
    : [
        {
          path: [...path, field],
          row_name: rows.length === 0 ? null : rows.join(' '),
          field_name: labelOf([...path, field]),
          current: textOf(field, is),
          sent: textOf(field, wanted),
        },
      ]

const labels: Readonly<Record<string, string>> = masterLabels
const labelOf = (path: MasterConflict['path']): string => {
  const key = path.map(step => (typeof step === 'number' ? '[]' : `.${step.replace(/_attributes$/, '')}`)).join('')
  return labels[key.slice(1)] ?? ''
}

/** A value as a person reads it on the form. */
const textOf = (field: string, value: unknown): string | null => {
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value !== 'string') return null
  if (field === 'representative_phone') return formatTelephone(value)
  return isItemKind(value) && field === 'kind' ? itemKindLabels[value] : value
}
