import { deflateSync } from 'node:zlib'
import { writeWorkbook } from '../server/src/spreadsheets/workbook.ts'
import { deepPdf, packedPdf, pngOf, repeatedWorkbook, withTwoDirectories } from '../server/test/hostile-files.ts'
import type { Attack, Round } from './hostile-round.ts'

/** A form with one file, sent as a member of the attacking client. */
const sending =
  (
    field: string,
    fileName: string,
    bytes: Uint8Array,
    pathOf: (constructionId: number) => string,
    fields: Record<string, string> = {},
  ): Attack =>
  async ({ origin, headers, constructionId }) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append(field, new Blob([Buffer.from(bytes)]), fileName)
    const answer = await fetch(`${origin}${pathOf(constructionId)}`, { method: 'POST', headers, body: form })
    await answer.arrayBuffer()
    return answer.status
  }
const table = (bytes: Uint8Array) => sending('spreadsheet[file]', '一覧.xlsx', bytes, () => '/api/spreadsheets/buildings/rehearsal')
const document = (fileName: string, bytes: Uint8Array) =>
  sending('attachment_file[file]', fileName, bytes, id => `/api/constructions/${id}/attachment_files`, { 'attachment_file[title]': '資料' })

const workbook = (rows: number) =>
  writeWorkbook([
    {
      name: '物件',
      headings: [{ text: '物件名', width: 9 }],
      rows: Array.from({ length: rows }, (_, at) => [`物件${at}`]),
    },
  ])

/** All of 80 megapixels in four channels have to be held before the first line is known. */
const laced = () => pngOf(9_000, 9_000, deflateSync(Buffer.alloc(9_000 * (9_000 * 4 + 8)), { level: 1 }))

const tables = async (): Promise<Attack[]> => {
  const [one, many] = [Buffer.from(await workbook(1)), Buffer.from(await workbook(20_000))]
  return [table(withTwoDirectories(one, many)), table(repeatedWorkbook(20_000)), table(many)]
}
const pictures = async (): Promise<Attack[]> => [document('絵.png', laced()), document('広い.png', pngOf(30_000, 30_000))]
const pdfs = async (): Promise<Attack[]> => [document('爆弾.pdf', packedPdf(500)), document('深い.pdf', deepPdf(100_000))]

/** Files that ask too much of whoever reads them, from one client and from four. */
export const fileRounds: readonly Round[] = [
  { name: 'workbooks', clients: 1, attacks: tables, answered: [422, 429, 503], mostReaders: 1 },
  { name: 'pictures', clients: 1, attacks: pictures, answered: [422, 503], mostReaders: 1 },
  { name: 'PDFs', clients: 1, attacks: pdfs, answered: [422, 503], mostReaders: 1 },
  {
    name: 'all of them, from four clients',
    clients: 4,
    attacks: async () => [...(await tables()), ...(await pictures()), ...(await pdfs())],
    answered: [422, 429, 503],
    mostReaders: 3,
  },
]
