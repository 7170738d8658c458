import { setImmediate } from 'node:timers/promises'
import type { Outcome } from '@toguchi/domain/spreadsheets/labels'
import { type Cell, type CellNote, forComparison } from '@toguchi/domain/spreadsheets/read-cell'
import { z } from 'zod'
import { violationsOf } from '../platform/database/violations.ts'
import type { RowChange } from '../platform/database/row-change.ts'
import type { Upload } from './read-upload.ts'
import { type Refusal, type SheetColumn, type SheetKind, writeCell } from './sheet-kind.ts'

type Row = Record<string, unknown>
type Existing = Row & { id: number }

/** What would become of one row of the file. */
export interface PlannedRow {
  number: number
  outcome: Outcome
  /** Texts by column. */
  values: string[]
  before?: (string | null)[]
  errors?: Refusal[]
  notes?: { key: string | null; text: string; doubtful: boolean }[]
  /** What it is called that is not there, where nothing else is wrong with it. */
  missing?: string
  /** What is to be written; absent when nothing is. */
  change?: RowChange<Row, Existing>
}

/** The plain text of a cell, for those that cannot be read. */
export const typed = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'object' ? '（日付）' : String(cell)

/** Compares rows of a file with those that exist: every row for itself, in the order of the file. */
export const planRows = async (
  kind: SheetKind,
  columns: readonly SheetColumn<Row>[],
  { rows, present }: Pick<Upload, 'rows' | 'present'>,
  existing: readonly Existing[],
  onCompared: (rows: number) => void = () => {},
): Promise<PlannedRow[]> => {
  const find = finder(kind.keys, existing)
  const seen = new Map<string, number>()
  const planned: PlannedRow[] = []
  for (const [at, row] of rows.entries()) {
    // A long file must not keep everybody else's requests waiting.
    if (at % 100 === 99) {
      onCompared(at)
      await setImmediate()
    }
    planned.push(planRow(kind, columns, present, row, find, seen))
  }
  return planned
}

const planRow = (
  kind: SheetKind,
  columns: readonly SheetColumn<Row>[],
  inFile: ReadonlySet<string>,
  { number, cells: typedCells }: Upload['rows'][number],
  find: Finder,
  seen: Map<string, number>,
): PlannedRow => {
  const reread = kind.reread?.(typedCells) ?? {}
  const cells = { ...typedCells, ...reread.cells }
  const present = new Set([...inFile, ...Object.keys(reread.cells ?? {})])
  const refuse = (errors: Refusal[]): PlannedRow => ({
    number,
    outcome: 'refused',
    values: columns.map(({ key }) => typed(cells[key])),
    errors: errors.map(({ key, text }) => ({ key, text: withHeading(columns, key, text) })),
  })
  const key = keyOf(kind, columns, cells)
  if (key === null) return refuse([{ key: kind.keys[0] ?? null, text: 'を入力してください' }])
  const existing = find(key)
  if (existing === 'several') return refuse([{ key: key.column, text: `が「${key.text}」のデータが複数あるため、どれか決められません。` }])
  const mark = existing ? `id ${existing.id}` : `${key.column} ${forComparison(key.text)}`
  const first = seen.get(mark)
  if (first !== undefined) return refuse([{ key: key.column, text: `が${first}行目と重複しています` }])
  seen.set(mark, number)
  if (reread.refusal !== undefined) return refuse([reread.refusal])
  if (!existing && kind.noNewRows) return { ...refuse([{ key: key.column, text: kind.noNewRows }]), missing: key.text }

  const { values, errors, notes: read } = readValues(columns, present, cells, existing, key.column)
  if (errors.length === 0 && existing && columns.every(({ key }) => (values[key] ?? null) === (existing[key] ?? null)))
    return unchanged(number, columns, existing)
  const form = z.core.safeParse(kind.form, values, { reportInput: true })
  const unread = new Set(errors.map(error => error.key))
  const refusals = form.success ? errors : [...errors, ...refusalsOf(form.error.issues, columns).filter(({ key }) => !unread.has(key))]
  if (!form.success || refusals.length > 0) return refuse(refusals)
  const after = form.data
  const doubts = existing ? (kind.doubts?.(existing, after) ?? []) : []
  const notes = notesOf(columns, [...(reread.note === undefined ? [] : [{ key: null, ...reread.note }]), ...read, ...doubts])
  if (!existing) return { number, outcome: 'created', values: textsOf(columns, after), ...notes, change: { before: null, after } }
  const now = textsOf(columns, after)
  const was = textsOf(columns, existing)
  if (now.every((text, at) => text === was[at])) return unchanged(number, columns, existing)
  return {
    number,
    outcome: isFilledIn(kind, columns, existing, (at: number) => now[at] !== was[at]) ? 'created' : 'changed',
    values: now,
    before: was.map((text, at) => (text === now[at] ? null : text)),
    ...notes,
    change: { before: existing, after },
  }
}

const notesOf = (columns: readonly SheetColumn<Row>[], notes: readonly (CellNote & { key: string | null })[]): Pick<PlannedRow, 'notes'> =>
  notes.length === 0
    ? {}
    : { notes: notes.map(({ key, text, doubtful = false }) => ({ key, text: withHeading(columns, key, text), doubtful })) }

