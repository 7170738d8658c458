import { readFile } from 'node:fs/promises'
import { revive } from '@toguchi/domain/spreadsheets/formula-text'
import { mostRows, mostRowsAbove } from '@toguchi/domain/spreadsheets/labels'
import { decodeText } from './decode-text.ts'
import { examineWorkbook, refusalOfOle } from './examine-workbook.ts'
import { readCsv, readWorkbook } from './read-workbook.ts'
import type { FileRow } from './readings.ts'
import { broken, notATable, tooBig, unreadable } from './refusals.ts'

/** Characters of a cell: as many as Excel lets anybody type. What has more was not written by Excel, and everything is read from it. */
const mostCharacters = 32_767
/** Characters of all cells together, twice as many as 20,000 rows of twelve columns have: one text may stand in a million cells and lie once in the file. */
const mostInAll = 16_000_000

const rowsAtOnce = 500

/** Tells the rows of a file, one row more than may be, so that too many are noticed. Throws a refusal that says what to do. */
export const readTable = async (path: string, onRows: (rows: FileRow[]) => void): Promise<{ lastMerged: number }> => {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) throw refusalOfOle(bytes)
  const lastMerged = isZip(bytes) ? await examineWorkbook(bytes) : 0
  const most = mostRows + mostRowsAbove + 2
  const rows = isZip(bytes) ? await readSheet(bytes, most) : readText(bytes, most)
  refuseTooMuch(rows)
  for (let from = 0; from < rows.length; from += rowsAtOnce) onRows(rows.slice(from, from + rowsAtOnce))
  return { lastMerged }
}

const refuseTooMuch = (rows: readonly FileRow[]) => {
  let inAll = 0
  for (const { number, cells } of rows)
    for (const cell of cells) {
      if (typeof cell !== 'string') continue
      inAll += cell.length
      if (cell.length > mostCharacters)
        throw unreadable(
          `${number}行目に${mostCharacters.toLocaleString('ja-JP')}文字を超えるセルがあります。文字を減らすか、CSVでは「"」が閉じているか確認してください。`,
        )
    }
  if (inAll > mostInAll) throw tooBig()
}

const readSheet = async (bytes: Buffer, most: number): Promise<FileRow[]> => {
  const rows: FileRow[] = []
  try {
    for await (const row of readWorkbook(bytes, most)) rows.push(row)
  } catch {
    // Whatever the library says of it is about XML, and nothing that the person can mend.
    throw broken()
  }
  return rows
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK'

/** Excel's 「Unicodeテキスト」 parts cells by tabs. */
const readText = (bytes: Buffer, most: number): FileRow[] => {
  const text = decodeText(bytes)
  if (/^\s*(%PDF-|<!doctype|<html|<\?xml|\{)/i.test(text.slice(0, 200))) throw notATable()
  const [first = ''] = text.split('\n', 1)
  return readCsv(text, first.includes('\t') && !first.includes(',') ? '\t' : ',', most).map(({ number, cells }) => ({
    number,
    cells: cells.map(cell => (typeof cell === 'string' ? revive(cell) : cell)),
  }))
}
