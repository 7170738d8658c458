import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { errorHeading } from '@toguchi/domain/spreadsheets/labels'
import { type Cell, forComparison } from '@toguchi/domain/spreadsheets/read-cell'
import { type FileRow, unreadableTable as unreadable } from '../file-reader/file-reader.ts'
import { invalid } from '../platform/http/problem.ts'

export interface Heading {
  key: string
  heading: string
  synonyms?: readonly string[]
  /** Several columns of the file are one of ours: the first that is filled in counts, and these before the others. */
  takesFirst?: RegExp
  required: boolean
}

/** What the columns of a file are by the word of who sent it: a key of ours by the column's place, an empty one for none of them. */
export type ChosenColumns = ReadonlyMap<number, string>

interface Placed {
  /** Columns of the file by our own, those that count first before the others. */
  places: Map<string, number[]>
  /** Several columns that may each be meant, where one must be. */
  unsure: Map<string, number[]>
}

/** Where each column stands; one that is there twice by its own heading is refused. */
export const placeColumns = (typed: readonly string[], columns: readonly Heading[], chosen: ChosenColumns): Placed => {
  refuseUnknown(typed, columns, chosen)
  const headings = typed.map(comparable)
  const own = new Set(columns.map(({ heading }) => comparable(heading)))
  const placed: Placed = { places: new Map(), unsure: new Map() }
  for (const column of columns) {
    const exact = placesOf(headings, new Set([comparable(column.heading)]))
    if (exact.length > 1) throw unreadable(`見出し「${column.heading}」が2つあります。1つにしてください。`)
    const words = new Set((column.synonyms ?? []).map(comparable).filter(word => !own.has(word)))
    const meant = column.takesFirst || exact.length === 0 ? [...exact, ...placesOf(headings, words)] : exact
    const byChoice = [...chosen].flatMap(([at, key]) => (key === column.key ? [at] : []))
    // Of two that may be meant neither is, unless it is said.
    const byHeading = meant.length > 1 && !column.takesFirst ? [] : meant
    const places = [...new Set([...byHeading.filter(at => !chosen.has(at)), ...byChoice])]
    if (places.length > 0) placed.places.set(column.key, inOrder(places, typed, column))
    placed.unsure.set(
      column.key,
      meant.filter(at => !chosen.has(at)),
    )
  }
  return placed
}

const placesOf = (headings: readonly string[], words: ReadonlySet<string>): number[] =>
  headings.flatMap((heading, at) => (words.has(heading) ? [at] : []))

const inOrder = (places: readonly number[], typed: readonly string[], { heading, takesFirst }: Heading): number[] => {
  const rank = (at: number) =>
    takesFirst?.test((typed[at] ?? '').normalize('NFKC')) ? 0 : comparable(typed[at] ?? '') === comparable(heading) ? 1 : 2
  return places.toSorted((a, b) => rank(a) - rank(b) || a - b)
}

/** A choice of a column that the file or the list does not have: the file is another than the one that was looked at. */
const refuseUnknown = (typed: readonly string[], columns: readonly Heading[], chosen: ChosenColumns) => {
  const keys = new Set(['', ...columns.map(({ key }) => key)])
  if ([...chosen].some(([at, key]) => at >= typed.length || !keys.has(key))) throw invalid({ columns: ['を選び直してください'] })
}

/** Columns of the file that are one of ours together, or may each be it. */
export const severalOf = (
  typed: readonly string[],
  columns: readonly Heading[],
  { places, unsure }: Placed,
): SpreadsheetPreview['several_columns'] =>
  columns.flatMap(({ key, heading }) => {
    const taken = places.get(key)
    const meant = taken ?? unsure.get(key) ?? []
    return meant.length > 1 ? { heading, typed: meant.map(at => typed[at] ?? ''), taken: taken !== undefined } : []
  })

/** Letters of a cell that tell which column it stands in. */
const sampleLength = 20

/** Every column of the file that has a heading, and what it is taken for. */
export const describeColumns = (
  typed: readonly string[],
  rows: readonly FileRow[],
  columns: readonly Heading[],
  places: ReadonlyMap<string, readonly number[]>,
): SpreadsheetPreview['file_columns'] =>
  typed.flatMap((heading, at) => {
    if (heading === '' || forComparison(heading) === errorHeading) return []
    const column = columns.find(({ key }) => places.get(key)?.includes(at))
    const sample = rows.map(({ cells }) => textOf(cells[at] ?? null)).find(text => text !== '') ?? ''
    return {
      at,
      heading,
      sample: Array.from(sample).slice(0, sampleLength).join(''),
      key: column?.key ?? null,
      own: column !== undefined && comparable(column.heading) === comparable(heading),
    }
  })

export const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cell.trim() : typeof cell === 'number' ? String(cell) : cell === null ? '' : '日付'

/** 「物件名 *」, 「物件名（必須）」 and 「物件名」 are the same heading; so are 部屋No. and 部屋NO, E-mail and Email, 入居者 and 入居者様. */
export const comparable = (heading: string): string =>
  forComparison(heading)
    .replaceAll(/[.・:()[\]【】「」/_\p{Pd}]/gu, '')
    .replace(/(\*|※|必須)$/, '')
    .replace(/様$/, '')
