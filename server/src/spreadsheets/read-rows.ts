import { revive } from '@toguchi/domain/spreadsheets/formula-text'
import { mostRows } from '@toguchi/domain/spreadsheets/labels'
import { decodeText } from './decode-text.ts'
import { broken, unreadable } from './examine-workbook.ts'
import { type FileRow, readCsv, readWorkbook } from './workbook.ts'

/** Rows above the headings: a title, a day, a company's name. */
export const mostRowsAbove = 10

/** The rows of an examined file; one row more than may be, so that too many are noticed. Throws a refusal that says what to do. */
export const readRows = async (bytes: Buffer): Promise<FileRow[]> => {
  const most = mostRows + mostRowsAbove + 2
  if (!isZip(bytes)) return readText(bytes, most)
  const rows: FileRow[] = []
  try {
    for await (const row of readWorkbook(bytes, most)) rows.push(row)
  } catch {
    // Whatever the library says of it is about XML, and nothing that the person can mend.
    throw broken()
  }
  return rows
}

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK'

/** Excel's 「Unicodeテキスト」 parts cells by tabs. */
const readText = (bytes: Buffer, most: number): FileRow[] => {
  const text = decodeText(bytes)
  if (/^\s*(%PDF-|<!doctype|<html|<\?xml|\{)/i.test(text.slice(0, 200)))
    throw unreadable('Excelファイル（.xlsx）またはCSVファイルを選択してください。')
  const [first = ''] = text.split('\n', 1)
  return readCsv(text, first.includes('\t') && !first.includes(',') ? '\t' : ',', most).map(({ number, cells }) => ({
    number,
    cells: cells.map(cell => (typeof cell === 'string' ? revive(cell) : cell)),
  }))
}
