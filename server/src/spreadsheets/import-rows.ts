import { createHash } from 'node:crypto'
import type { SpreadsheetPreview, SpreadsheetRow } from '@toguchi/domain/spreadsheets/contract'
import { type SpreadsheetKind, type Outcome, outcomes } from '@toguchi/domain/spreadsheets/labels'
import { conflict, refused } from '../platform/problem.ts'
import type { StagedFile } from '../platform/storage.ts'
import { sheetKinds } from './kinds.ts'
import { type PlannedRow, planRows, typed, withHeading } from './plan-rows.ts'
import { beginRehearsal, undoRehearsal, waitForTurn } from './queries.ts'
import { readUpload, type Upload } from './read-upload.ts'
import type { SheetColumn, SheetContext } from './sheet-kind.ts'

type Counts = SpreadsheetPreview['counts']
type Column = SheetColumn<Record<string, unknown>>

/** The import as it would be: done, looked at, and undone. */
export const rehearse = async (name: SpreadsheetKind, context: SheetContext, file: StagedFile | undefined): Promise<SpreadsheetPreview> => {
  await beginRehearsal(context.db)
  const { upload, columns, rows } = await work(name, { ...context, rehearsal: true }, file, new Set())
  await undoRehearsal(context.db)
  return present(name, context, upload, columns, rows)
}

/**
 * Takes in every row that is neither excluded nor unchanged: all of them or none. It is the rehearsal over again, on the file and
 * the rows of now; when it comes to anything else than what was looked at, nothing is done and the new preview is the answer.
 */
export const importRows = async (
  name: SpreadsheetKind,
  context: SheetContext,
  file: StagedFile | undefined,
  { digest, excluded }: { digest: string; excluded: ReadonlySet<number> },
): Promise<Counts> => {
  const { upload, columns, rows } = await work(name, { ...context, rehearsal: false }, file, excluded)
  const preview = present(name, context, upload, columns, rows)
  if (preview.digest !== digest)
    throw conflict('確認した後にデータまたはファイルが変わりました。内容をもう一度確認してください。', 'preview_stale', { preview })
  if (rows.some(row => row.outcome === 'refused' && !excluded.has(row.number)))
    throw refused('エラーのある行が含まれています。エラーの行を除くか、ファイルを直してください。', 'rows_refused')
  const taken = rows.filter(row => !excluded.has(row.number))
  if (!taken.some(row => row.change)) throw refused('取り込む行がありません。', 'nothing_to_import')
  return count(taken)
}

/** Reads the file, compares it with what there is and writes what is not excluded. The owner of the tables writes. */
const work = async (name: SpreadsheetKind, context: SheetContext, file: StagedFile | undefined, excluded: ReadonlySet<number>) => {
  const kind = sheetKinds[name]
  let columns = kind.columns(await kind.lookups?.(context))
  const upload = await readUpload(
    file,
    columns.map(({ key, heading, required = false }) => ({ key, heading, required })),
  )
  const prepared = context.rehearsal ? undefined : await prepare(kind, context, columns, upload, excluded)
  await waitForTurn(context.db, context.actor.clientId, name)
  const rows = new Map<number, PlannedRow>()
  for (const part of partsInOrder(upload, kind.waits?.column)) {
    columns = kind.columns(await kind.lookups?.(context))
    const planned = await planRows(kind, columns, part, await kind.list(context, true))
    await refuseByOwner(kind, context, columns, planned)
    const changes = changesOf(planned, excluded)
    if (changes.length > 0) await kind.save(context, changes, prepared)
    for (const row of planned) rows.set(row.number, row)
  }
  return { upload, columns, rows: upload.rows.flatMap(({ number }) => rows.get(number) ?? []) }
}

/** What takes long is done on the rows as they are before anybody has to wait for them. */
const prepare = async (
  kind: (typeof sheetKinds)[SpreadsheetKind],
  context: SheetContext,
  columns: readonly Column[],
  upload: Upload,
  excluded: ReadonlySet<number>,
): Promise<unknown> => {
  if (!kind.prepare) return undefined
  const planned = await planRows(kind, columns, upload, await kind.list(context, false))
  return kind.prepare(context, changesOf(planned, excluded))
}

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

/** What no form sees: the owner looks at all rows together. */
const refuseByOwner = async (
  { check }: (typeof sheetKinds)[SpreadsheetKind],
  context: SheetContext,
  columns: readonly Column[],
  planned: PlannedRow[],
): Promise<void> => {
  if (!check) return
  const changing = planned.flatMap((row, at) => (row.change ? [{ at, change: row.change }] : []))
  const refusals = await check(
    context,
    changing.map(({ change }) => change),
  )
  for (const [place, { key, text }] of refusals) {
    const at = changing[place]?.at ?? -1
    const row = planned[at]
    if (!row) continue
    const { number, values } = row
    planned[at] = { number, outcome: 'refused', values, errors: [{ key, text: withHeading(columns, key, text) }] }
  }
}

const count = (rows: readonly PlannedRow[]): Counts =>
  Object.fromEntries(outcomes.map((outcome: Outcome) => [outcome, rows.filter(row => row.outcome === outcome).length])) as Counts

const present = (
  name: SpreadsheetKind,
  { actor, constructionId }: SheetContext,
  { fileName, ignoredHeadings }: Upload,
  columns: readonly Column[],
  planned: readonly PlannedRow[],
): SpreadsheetPreview => {
  const rows: SpreadsheetRow[] = planned.map(({ change: _change, ...row }) => row)
  const digest = createHash('sha256').update(JSON.stringify([name, actor.clientId, constructionId]))
  for (const row of rows) digest.update(JSON.stringify(row))
  return {
    file_name: fileName,
    digest: digest.digest('base64url'),
    columns: columns.map(({ key, heading }) => ({ key, heading })),
    ignored_headings: ignoredHeadings,
    counts: count(planned),
    rows,
  }
}
