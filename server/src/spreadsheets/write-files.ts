import { neutralise } from '@toguchi/domain/spreadsheets/formula-text'
import { errorHeading, type SpreadsheetFormat, type SpreadsheetKind, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { sheetKinds } from './kinds.ts'
import { type SheetColumn, type SheetContext, writeCell } from './sheet-kind.ts'
import { writeCsv, writeWorkbook } from './workbook.ts'

export interface WrittenFile {
  bytes: Uint8Array
  fileName: string
  contentType: string
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Column = SheetColumn<Record<string, unknown>>

const columnsOf = async (name: SpreadsheetKind, context: SheetContext): Promise<readonly Column[]> => {
  const kind = sheetKinds[name]
  return kind.columns(await kind.lookups?.(context))
}

const headingsOf = (columns: readonly Column[]) =>
  columns.map(({ heading, width = 16, required = false, note }) => ({
    text: heading,
    width,
    required,
    ...(required || note ? { note: [required ? '必須' : '', note ?? ''].filter(text => text !== '').join('\n') } : {}),
  }))
const choicesOf = (columns: readonly Column[]) =>
  // Excel takes 255 characters of words and no more.
  columns.flatMap(({ choices = [] }, column) =>
    choices.length > 0 && choices.join(',').length <= 255 && !choices.some(word => word.includes(',')) ? [{ column, values: choices }] : [],
  )

/** An empty list to be filled in: headings, cells that keep their first zero, and a second sheet that says how. */
export const writeTemplate = async (name: SpreadsheetKind, context: SheetContext): Promise<WrittenFile> => {
  const columns = await columnsOf(name, context)
  const noun = spreadsheetNouns[name]
  return {
    fileName: `${noun}_テンプレート.xlsx`,
    contentType: workbookType,
    bytes: await writeWorkbook([
      { name: noun, headings: headingsOf(columns), rows: [], blankRows: 300, choices: choicesOf(columns) },
      {
        name: '記入のしかた',
        headings: [
          { text: '項目', width: 22 },
          { text: '必須', width: 8 },
          { text: '記入例', width: 28 },
          { text: '説明', width: 60 },
        ],
        rows: [
          ...columns.map(({ heading, required, example, note, choices = [] }) => [
            heading,
            required ? '必須' : '',
            example,
            [note ?? '', choices.length > 0 ? `次から選びます：${choices.slice(0, 50).join('、')}` : '']
              .filter(text => text !== '')
              .join('\n'),
          ]),
          ['', '', '', ''],
          ['赤い見出し', '', '', '必ず記入する項目です。見出しの順番は変えてもかまいません。使わない列は消してもかまいません。'],
          [
            '取り込み',
            '',
            '',
            '取り込む前に、追加・変更・エラーの内容を画面で確認できます。取り込みでデータが削除されることはありません。',
          ],
        ],
      },
    ]),
  }
}

interface Wanted {
  format: SpreadsheetFormat
  /** Of everything only these, in this order. */
  ids?: readonly number[] | undefined
}

/** Everything of the list that the caller may write, in the form in which it can be taken in again, and how many rows that is. */
export const writeList = async (
  name: SpreadsheetKind,
  context: SheetContext,
  { format, ids }: Wanted,
  day: string,
): Promise<WrittenFile & { rows: number }> => {
  const columns = await columnsOf(name, context)
  const rows = chosenOf(await sheetKinds[name].list(context, false), ids).map(row =>
    columns.map(column => writeCell(column, row[column.key])),
  )
  const noun = spreadsheetNouns[name]
  const fileName = `${noun}一覧_${day.replaceAll('-', '')}.${format}`
  if (format === 'csv') {
    const lines = [columns.map(column => column.heading), ...rows].map(row => row.map(neutralise))
    return { fileName, contentType: 'text/csv; charset=utf-8', bytes: Buffer.from(writeCsv(lines), 'utf8'), rows: rows.length }
  }
  const sheet = { name: noun, headings: headingsOf(columns), rows, choices: choicesOf(columns) }
  return { fileName, contentType: workbookType, bytes: await writeWorkbook([sheet]), rows: rows.length }
}

const chosenOf = <Row extends { id: number }>(rows: readonly Row[], ids: readonly number[] | undefined): readonly Row[] => {
  if (ids === undefined) return rows
  const byId = new Map(rows.map(row => [row.id, row]))
  return [...new Set(ids)].flatMap(id => byId.get(id) ?? [])
}

/** The rows that were sent, each with what is wrong with it, the wrong cells coloured. */
export const writeMarked = async (
  name: SpreadsheetKind,
  context: SheetContext,
  { columns, rows, file_name }: SpreadsheetPreview,
): Promise<WrittenFile> => {
  const columnNames = await columnsOf(name, context)
  const marks = new Map<string, string>()
  for (const [row, { errors = [] }] of rows.entries()) {
    for (const { key, text } of errors) {
      const column = columns.findIndex(each => each.key === key)
      if (column !== -1) marks.set(`${row},${column}`, text)
    }
    if (errors.length > 0) marks.set(`${row},${columns.length}`, 'この行は取り込めません。直してからもう一度お選びください。')
  }
  return {
    fileName: `${file_name.replace(/\.[^.]+$/, '')}_エラー付き.xlsx`,
    contentType: workbookType,
    bytes: await writeWorkbook([
      {
        name: spreadsheetNouns[name],
        headings: [...headingsOf(columnNames), { text: errorHeading, width: 60 }],
        rows: rows.map(({ values, errors = [] }) => [...values, errors.map(({ text }) => text).join('\n')]),
        marks,
        choices: choicesOf(columnNames),
      },
    ]),
  }
}
