import { revive } from '@toguchi/domain/spreadsheets/formula-text'
import { mostRows } from '@toguchi/domain/spreadsheets/labels'
import { decodeText } from './decode-text.ts'
import { broken, unreadable } from './examine-workbook.ts'
import { type FileRow, readCsv, readWorkbook } from './workbook.ts'

/** Rows above the headings: a title, a day, a company's name. */
export const mostRowsAbove = 10

/** Characters of a cell: as many as Excel lets anybody type. What has more was not written by Excel, and everything is read from it. */
const mostCharacters = 32_767

/** The rows of an examined file; one row more than may be, so that too many are noticed. Throws a refusal that says what to do. */
export const readRows = async (bytes: Buffer): Promise<FileRow[]> => {
  const most = mostRows + mostRowsAbove + 2
  const rows = isZip(bytes) ? await readSheet(bytes, most) : readText(bytes, most)
  const long = rows.find(({ cells }) => cells.some(cell => typeof cell === 'string' && cell.length > mostCharacters))
  if (long)
    throw unreadable(
      `${long.number}行目に${mostCharacters.toLocaleString('ja-JP')}文字を超えるセルがあります。文字を減らすか、CSVでは「"」が閉じているか確認してください。`,
    )
  return rows
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
