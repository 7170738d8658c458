import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/* Files as an attacker makes them, for tests and bench/hostile.ts. */

/** Where a ZIP's directory begins and ends. */
const directoryOf = (zip: Buffer) => {
  const end = zip.length - 22
  return { start: zip.readUInt32LE(end + 16), end, count: zip.readUInt16LE(end + 10) }
}

/** The entries of a directory, each of which begins at the returned place. */
const entriesOf = (directory: Buffer): number[] => {
  const places: number[] = []
  for (let at = 0; at < directory.length; at += 46 + directory.readUInt16LE(at + 28)) places.push(at)
  return places
}

/** A ZIP whose end points to the one's parts, and with ZIP64 to the other's. */
export const withTwoDirectories = (shown: Buffer, hidden: Buffer): Buffer => {
  const [one, other] = [directoryOf(shown), directoryOf(hidden)]
  const directory = Buffer.from(shown.subarray(one.start, one.end))
  for (const at of entriesOf(directory)) directory.writeUInt32LE(directory.readUInt32LE(at + 42) + other.start, at + 42)
  const parts = Buffer.concat([hidden.subarray(0, other.start), shown.subarray(0, one.start)])
  const hiddenAt = parts.length
  const shownAt = hiddenAt + other.end - other.start
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06_06_4b_50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(other.count), at)
  record.writeBigUInt64LE(BigInt(other.end - other.start), 40)
  record.writeBigUInt64LE(BigInt(hiddenAt), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07_06_4b_50, 0)
  locator.writeBigUInt64LE(BigInt(shownAt + directory.length), 8)
  const end = Buffer.from(shown.subarray(one.end))
  end.writeUInt32LE(0xff_ff_ff_ff, 12)
  end.writeUInt32LE(shownAt, 16)
  return Buffer.concat([parts, hidden.subarray(other.start, other.end), directory, record, locator, end])
}

/** A ZIP whose directory says that a part is empty, and that its length follows it. */
export const withLengthElsewhere = (zip: Buffer, name: string): Buffer => {
  const changed = Buffer.from(zip)
  const { start, end } = directoryOf(zip)
  const directory = changed.subarray(start, end)
  for (const at of entriesOf(directory)) {
    if (directory.toString('utf8', at + 46, at + 46 + directory.readUInt16LE(at + 28)) !== name) continue
    directory.writeUInt16LE(directory.readUInt16LE(at + 8) | 8, at + 8)
    directory.writeUInt32LE(0, at + 20)
  }
  return changed
}

/** A ZIP that names one of its parts so many times more: they all lie in the same bytes, which are unpacked for each. */
export const withPartRepeated = (zip: Buffer, name: string, times: number): Buffer => {
  const { start, end, count } = directoryOf(zip)
  const directory = zip.subarray(start, end)
  const at = entriesOf(directory).find(
    from => directory.toString('utf8', from + 46, from + 46 + directory.readUInt16LE(from + 28)) === name,
  )
  if (at === undefined) throw new Error(`it has no part ${name}`)
  const length = 46 + directory.readUInt16LE(at + 28)
  const repeated = Array.from({ length: times }, (_, copy) => {
    const entry = Buffer.from(directory.subarray(at, at + length))
    entry.write(String(copy).padStart(3, '0'), length - 7)
    return entry
  })
  const last = Buffer.from(zip.subarray(end))
  for (const place of [8, 10]) last.writeUInt16LE(count + times, place)
  last.writeUInt32LE(end - start + times * length, 12)
  return Buffer.concat([zip.subarray(0, end), ...repeated, last])
}

/** A PNG of red, green, blue and alpha that is interlaced and says to be so large. */
export const pngOf = (width: number, height: number, pixels = Buffer.alloc(0)): Buffer => {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 1])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const mark = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** A PDF of these objects, from 1; the first is the catalog. */
export const pdfOf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, at) => [Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
  ])
export const catalog = '<</Type/Catalog/Pages 2 0 R>>'

/** A PDF with an object stream that unpacks to so many megabytes. */
export const packedPdf = (megabytes: number): Buffer => {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 })
  const stream = Buffer.concat([
    Buffer.from(`<</Type/ObjStm/N 1000/First 10/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
  return pdfOf(catalog, '<</Type/Pages/Kids[]/Count 0>>', stream)
}

/** A PDF whose pages lie so deep in one another. */
export const deepPdf = (depth: number): Buffer =>
  pdfOf(catalog, ...Array.from({ length: depth }, (_, at) => `<</Type/Pages/Count 1/Kids[${at + 3} 0 R]>>`))

/** A ZIP with these entries, each as small as it can be packed. */
const packedZipOf = (entries: Readonly<Record<string, string>>): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(text)]
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(title.length, 22)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    parts.push(Buffer.from('504b0304', 'hex'), common, title, packed)
    directory.push(Buffer.from('504b01021400', 'hex'), common, offset, title)
    at += 30 + title.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  for (const place of [8, 10]) end.writeUInt16LE(Object.keys(entries).length, place)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

const xml = '<?xml version="1.0"?>'
const spreadsheetml = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${officeDocument}/${type}" Target="${target}"/>`

/** A workbook of so many rows of 50 cells, with one long text that lies once in the file and stands in each of them. */
export const repeatedWorkbook = (rows: number): Buffer =>
  packedZipOf({
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"/>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships">${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${spreadsheetml}" xmlns:r="${officeDocument}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${relationship('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relationship('rId2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `${xml}<sst xmlns="${spreadsheetml}"><si><t>${'あ'.repeat(32_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${spreadsheetml}"><sheetData>${Array.from({ length: rows }, (_, at) => `<row r="${at + 1}">${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`).join('')}</sheetData></worksheet>`,
  })
