import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { SpreadsheetPreview, SpreadsheetRow } from '@toguchi/domain/spreadsheets/contract'
import { type SpreadsheetKind, type Outcome, outcomes } from '@toguchi/domain/spreadsheets/labels'
import { partsOf } from '../platform/database/rows.ts'
import { conflict, refused } from '../platform/http/problem.ts'
import { sheetKinds } from './kinds.ts'
import { type PlannedRow, planRows, typed, withHeading } from './plan-rows.ts'
import { beginRehearsal, undoRehearsal, waitForTurn } from './queries.ts'
import { lookAtUpload, missingHeadings, placeUpload, type Sheet, type Upload } from './read-upload.ts'
import type { SheetColumn, SheetContext, SheetKind } from './sheet-kind.ts'

type Counts = SpreadsheetPreview['counts']
type Column = SheetColumn<Record<string, unknown>>

/** The import as it would be without the excluded rows: done, looked at, and undone. */
export const rehearse = async (
  name: SpreadsheetKind,
  context: SheetContext,
  sheet: Sheet,
  excluded: ReadonlySet<number> = new Set(),
): Promise<SpreadsheetPreview> => {
  const unplaced = await withoutPlace(name, context, sheet)
  if (unplaced) return unplaced
  await beginRehearsal(context.db)
  const { preview } = await work(name, { ...context, rehearsal: true }, sheet, excluded)
  await undoRehearsal(context.db)
  return preview
}

/** The preview of a file that seems to lack a column it must have: its columns, among which it can be chosen, and no rows. */
const withoutPlace = async (name: SpreadsheetKind, context: SheetContext, sheet: Sheet): Promise<SpreadsheetPreview | null> => {
  const kind = kindOf(name, context)
  const columns = kind.columns(await kind.lookups?.(context))
  const upload = lookAtUpload(sheet, headingsOf(columns))
  const missing = missingHeadings(upload, headingsOf(columns))
  return missing.length === 0 ? null : { ...present(upload, columns, [], '', false), missing_headings: missing }
}

/**
 * Takes in every row that is neither excluded nor unchanged: all of them or none. It is the rehearsal over again, on the file and
 * the rows of now; when it comes to anything else than what was looked at, nothing is done and the new preview is the answer. So it
 * is when a row cannot be without another that is not taken in: only now it is known which ones are.
 */
export const importRows = async (
  name: SpreadsheetKind,
  context: SheetContext,
  sheet: Sheet,
  { digest, excluded }: { digest: string; excluded: ReadonlySet<number> },
  prepared: unknown,
): Promise<Counts> => {
  const { preview, rows, byOwner } = await work(name, { ...context, rehearsal: false }, sheet, excluded, prepared)
  if (preview.digest !== digest)
    throw conflict(
      '確認した後にデータまたはファイルが変わったため、まだ取り込んでいません。内容をもう一度確認してください。',
      'preview_stale',
      { preview },
    )
  const taken = rows.filter(row => !excluded.has(row.number))
  if (taken.some(row => row.outcome === 'refused' && byOwner.has(row.number)))
    throw conflict(
      '選択した行だけでは取り込めない行があるため、まだ取り込んでいません。エラーの内容を確認してください。',
      'rows_refused_together',
      { preview },
    )
  if (taken.some(row => row.outcome === 'refused'))
    throw refused('エラーのある行が含まれています。エラーの行を除くか、ファイルを直してください。', 'rows_refused')
  if (!taken.some(row => row.change)) throw refused('取り込む行がありません。', 'nothing_to_import')
  return count(taken)
}

/**
 * Compares the file with what there is and writes what is not excluded. The owner of the tables writes, after looking at
 * all of these rows together. The digest is of the rows before that: what the owner says of a row depends on which ones are taken.
 */
const work = async (name: SpreadsheetKind, context: SheetContext, sheet: Sheet, excluded: ReadonlySet<number>, prepared?: unknown) => {
  const kind = kindOf(name, context)
  const { actor, constructionId } = context
  let columns = kind.columns(await kind.lookups?.(context))
  const upload = place(sheet, columns)
  await waitForTurn(context.db, actor.clientId, name)
  const digest = createHash('sha256').update(JSON.stringify([name, actor.clientId, constructionId]))
  const done = new Map<number, PlannedRow>()
  const byOwner = new Set<number>()
  for (const part of partsInOrder(upload, kind.waits?.column)) {
    columns = kind.columns(await kind.lookups?.(context))
    const tellCompared = (rows: number) => context.tell('compare', done.size + rows, upload.rows.length)
    const planned = await planRows(kind, columns, part, await kind.list(context, !context.rehearsal), tellCompared)
    for (const row of planned) digest.update(JSON.stringify(previewRow(row)))
    for (const number of await refuseByOwner(kind, context, columns, planned, excluded)) byOwner.add(number)
    await saveInParts(kind, context, changesOf(planned, excluded), prepared)
    for (const row of planned) done.set(row.number, row)
  }
  const rows = upload.rows.flatMap(({ number }) => done.get(number) ?? [])
  return { rows, byOwner, preview: present(upload, columns, rows, digest.digest('base64url'), sheetKinds[name].noNewRows !== undefined) }
}

