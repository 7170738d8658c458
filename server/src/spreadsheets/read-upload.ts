import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { mostMegabytes, mostRows, mostRowsAbove } from '@toguchi/domain/spreadsheets/labels'
import type { Cell } from '@toguchi/domain/spreadsheets/read-cell'
import { type Asker, type FileRow, readTable, unreadableTable as unreadable } from '../file-reader/file-reader.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, Problem } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { type ChosenColumns, comparable, describeColumns, type Heading, placeColumns, severalOf, textOf } from './place-columns.ts'

/** A list as it was sent, its columns found by their headings and by the word of who sent it. */
export interface Upload {
  fileName: string
  /** Keys of the columns that the file has. */
  present: ReadonlySet<string>
  ignoredHeadings: string[]
  /** Headings of the file that were taken for one of ours. */
  readAs: { typed: string; heading: string }[]
  fileColumns: SpreadsheetPreview['file_columns']
  severalColumns: SpreadsheetPreview['several_columns']
  rows: { number: number; cells: Record<string, Cell> }[]
}

/** The cells of a file that was sent, xlsx or CSV; nothing of the database is held meanwhile. */
export interface Sheet {
  fileName: string
  rows: readonly FileRow[]
  /** The last row that is in a merge; 0 when none is. */
  lastMerged: number
  chosen?: ChosenColumns
}

/** Reads a file that was sent. Every refusal says what to do. */
export const readSheet = async (platform: Pick<Platform, 'fileReader'>, asker: Asker, file: StagedFile | undefined): Promise<Sheet> => {
  if (!file) throw invalid({ file: ['を選択してください'] })
  if (file.byteSize > mostMegabytes * 1024 * 1024)
    throw new Problem(413, 'file_too_large', `ファイルサイズは${mostMegabytes}MB以下にしてください。`)
  if (file.byteSize === 0) throw unreadable('ファイルが空です。')
  return { fileName: file.fileName, ...(await readTable(platform, asker, file.path)) }
}

/** Finds the columns of a list, in any order. A required one that is missing is refused. */
export const placeUpload = (sheet: Sheet, columns: readonly Heading[]): Upload => {
  const upload = lookAtUpload(sheet, columns)
  const missing = missingHeadings(upload, columns).map(heading => `「${heading}」`)
  if (missing.length > 0) throw unreadable(`見出し${missing.join('')}が見つかりません。テンプレートの見出しをお使いください。`)
  return upload
}

/** Required columns that the file does not have. */
export const missingHeadings = ({ present }: Pick<Upload, 'present'>, columns: readonly Heading[]): string[] =>
  columns.filter(({ key, required }) => required && !present.has(key)).map(({ heading }) => heading)

/** The same of a list that is only looked at: what it lacks can still be chosen among its columns. */
export const lookAtUpload = ({ fileName, rows, lastMerged, chosen = new Map() }: Sheet, columns: readonly Heading[]): Upload => {
  const at = findHeadings(rows, columns)
  const headings = rows[at]
  if (!headings || headings.cells.every(cell => textOf(cell) === ''))
    throw unreadable(
      `見出しの行が見つかりません。1行目に「${columns.map(column => column.heading).join('」「')}」の見出しを入れてください。`,
    )
  if (lastMerged >= headings.number) throw unreadable('結合されたセルがあるため読み取れません。セルの結合を解除してください。')
  const typed = headings.cells.map(textOf)
  const placed = placeColumns(typed, columns, chosen)
  const { places } = placed
  const filled = rows.slice(at + 1).filter(row => row.cells.some(cell => textOf(cell) !== ''))
  if (filled.length > mostRows)
    throw unreadable(`一度に取り込めるのは${mostRows.toLocaleString('ja-JP')}行までです。ファイルを分けてください。`)
  if (filled.length === 0) throw unreadable('見出しの下にデータがありません。')
  const fileColumns = describeColumns(typed, filled, columns, places)
  const own = new Set(fileColumns.flatMap(column => (column.own ? [column.at] : [])))
  return {
    fileName,
    present: new Set(places.keys()),
    ignoredHeadings: fileColumns.flatMap(({ key, heading }) => (key === null ? [heading] : [])),
    readAs: columns.flatMap(({ key, heading }) =>
      (places.get(key) ?? []).flatMap(column => (own.has(column) ? [] : [{ typed: typed[column] ?? '', heading }])),
    ),
    fileColumns,
    severalColumns: severalOf(typed, columns, placed),
    rows: filled.map(({ number, cells }) => ({
      number,
      cells: Object.fromEntries([...places].map(([key, meant]) => [key, firstFilled(cells, meant)])),
    })),
  }
}

const firstFilled = (cells: readonly Cell[], places: readonly number[]): Cell =>
  cells[places.find(at => textOf(cells[at] ?? null) !== '') ?? places[0] ?? -1] ?? null

/** The row among the first ones that knows most of the headings; where none knows any, the one with most cells. */
const findHeadings = (rows: readonly FileRow[], columns: readonly Heading[]): number => {
  const headings = new Set(columns.flatMap(({ heading, synonyms = [] }) => [heading, ...synonyms].map(comparable)))
  const first = rows.slice(0, mostRowsAbove)
  const known = first.map(row => row.cells.filter(cell => headings.has(comparable(textOf(cell)))).length)
  const filled = first.map(row => row.cells.filter(cell => textOf(cell) !== '').length)
  const counts = Math.max(...known) > 0 ? known : filled
  return counts.indexOf(Math.max(...counts))
}
