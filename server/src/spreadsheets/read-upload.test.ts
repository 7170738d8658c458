import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { mostRows } from '@toguchi/domain/spreadsheets/labels'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { repeatedWorkbook, withLengthElsewhere, withPartRepeated, withTwoDirectories } from '../../test/hostile-files.ts'
import { zipOf } from '../../test/multipart.ts'
import { openPatientReader } from '../../test/patience.ts'
import type { FileRow } from '../file-reader/file-reader.ts'
import { readTable } from '../file-reader/read-table.ts'
import type { Problem } from '../platform/http/problem.ts'
import { placeUpload, readSheet } from './read-upload.ts'
import { writeWorkbook } from './workbook.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-sheets-'))
const staging = path.join(folder, 'staging')
await mkdir(staging)
/** What was ended for its memory or its time. */
const endings: string[] = []
const limits = { megabytes: 256, endings: { most: 100, withinSeconds: 1 } }
const fileReader = openPatientReader(folder, { limits, onError: error => endings.push(error.message) })
// A file that is refused has not been stopped: what it is refused for was found before it took too much.
afterEach(() => expect(endings.splice(0)).toEqual([]))
afterAll(async () => {
  await fileReader.close()
  await rm(folder, { recursive: true, force: true })
})

const columns = [
  { key: 'cd', heading: '物件コード', required: false },
  { key: 'name', heading: '物件名', required: true },
  { key: 'phone', heading: '電話番号', required: false },
]
let count = 0
const read = async (bytes: Buffer | Uint8Array, fileName = '一覧.xlsx') => {
  const place = path.join(staging, String(++count))
  await writeFile(place, bytes)
  const file = { path: place, fileName, contentType: '', byteSize: bytes.length, sha256: Buffer.alloc(32) }
  return placeUpload(await readSheet({ fileReader }, { clientId: 1 }, file), columns)
}
/** The sentence of the refusal. */
const refusal = (bytes: Buffer | Uint8Array) =>
  read(bytes).then(
    () => 'it was read',
    (problem: Problem) => problem.fields['file']?.[0] ?? problem.message,
  )
const rowsOf = async (bytes: Buffer | Uint8Array) => (await read(bytes)).rows

const heading = Buffer.concat([Buffer.from([0x95, 0xa8, 0x8c, 0x8f, 0x96, 0xbc]), Buffer.from('\r\n')])
const takasaki = Buffer.from([0xfb, 0xfc, 0xfa, 0xb1, 0x87, 0x40, 0xd0, 0xc5, 0xc4])

