import { parseCsv } from 'hucre/csv'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import type { Cell } from '@toguchi/domain/spreadsheets/read-cell'
import type { FileRow } from './readings.ts'

/** Columns that are looked at; a list that people keep has fewer. */
const mostColumns = 60

const cellOf = (value: CellValue): Cell =>
  value instanceof Date ? { date: true } : typeof value === 'boolean' ? String(value).toUpperCase() : value

/** The rows of the first sheet of an examined workbook, in order; empty ones may be missing. Throws what the library throws. */
export async function* readWorkbook(bytes: Uint8Array, mostRows: number): AsyncGenerator<FileRow> {
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0, maxRows: mostRows }))
    yield { number: index + 1, cells: values.slice(0, mostColumns).map(cellOf) }
}

/** The rows of a text with separated values. */
export const readCsv = (text: string, delimiter: ',' | '\t', mostRows: number): FileRow[] =>
  parseCsv(text, { delimiter, skipBom: true, maxRows: mostRows }).map((values, at) => ({
    number: at + 1,
    cells: values.slice(0, mostColumns).map(cellOf),
  }))