/** Whether the row stood for nothing yet, and does from now on. */
const isFilledIn = (
  { vacantWithout, besideVacant = [] }: SheetKind,
  columns: readonly SheetColumn<Row>[],
  existing: Existing,
  isChanged: (at: number) => boolean,
): boolean =>
  vacantWithout !== undefined &&
  existing[vacantWithout] === null &&
  columns.some(({ key }, at) => isChanged(at) && !besideVacant.includes(key))

const textsOf = (columns: readonly SheetColumn<Row>[], row: Row) => columns.map(column => writeCell(column, row[column.key]))
const unchanged = (number: number, columns: readonly SheetColumn<Row>[], row: Row): PlannedRow => ({
  number,
  outcome: 'unchanged',
  values: textsOf(columns, row),
})

/** A cell that says exactly what is stored is that, whatever reading it would make of it: so an export comes back as it was. */
const says = (cell: Cell | undefined, text: string) => lines(typed(cell)) === lines(text)
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n')

const readValues = (
  columns: readonly SheetColumn<Row>[],
  present: ReadonlySet<string>,
  cells: Readonly<Record<string, Cell>>,
  existing: Existing | undefined,
  keyColumn: string,
): { values: Row; errors: Refusal[]; notes: (CellNote & { key: string })[] } => {
  const values: Row = {}
  const errors: Refusal[] = []
  const notes: (CellNote & { key: string })[] = []
  for (const column of columns) {
    const { key } = column
    const cell = cells[key]
    if (existing && (key === keyColumn || !present.has(key) || says(cell, writeCell(column, existing[key])))) {
      keep(values, column, existing)
      continue
    }
    const reading = present.has(key) ? column.read(cell ?? null) : { value: null }
    if ('note' in reading && reading.note !== undefined) notes.push({ key, ...reading.note })
    if ('refusal' in reading) errors.push({ key, text: reading.refusal })
    else if (reading.value !== null || column.required)
      values[key] = existing && column.merge ? column.merge(existing[key], reading.value) : reading.value
    else if (existing && column.blankKeeps) keep(values, column, existing)
    else if (existing) values[key] = column.merge ? column.merge(existing[key], []) : null
  }
  return { values, errors, notes }
}

/** What is kept is what was there; a blank that may be left out of the form is left out. */
const keep = (values: Row, { key, blankKeeps }: SheetColumn<Row>, existing: Existing) => {
  if (existing[key] !== null || !blankKeeps) values[key] = existing[key]
}

interface KeyOfRow {
  column: string
  /** As it was typed. */
  raw: string
  text: string
}

/** What names a row of the file: the first of its keys that is filled in and can be read. */
const keyOf = (kind: SheetKind, columns: readonly SheetColumn<Row>[], cells: Readonly<Record<string, Cell>>): KeyOfRow | null => {
  for (const name of kind.keys) {
    const column = columns.find(({ key }) => key === name)
    const raw = typed(cells[name])
    const reading = column?.read(cells[name] ?? null)
    if (!column || reading === undefined || raw === '') continue
    // An unreadable key is still what the row is called; reading it again says what is wrong with it.
    const text = 'value' in reading && reading.value !== null ? writeCell(column, reading.value) : raw
    return { column: name, raw, text }
  }
  return null
}

type Finder = (key: KeyOfRow) => Existing | 'several' | undefined

/** Rows by their keys: as they are written, else as they compare (full-width is half-width, blanks do not count). */
const finder = (keys: readonly string[], existing: readonly Existing[]): Finder => {
  const indexes = new Map(
    keys.map(key => {
      const exact = new Map<string, Existing[]>()
      const alike = new Map<string, Existing[]>()
      for (const row of existing) {
        const text = typeof row[key] === 'string' ? row[key] : ''
        exact.set(text, [...(exact.get(text) ?? []), row])
        alike.set(forComparison(text), [...(alike.get(forComparison(text)) ?? []), row])
      }
      return [key, { exact, alike }]
    }),
  )
  return ({ column, raw, text }) => {
    const index = indexes.get(column)
    const rows = index?.exact.get(raw) ?? index?.exact.get(text) ?? index?.alike.get(forComparison(text)) ?? []
    return rows.length > 1 ? 'several' : rows[0]
  }
}

/** What the form refused, by column: the endpoint's own texts. */
const refusalsOf = (issues: readonly z.core.$ZodIssue[], columns: readonly SheetColumn<Row>[]): Refusal[] => {
  const { fields } = violationsOf(issues.map(issue => ({ ...issue, path: ['row', ...issue.path] })))
  return Object.entries(fields).flatMap(([field, texts]) => {
    const name = field.split(/[.[]/)[0] ?? field
    const column = columns.find(({ key }) => key.replace(/_attributes$/, '') === name)
    return texts.map(text => ({ key: column?.key ?? null, text }))
  })
}

/** A text that begins with a particle is named by its column; others are sentences already. */
export const withHeading = (columns: readonly SheetColumn<Row>[], key: string | null, text: string): string =>
  /^[はがをのとにで]/.test(text) ? `${columns.find(column => column.key === key)?.heading ?? ''}${text}` : text