/** A workbook as LibreOffice lays it out: shared strings, prefixes of its own, sheets in a folder by other names. */
const libreOffice = (sheet: string, over: Record<string, string> = {}) =>
  zipOf({
    'xl/_rels/workbook.xml.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet9.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="物件" sheetId="1" state="visible" r:id="rId2"/></sheets></workbook>',
    'xl/styles.xml':
      '<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy/mm/dd"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml':
      '<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="3" uniqueCount="3"><si><t>電話番号</t></si><si><t xml:space="preserve"> 物件名 </t></si><si><r><t>髙</t></r><r><t>﨑𠮷</t></r></si></sst>',
    'xl/worksheets/sheet9.xml': `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ...over,
  })
const headRow = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
const sheetXml = (rows: string, end = '') =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${end}</worksheet>`

describe('text', () => {
  it('is read as Shift_JIS with 髙, 﨑, ① and half-width katakana', async () => {
    expect(await rowsOf(Buffer.concat([heading, takasaki]))).toEqual([{ number: 2, cells: { name: '髙﨑①ﾐﾅﾄ' } }])
  })
  it('is read as UTF-8 with and without BOM, and as UTF-16 with tabs', async () => {
    const lines = '物件名,電話番号\r\n髙﨑𠮷,"03-1234\n5678"\r\n'
    const rows = [{ number: 2, cells: { name: '髙﨑𠮷', phone: '03-1234\n5678' } }]
    expect(await rowsOf(Buffer.from(lines))).toEqual(rows)
    expect(await rowsOf(Buffer.from(`\uFEFF${lines}`))).toEqual(rows)
    expect(await rowsOf(Buffer.from('\uFEFF物件名\t電話番号\r\n髙﨑𠮷\t1\r\n', 'utf16le'))).toEqual([
      { number: 2, cells: { name: '髙﨑𠮷', phone: '1' } },
    ])
  })
  it('takes back the apostrophe that kept a formula from running', async () => {
    expect(await rowsOf(Buffer.from("物件名\n'=1+1\n''-1\n'普通"))).toMatchObject([
      { cells: { name: '=1+1' } },
      { cells: { name: "'-1" } },
      { cells: { name: "'普通" } },
    ])
  })
  it('is refused when its encoding is none of these', async () => {
    expect(await refusal(Buffer.concat([Buffer.from('物件名\n'), Buffer.from([0xff, 0xff, 0x81])]))).toMatch(/文字コードを判別できません/)
  })
  it('is refused as no table when it is a picture or a PDF', async () => {
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), randomBytes(4_000)])
    for (const file of [picture, Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')])
      expect(await refusal(file)).toBe('Excelファイル（.xlsx）またはCSVファイルを選択してください。')
  })
})

it('refuses a cell that is longer than Excel lets anybody type, in text and in workbooks', async () => {
  const lines = ['港', 'あ'.repeat(32_768)]
  const sentence = '3行目に32,767文字を超えるセルがあります。文字を減らすか、CSVでは「"」が閉じているか確認してください。'
  expect(await refusal(Buffer.from(['物件名', ...lines].join('\n')))).toBe(sentence)
  const sheet = { name: '物件', headings: [{ text: '物件名', width: 9 }] }
  expect(await refusal(await writeWorkbook([{ ...sheet, rows: lines.map(line => [line]) }]))).toBe(sentence)
  expect(await rowsOf(await writeWorkbook([{ ...sheet, rows: [['あ'.repeat(32_767)]] }]))).toHaveLength(1)
})

describe('headings', () => {
  it('are found in any order, below a title, with marks and blanks', async () => {
    const { present, rows, ignoredHeadings } = await read(
      Buffer.from('物件一覧,,\n2026年,,\n電話番号,メモ,物 件 名（必須）,エラー\n03,x,港,だめ\n,,,\n'),
    )
    expect([...present].toSorted()).toEqual(['name', 'phone'])
    expect(rows).toEqual([{ number: 4, cells: { phone: '03', name: '港' } }])
    expect(ignoredHeadings).toEqual(['メモ'])
  })
  it('are asked for when a required one is missing or one is there twice', async () => {
    expect(await refusal(Buffer.from('電話番号\n03'))).toBe('見出し「物件名」が見つかりません。テンプレートの見出しをお使いください。')
    expect(await refusal(Buffer.from('物件名,物件名\n港,川'))).toMatch(/見出し「物件名」が2つあります/)
    expect(await refusal(Buffer.from('あ,い\n1,2'))).toMatch(/「物件名」が見つかりません/)
  })
  it('alone are no list', async () => {
    expect(await refusal(Buffer.from('物件名\n'))).toBe('見出しの下にデータがありません。')
    expect(await refusal(Buffer.alloc(0))).toBe('ファイルが空です。')
    expect(await refusal(Buffer.from('\n\n'))).toMatch(/見出しの行が見つかりません/)
  })
})

describe('workbooks', () => {
  it('whose index is full of unfinished tags are refused at once, and one that is far too long is', async () => {
    for (const [part, tag] of [
      ['xl/workbook.xml', '<sheet '],
      ['xl/_rels/workbook.xml.rels', '<Relationship '],
    ] as const) {
      expect(await refusal(libreOffice(headRow, { [part]: tag.repeat(70_000) }))).toMatch(/壊れている/)
      expect(await refusal(libreOffice(headRow, { [part]: tag.repeat(160_000) }))).toMatch(/中身が大きすぎます/)
    }
  })
  it('of another program are read: rich text, inline text, numbers, truths, formulas with their results', async () => {
    const file = libreOffice(
      `${headRow}<row r="3"><c r="A3"><v>312345678</v></c><c r="B3" t="s"><v>2</v></c></row><row r="4"><c r="B4" t="inlineStr"><is><t>港</t></is></c><c r="C4" t="b"><v>1</v></c></row><row r="5"><c r="B5" t="str"><f>A1</f><v>川</v></c></row><row r="6"><c r="A6" s="1"><v>45000</v></c><c r="B6" t="s"><v>2</v></c></row>`,
    )
    expect(await rowsOf(file)).toEqual([
      { number: 3, cells: { phone: 312345678, name: '髙﨑𠮷' } },
      { number: 4, cells: { phone: null, name: '港' } },
      { number: 5, cells: { phone: null, name: '川' } },
      { number: 6, cells: { phone: { date: true }, name: '髙﨑𠮷' } },
    ])
  })
  it('with merged cells are refused, unless only the title is merged or another sheet', async () => {
    const row = '<row r="2"><c r="B2" t="s"><v>2</v></c></row>'
    const merged = (where: string) => sheetXml(headRow + row, `<mergeCells count="1"><mergeCell ref="${where}"/></mergeCells>`)
    expect(await refusal(libreOffice('', { 'xl/worksheets/sheet9.xml': merged('B2:B3') }))).toMatch(/結合されたセル/)
    expect(await refusal(libreOffice(headRow + row, { 'xl/worksheets/sheet1.xml': merged('B2:B3') }))).toBe('it was read')
    const titled = sheetXml(
      `<row r="1"><c r="A1" t="s"><v>2</v></c></row>${headRow.replaceAll('1"', '2"').replaceAll('<v>2', '<v>1')}<row r="3"><c r="B3" t="s"><v>2</v></c></row>`,
      '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>',
    )
    expect(await refusal(libreOffice('', { 'xl/worksheets/sheet9.xml': titled }))).toBe('it was read')
  })
  it('with macros, passwords or in the old format are refused, each with what to do', async () => {
    expect(await refusal(libreOffice(headRow, { 'xl/vbaProject.bin': 'x' }))).toMatch(/マクロ付き/)
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    expect(await refusal(Buffer.concat([ole, Buffer.alloc(512), Buffer.from('EncryptedPackage', 'utf16le')]))).toMatch(/パスワードで保護/)
    expect(await refusal(Buffer.concat([ole, Buffer.alloc(512)]))).toMatch(/古い形式/)
  })
  it('that are something else or torn are refused', async () => {
    expect(await refusal(Buffer.from('%PDF-1.7 something'))).toMatch(/Excelファイル（.xlsx）またはCSV/)
    expect(await refusal(zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' }))).toMatch(/Excelファイル（.xlsx）またはCSV/)
    const whole = Buffer.from(await writeWorkbook([{ name: '物件', headings: [{ text: '物件名', width: 10 }], rows: [['港']] }]))
    expect(await refusal(whole.subarray(0, whole.length - 200))).toMatch(/壊れている/)
    const flipped = Buffer.from(whole)
    flipped.fill(0xaa, 60, 200)
    expect(await refusal(flipped)).toMatch(/壊れている/)
  })
  it('whose cells lie in the thousandth column are refused', async () => {
    for (const cell of ['s="1" r="XFD2"', "r='XFD2'", 'r = "xfd2"'])
      expect(await refusal(libreOffice(`${headRow}<row r="2"><c ${cell}><v>1</v></c></row>`))).toMatch(/列が多すぎます/)
  })
  it('that hide a second list of their parts, or the length of one, from the count are refused', async () => {
    const row = '<row r="2"><c r="B2" t="s"><v>2</v></c></row>'
    const hidden = libreOffice(headRow + row.repeat(3))
    expect(await refusal(withTwoDirectories(libreOffice(headRow + row), hidden))).toMatch(/壊れている/)
    expect(await refusal(withLengthElsewhere(libreOffice(headRow + row), 'xl/worksheets/sheet9.xml'))).toMatch(/壊れている/)
    // The same without what is hidden.
    expect(await refusal(libreOffice(headRow + row))).toBe('it was read')
  })
  it('whose one long text stands in every cell are refused before any of it is sent on', async () => {
    const place = path.join(staging, 'repeated')
    await writeFile(place, repeatedWorkbook(1_000))
    const told: FileRow[] = []
    const refused = await readTable(place, rows => told.push(...rows)).catch((problem: Problem) => problem.fields['file'])
    expect(refused).toEqual([expect.stringMatching(/中身が大きすぎます/)])
    expect(told).toEqual([])
  })
  it('that name one part hundreds of times are refused, as if each lay there by itself', async () => {
    const long = ' '.repeat(1024 * 1024)
    const once = libreOffice(headRow + '<row r="2"><c r="B2" t="s"><v>2</v></c></row>', { 'xl/media/0000.txt': long })
    expect(await refusal(once)).toBe('it was read')
    expect(await refusal(withPartRepeated(once, 'xl/media/0000.txt', 900))).toMatch(/中身が大きすぎます/)
  })
  it('that hold another one as a part are read as if it were any other bytes', async () => {
    const row = '<row r="2"><c r="B2" t="s"><v>2</v></c></row>'
    const inner = withSpaces('xl/worksheets/sheet9.xml', 400).toString('latin1')
    expect(await rowsOf(libreOffice(headRow + row, { 'xl/embeddings/inner.xlsx': inner }))).toEqual([
      { number: 2, cells: { phone: null, name: '髙﨑𠮷' } },
    ])
    expect(endings).toEqual([])
  })
  it('that unpack to more than they may are refused before they are held in memory', async () => {
    // More than the process may have.
    const bomb = withSpaces('xl/worksheets/sheet9.xml', 400)
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await refusal(bomb)).toMatch(/中身が大きすぎます/)
  })
})

it('long lists are read in a process of their own, and longer ones than one import takes are refused', async () => {
  const lines = ['物件名', ...Array.from({ length: mostRows + 1 }, (_, at) => `物件${'ー'.repeat(20)}${at}`)]
  expect(await refusal(Buffer.from(lines.join('\n')))).toBe('一度に取り込めるのは20,000行までです。ファイルを分けてください。')
  expect(await read(Buffer.from(lines.slice(0, -1).join('\n')))).toMatchObject({ rows: { length: mostRows } })
  const workbook = await writeWorkbook([
    { name: '物件', headings: [{ text: '物件名', width: 9 }], rows: lines.slice(1, -1).map(name => [name]) },
  ])
  expect((await read(workbook)).rows.at(-1)).toEqual({ number: mostRows + 1, cells: { name: lines[mostRows] } })
  expect(await refusal(Buffer.concat([Buffer.from(lines.join('\n')), Buffer.from([0xff, 0xff])]))).toMatch(/文字コードを判別できません/)
})

/** The workbook above with one part more, so many megabytes of spaces, and the sizes of the directory a lie. */
const withSpaces = (name: string, megabytes: number): Buffer => {
  const plain = libreOffice(headRow)
  // Packed once, and repeated: after a flush of everything nothing refers to what came before.
  const one = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([...Array.from({ length: megabytes }, () => one), deflateRawSync(Buffer.alloc(0))])
  const title = Buffer.from(name.replace('sheet9', 'sheet8'))
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(100, 18)
  common.writeUInt16LE(title.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, title, packed])
  const end = plain.subarray(plain.length - 22)
  const start = end.readUInt32LE(16)
  const offset = Buffer.alloc(14)
  offset.writeUInt32LE(start, 10)
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, offset, title])
  const directory = Buffer.concat([plain.subarray(start, plain.length - 22), entry])
  const last = Buffer.from(end)
  for (const at of [8, 10]) last.writeUInt16LE(end.readUInt16LE(at) + 1, at)
  last.writeUInt32LE(directory.length, 12)
  last.writeUInt32LE(start + local.length, 16)
  return Buffer.concat([plain.subarray(0, start), local, directory, last])
}
