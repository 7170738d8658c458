import { errorHeading, mostMegabytes, mostRows, mostRowsAbove } from '@toguchi/domain/spreadsheets/labels'
import { type Cell, forComparison } from '@toguchi/domain/spreadsheets/read-cell'
import { type Asker, type FileRow, readTable, unreadableTable as unreadable } from '../file-reader/file-reader.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, Problem } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'

/** A list as it was sent, its columns found by their headings. */
export interface Upload {
  fileName: string
  /** Keys of the columns that the file has. */
  present: ReadonlySet<string>
  ignoredHeadings: string[]
  /** Headings of the file that were taken for one of ours. */
  readAs: { typed: string; heading: string }[]
  rows: { number: number; cells: Record<string, Cell> }[]
}

interface Heading {
  key: string
  heading: string
  synonyms?: readonly string[]
  required: boolean
}

/** The cells of a file that was sent, xlsx or CSV; nothing of the database is held meanwhile. */
export interface Sheet {
  fileName: string
  rows: readonly FileRow[]
  /** The last row that is in a merge; 0 when none is. */
  lastMerged: number
}

/** Reads a file that was sent. Every refusal says what to do. */
export const readSheet = async (platform: Pick<Platform, 'fileReader'>, asker: Asker, file: StagedFile | undefined): Promise<Sheet> => {
  if (!file) throw invalid({ file: ['を選択してください'] })
  if (file.byteSize > mostMegabytes * 1024 * 1024)
    throw new Problem(413, 'file_too_large', `ファイルサイズは${mostMegabytes}MB以下にしてください。`)
  if (file.byteSize === 0) throw unreadable('ファイルが空です。')
  return { fileName: file.fileName, ...(await readTable(platform, asker, file.path)) }
}

/** Finds the columns of a list by their headings, in any order. */
export const placeUpload = ({ fileName, rows, lastMerged }: Sheet, columns: readonly Heading[]): Upload => {
  const at = findHeadings(rows, columns)
  const headings = rows[at]
  if (!headings || headings.cells.every(cell => textOf(cell) === ''))
    throw unreadable(
      `見出しの行が見つかりません。1行目に「${columns.map(column => column.heading).join('」「')}」の見出しを入れてください。`,
    )
  if (lastMerged >= headings.number) throw unreadable('結合されたセルがあるため読み取れません。セルの結合を解除してください。')
  const placed = placeColumns(headings.cells, columns)
  const filled = rows.slice(at + 1).filter(row => row.cells.some(cell => textOf(cell) !== ''))
  if (filled.length > mostRows)
    throw unreadable(`一度に取り込めるのは${mostRows.toLocaleString('ja-JP')}行までです。ファイルを分けてください。`)
  if (filled.length === 0) throw unreadable('見出しの下にデータがありません。')
  return {
    fileName,
    present: new Set(placed.keys()),
    ignoredHeadings: headings.cells
      .filter(
        (cell, column) => textOf(cell) !== '' && forComparison(textOf(cell)) !== errorHeading && ![...placed.values()].includes(column),
      )
      .map(textOf),
    readAs: columns.flatMap(({ key, heading }) => {
      const typed = textOf(headings.cells[placed.get(key) ?? -1] ?? null)
      return typed === '' || headingOf(typed) === forComparison(heading) ? [] : [{ typed, heading }]
    }),
    rows: filled.map(({ number, cells }) => ({
      number,
      cells: Object.fromEntries([...placed].map(([key, column]) => [key, cells[column] ?? null])),
    })),
  }
}

const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cell.trim() : typeof cell === 'number' ? String(cell) : cell === null ? '' : '日付'

/** The row among the first ones that knows most of the headings. */
const findHeadings = (rows: readonly FileRow[], columns: readonly Heading[]): number => {
  const headings = new Set(columns.flatMap(({ heading, synonyms = [] }) => [heading, ...synonyms].map(forComparison)))
  const headingCounts = rows.slice(0, mostRowsAbove).map(row => row.cells.filter(cell => headings.has(headingOf(cell))).length)
  return headingCounts.indexOf(Math.max(...headingCounts))
}

/** 「物件名 *」, 「物件名（必須）」 and 「物件名」 are the same heading. */
const headingOf = (cell: Cell): string => forComparison(textOf(cell)).replace(/(\*|※|\(必須\)|【必須】|必須)$/, '')

/** Where each column stands; a required one that is missing and one that is there twice are refused. */
const placeColumns = (cells: readonly Cell[], columns: readonly Heading[]): Map<string, number> => {
  const headings = cells.map(headingOf)
  const places = new Map<string, number>()
  for (const { key, heading, synonyms = [] } of columns) {
    const first = headings.indexOf(forComparison(heading))
    if (first === -1) {
      // Of two that may be meant neither is.
      const meant = headings.flatMap((each, at) => (synonyms.some(word => forComparison(word) === each) ? [at] : []))
      if (meant.length === 1) places.set(key, meant[0] ?? 0)
      continue
    }
    if (headings.includes(forComparison(heading), first + 1)) throw unreadable(`見出し「${heading}」が2つあります。1つにしてください。`)
    places.set(key, first)
  }
  const missing = columns.filter(({ key, required }) => required && !places.has(key)).map(({ heading }) => `「${heading}」`)
  if (missing.length > 0) throw unreadable(`見出し${missing.join('')}が見つかりません。テンプレートの見出しをお使いください。`)
  return places
}
