/*
 * The only file that writes workbooks; file-reader/read-workbook.ts is the only one that reads them. Were hucre to fail us,
 * @protobi/exceljs would stand in these two and nothing else would change.
 */
import { writeCsv as formatCsv } from 'hucre/csv'
import { type Cell as WrittenCell, type CellStyle, writeXlsx } from 'hucre/xlsx'
import { type Day, daysBetween, minutesOf, timeInTokyo, todayInTokyo } from '@toguchi/domain/calendar/day'

export interface SheetToWrite {
  name: string
  /** The first row are the headings. */
  headings: readonly { text: string; width: number; required?: boolean; note?: string }[]
  /** Text cells; nothing is ever a formula, a number or a day, so that 090… and =1+1 stay what they are. */
  rows: readonly (readonly string[])[]
  /** Cells that are wrong, as `row,column` from 0 below the headings, each with why. */
  marks?: ReadonlyMap<string, string>
  /** Words that a column offers. */
  choices?: readonly { column: number; values: readonly string[] }[]
  /** Empty rows below, already formatted as text: what is typed there keeps its first zero. */
  blankRows?: number
}

/** The library reads `_x0041_` as A, as Excel does, but does not write the text `_x0041_` so that it is read back. */
const escaped = (text: string) => text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')

const heading: CellStyle = {
  font: { bold: true, color: { rgb: 'FFFFFF' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '0F6B66' } },
  alignment: { vertical: 'center', wrapText: true },
}
const requiredHeading: CellStyle = { ...heading, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '9B2C22' } } }
const asText: CellStyle = { numFmt: '@', alignment: { vertical: 'top', wrapText: true } }
const wrong: CellStyle = { ...asText, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFD9D4' } } }

/** A workbook of text cells with frozen headings. */
export const writeWorkbook = (sheets: readonly SheetToWrite[]): Promise<Uint8Array> =>
  writeXlsx({
    defaultFont: { name: 'Yu Gothic', size: 11 },
    sheets: sheets.map(({ name, headings, rows, marks, choices = [], blankRows = 0 }) => ({
      name,
      columns: headings.map(({ width }) => ({ width, style: asText })),
      rows: [headings.map(({ text }) => text), ...rows.map(row => row.map(text => (text === '' ? null : escaped(text))))],
      cells: new Map<string, Partial<WrittenCell>>([
        ...headings.map(
          ({ text, required, note }, at) =>
            [
              `0,${at}`,
              {
                value: text,
                type: 'string' as const,
                style: required ? requiredHeading : heading,
                ...(note ? { comment: { text: note } } : {}),
              },
            ] as const,
        ),
        ...[...(marks ?? [])].map(([place, why]) => {
          const [row = 0, column = 0] = place.split(',').map(Number)
          const value = escaped(rows[row]?.[column] ?? '')
          return [`${row + 1},${column}`, { value, type: 'string' as const, style: wrong, comment: { text: why } }] as const
        }),
        ...Array.from({ length: blankRows }, (_, row) =>
          headings.map((__, column) => [`${rows.length + row + 1},${column}`, { value: null, style: asText }] as const),
        ).flat(),
      ]),
      freezePane: { rows: 1 },
      dataValidations: choices.map(({ column, values }) => ({
        type: 'list' as const,
        values: [...values],
        allowBlank: true,
        range: `${letterOf(column)}2:${letterOf(column)}${rows.length + 1000}`,
      })),
    })),
  })

/** A JPEG that fills its cell, three times for four. */
export interface PictureOfRow {
  bytes: Uint8Array
  alt: string
}

export interface PictureSheet extends Pick<SheetToWrite, 'name' | 'headings' | 'rows'> {
  /** One for each row, or none. */
  pictures: readonly (PictureOfRow | null)[]
  pictureColumn: number
  /** What the list is of: a row above the headings, on every printed page. */
  title: string
  /** The column of moments, real ones that can be reckoned with; null where there is none. */
  moments: { column: number; of: readonly (Date | null)[] }
}

/** 192 pixels, and of the column as many characters of eight pixels as make it a third wider: a picture is stretched from corner to corner. */
const pictureRowPoints = 144
const pictureColumnWidth = 31.4

/** Rows above those of the list: the title and the headings. */
const headRows = 2

/** A list with a picture in each row below its title; the first column are numbers, so that it can be sorted back. */
export const writePictureSheet = (sheet: PictureSheet): Promise<Uint8Array> => {
  const { name, headings, rows, pictures, pictureColumn, title } = sheet
  return writeXlsx({
    defaultFont: { name: 'Yu Gothic', size: 11 },
    sheets: [
      {
        name,
        columns: headings.map(({ width }, at) => ({ width: at === pictureColumn ? pictureColumnWidth : width, style: asText })),
        rows: [
          [escaped(title)],
          headings.map(({ text }) => text),
          ...rows.map(row => row.map(text => (text === '' ? null : escaped(text)))),
        ],
        cells: pictureSheetCells(sheet),
        rowDefs: new Map(rows.map((_, at) => [at + headRows, { height: pictureRowPoints }])),
        // From corner to corner of its cell, so that it goes along when the rows are sorted.
        images: pictures.flatMap((picture, at) =>
          picture === null
            ? []
            : {
                data: picture.bytes,
                type: 'jpeg' as const,
                anchor: { from: { row: at + headRows, col: pictureColumn }, to: { row: at + headRows + 1, col: pictureColumn + 1 } },
                altText: picture.alt,
              },
        ),
        freezePane: { rows: headRows },
        autoFilter: { range: `A${headRows}:${letterOf(headings.length - 1)}${rows.length + headRows}` },
        pageSetup: {
          paperSize: 'a4',
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: `$1:$${headRows}`,
        },
      },
    ],
  })
}

const pictureSheetCells = ({ headings, rows, title, moments }: PictureSheet): Map<string, Partial<WrittenCell>> => {
  const number = (value: number, numFmt?: string) => ({
    value,
    type: 'number' as const,
    style: { ...(numFmt === undefined ? {} : { numFmt }), alignment: { vertical: 'top' as const } },
  })
  return new Map<string, Partial<WrittenCell>>([
    ['0,0', { value: escaped(title), type: 'string', style: { font: { bold: true, size: 14 } } }],
    ...headings.map(({ text }, at) => [`1,${at}`, { value: text, type: 'string' as const, style: heading }] as const),
    ...rows.map((row, at) => [`${at + headRows},0`, number(Number(row[0]))] as const),
    ...moments.of.flatMap((moment, at) =>
      moment === null ? [] : [[`${at + headRows},${moments.column}`, number(momentSerialOf(moment), 'yyyy/mm/dd hh:mm')] as const],
    ),
  ])
}

/** A cell of a drawn sheet. Colours are RRGGBB. */
export interface ChartCell {
  text: string
  /** A real date cell instead of the text, `YYYY-MM-DD`, shown in this format. */
  day?: Day
  format?: 'm/d' | 'yyyy/mm/dd'
  /** A real number instead of the text. */
  number?: number
  fill?: string
  color?: string
  bold?: boolean
  center?: boolean
  /** Titles may run over the cells beside them. */
  wrap?: boolean
  /** Columns that the cell spans. */
  span?: number
}

export interface Chart {
  name: string
  /** Characters each column is wide. */
  widths: readonly number[]
  rows: readonly (readonly ChartCell[])[]
  /** Rows and columns that stay while the rest is scrolled. */
  frozen: { rows: number; columns: number }
  /** How it comes out of the printer: the paper, landscape, how many pages it is wide, and what every page repeats (rows from 1). */
  print?: { paper: 'a3' | 'a4'; pagesWide: number; repeatedRows: readonly [first: number, last: number]; repeatedColumns: number }
  /** The row of headings, from 1, below which the rows can be filtered. */
  filterRow?: number
}

const thin = { style: 'thin', color: { rgb: 'C3CED3' } } as const
const border = { top: thin, right: thin, bottom: thin, left: thin }

/** A date as workbooks count it: days since 30 December 1899. Written as a number, so that no zone can make it slip. */
const serialOf = (day: Day) => daysBetween('1899-12-30', day)
/** With the time of Tokyo as its part of the day, to the minute. */
const momentSerialOf = (moment: Date) => serialOf(todayInTokyo(moment)) + minutesOf(timeInTokyo(moment)) / 1440
const valueOf = ({ text, day, number }: ChartCell) => (day !== undefined ? serialOf(day) : (number ?? (text === '' ? null : escaped(text))))

const chartCell = (cell: ChartCell): Partial<WrittenCell> => {
  const value = valueOf(cell)
  return {
    value,
    type: value === null ? 'empty' : typeof value === 'number' ? 'number' : 'string',
    style: {
      border,
      font: { bold: cell.bold ?? false, ...(cell.color === undefined ? {} : { color: { rgb: cell.color } }) },
      ...(cell.fill === undefined ? {} : { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: cell.fill } } }),
      ...(cell.format === undefined ? {} : { numFmt: cell.format }),
      alignment: { vertical: 'center', wrapText: cell.wrap ?? true, ...(cell.center ? { horizontal: 'center' } : {}) },
    },
  }
}