/** A list that adds rows where it is told to, and only there. */
const kindOf = (name: SpreadsheetKind, { withRooms }: SheetContext): SheetKind => {
  const { noNewRows, ...kind } = sheetKinds[name]
  return noNewRows === undefined || withRooms ? kind : { ...kind, noNewRows }
}

const mostAtOnce = 1_000
const saveInParts = async (kind: SheetKind, context: SheetContext, changes: ReturnType<typeof changesOf>, prepared: unknown) => {
  let written = 0
  for (const part of partsOf(changes, kind.savesTogether ? changes.length : mostAtOnce)) {
    context.tell('write', written, changes.length)
    await kind.save(context, part, prepared)
    written += part.length
  }
}

/**
 * What takes long, begun on the rows as they are before anybody has to wait for them. Answers what is still to do when the transaction
 * in which they were read has ended: one that rests for long is ended by the database.
 */
export const preparation = async (
  name: SpreadsheetKind,
  context: SheetContext,
  sheet: Sheet,
  excluded: ReadonlySet<number>,
): Promise<() => Promise<unknown>> => {
  const kind = kindOf(name, context)
  const { prepare } = kind
  if (!prepare) return async () => undefined
  const columns = kind.columns(await kind.lookups?.(context))
  const planned = await planRows(kind, columns, place(sheet, columns), await kind.list(context, false))
  return () => prepare(changesOf(planned, excluded))
}

const place = (sheet: Sheet, columns: readonly Column[]): Upload => placeUpload(sheet, headingsOf(columns))

const headingsOf = (columns: readonly Column[]) =>
  columns.map(({ key, heading, synonyms = [], takesFirst, required = false }) => ({
    key,
    heading,
    synonyms,
    required,
    ...(takesFirst === undefined ? {} : { takesFirst }),
  }))

const changesOf = (planned: readonly PlannedRow[], excluded: ReadonlySet<number>) =>
  planned.flatMap(row => (row.change && !excluded.has(row.number) ? [row.change] : []))

/** Rows that name another row of the same file wait until that one is written. */
const partsInOrder = (upload: Upload, column: string | undefined): Upload[] => {
  if (column === undefined) return [upload]
  const waits = ({ cells }: Upload['rows'][number]) => typed(cells[column]).trim() !== ''
  return [upload.rows.filter(row => !waits(row)), upload.rows.filter(waits)].flatMap(rows =>
    rows.length === 0 ? [] : [{ ...upload, rows }],
  )
}

/** Refusals may follow from one another, a room from the one that keeps its place; nobody's list needs as many turns. */
const mostTurns = 100

/**
 * What no form sees: the owner looks at all rows together that are to be written. Those that are refused are not, and so the others
 * are looked at again without them, until nothing is refused any more. Answers the numbers of the refused ones.
 */
const refuseByOwner = async (
  { check }: SheetKind,
  context: SheetContext,
  columns: readonly Column[],
  planned: PlannedRow[],
  excluded: ReadonlySet<number>,
): Promise<number[]> => {
  const numbers: number[] = []
  if (!check) return numbers
  for (let turn = 0; turn < mostTurns; turn++) {
    const changing = planned.flatMap((row, at) => (row.change && !excluded.has(row.number) ? [{ at, change: row.change }] : []))
    const refusals = await check(
      context,
      changing.map(({ change }) => change),
    )
    if (refusals.size === 0) return numbers
    for (const [place, { key, text }] of refusals) {
      const at = changing[place]?.at ?? -1
      const row = planned[at]
      if (!row) throw new Error('a row was refused that was not looked at')
      const { number, values } = row
      planned[at] = { number, outcome: 'refused', values, errors: [{ key, text: withHeading(columns, key, text) }] }
      numbers.push(number)
    }
    await setImmediate()
  }
  throw refused('たがいに関係する行が多すぎるため、確認できません。ファイルを分けてください。', 'rows_tangled')
}

const count = (rows: readonly PlannedRow[]): Counts =>
  Object.fromEntries(outcomes.map((outcome: Outcome) => [outcome, rows.filter(row => row.outcome === outcome).length])) as Counts

const previewRow = ({ change: _change, missing: _missing, ...row }: PlannedRow): SpreadsheetRow => row

const present = (
  { fileName, ignoredHeadings, readAs, fileColumns, severalColumns }: Upload,
  columns: readonly Column[],
  planned: readonly PlannedRow[],
  digest: string,
  bringsRooms: boolean,
): SpreadsheetPreview => ({
  file_name: fileName,
  digest,
  columns: columns.map(({ key, heading }) => ({ key, heading })),
  ignored_headings: ignoredHeadings,
  read_as: readAs,
  file_columns: fileColumns,
  several_columns: severalColumns,
  missing_headings: [],
  counts: count(planned),
  missing_rooms: planned.flatMap(({ missing }) => missing ?? []),
  new_rooms: bringsRooms ? planned.flatMap(({ change }) => (change?.before === null ? [String(change.after['room'])] : [])) : [],
  rows: planned.map(previewRow),
})