/** Sheets that are drawings of cells on landscape paper, one page in width unless said: schedules for the site office's wall (D-04). */
export const writeChart = (...charts: readonly Chart[]): Promise<Uint8Array> =>
  writeXlsx({
    defaultFont: { name: 'Yu Gothic', size: 10 },
    sheets: charts.map(({ name, widths, rows, frozen, print, filterRow }) => {
      const placed = rows.flatMap((row, at) => {
        let column = 0
        return row.map(cell => {
          const from = column
          column += cell.span ?? 1
          return { at, from, cell }
        })
      })
      return {
        name,
        columns: widths.map(width => ({ width })),
        rows: rows.map(row => row.flatMap(cell => [valueOf(cell), ...Array<null>((cell.span ?? 1) - 1).fill(null)])),
        cells: new Map(placed.map(({ at, from, cell }) => [`${at},${from}`, chartCell(cell)])),
        merges: placed.flatMap(({ at, from, cell: { span = 1 } }) =>
          span > 1 ? [{ startRow: at, endRow: at, startCol: from, endCol: from + span - 1 }] : [],
        ),
        freezePane: frozen,
        pageSetup: {
          paperSize: print?.paper ?? 'a3',
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: print?.pagesWide ?? 1,
          fitToHeight: 0,
          ...(print === undefined
            ? {}
            : {
                printTitlesRow: `$${print.repeatedRows[0]}:$${print.repeatedRows[1]}`,
                printTitlesColumn: `$A:$${letterOf(print.repeatedColumns - 1)}`,
              }),
        },
        ...(print === undefined ? {} : { headerFooter: { oddFooter: '&C&P / &N' } }),
        ...(filterRow === undefined ? {} : { autoFilter: { range: `A${filterRow}:${letterOf(widths.length - 1)}${rows.length}` } }),
      }
    }),
  })

/** Columns of a list never reach AA. */
const letterOf = (column: number) => String.fromCodePoint(65 + column)

/** UTF-8 with BOM and CRLF, as Excel expects it. The cells are neutralised by the caller, who also revives them. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  formatCsv(
    rows.map(row => [...row]),
    { bom: true, lineSeparator: '\r\n' },
  )
