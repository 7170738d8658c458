import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { catalog, deepPdf, packedPdf, pdfOf, pngOf } from '../../test/hostile-files.ts'
import { onePagePdf } from '../../test/one-page-pdf.ts'
import { openPatientReader } from '../../test/patience.ts'
import type { Platform } from '../platform/platform.ts'
import type { Problem } from '../platform/http/problem.ts'
import { mostTimeOf, readDocument, readPhoto } from './file-reader.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'toguchi-reader-'))
const staging = path.join(folder, 'staging')
await mkdir(staging)
const fileReader = openPatientReader(folder, { limits: { processes: 1, megabytes: 256, endings: { most: 100, withinSeconds: 1 } } })
const platform = { fileReader } as Platform
afterAll(async () => {
  await fileReader.close()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
const stage = async (bytes: Uint8Array): Promise<string> => {
  const place = path.join(staging, String(++count))
  await writeFile(place, bytes)
  return place
}
const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => 'it was read',
    (problem: Problem) => problem.fields['file']?.[0] ?? problem.message,
  )
const photo = async (bytes: Uint8Array) => readPhoto(platform, { clientId: 1 }, await stage(bytes))
const document = async (bytes: Uint8Array) => readDocument(platform, { clientId: 1 }, await stage(bytes))
const small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
  .jpeg()
  .toBuffer()
/** The reader is well: whatever came before took nothing along. */
const isWell = async () => {
  expect((await photo(small)).width).toBe(40)
  expect((await document(onePagePdf)).kind).toBe('pdf')
}

/** A JPEG with such an EXIF block, which is a TIFF of its own. */
const withExif = (tiff: Buffer): Buffer => {
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(block.length + 2, 2)
  return Buffer.concat([small.subarray(0, 2), head, block, small.subarray(2)])
}
const dated = (DateTimeOriginal: string, over: Record<string, string> = {}) =>
  sharp(small)
    .withExif({ IFD0: {}, IFD2: { DateTimeOriginal, ...over } })
    .jpeg()
    .toBuffer()

it('gives a small file seconds of a core, a large one more, and none more than half a minute', () => {
  const megabyte = 1024 * 1024
  const computing = (name: Parameters<typeof mostTimeOf>[0], bytes: number) => mostTimeOf(name, bytes).computing / 1_000
  expect([computing('table', 0), computing('table', 2 * megabyte), computing('table', 20 * megabyte)]).toEqual([4, 8, 30])
  expect([computing('photo', 0), computing('photo', 4 * megabyte), computing('document', 20 * megabyte)]).toEqual([4, 8, 14])
})

describe('the time in a picture', () => {
  it('is Japanese unless it names a zone', async () => {
    expect((await photo(await dated('2026:12:02 09:41:00'))).filmingAt).toEqual(new Date('2026-12-02T00:41:00Z'))
    const zoned = await dated('2026:12:02 09:41:00', { OffsetTimeOriginal: '+07:00' })
    expect((await photo(zoned)).filmingAt).toEqual(new Date('2026-12-02T02:41:00Z'))
  })
  it.each(['2026:02:30 09:41:00', '2025:02:29 09:41:00', '2026:13:01 09:41:00', '2026:12:02 24:41:00', '0000:00:00 00:00:00', 'yesterday'])(
    'that there is not is none: %s',
    async text => {
      expect((await photo(await dated(text))).filmingAt).toBeNull()
    },
  )
  it('is looked for once, however the directories point to one another', async () => {
    // One entry, the pointer to the EXIF directory, which is this very directory; and the next directory is this one again.
    const loop = Buffer.from('49492a0008000000' + '0100' + '6987' + '0400' + '01000000' + '08000000' + '08000000', 'hex')
    expect((await photo(withExif(loop))).filmingAt).toBeNull()
    // Sixty thousand entries, as it says, and every one of them lies in the same two bytes.
    const endless = Buffer.concat([Buffer.from('4d4d002a00000008ffff', 'hex'), Buffer.alloc(60_000, 0x87)])
    expect((await photo(withExif(endless))).filmingAt).toBeNull()
    await isWell()
  })
})

describe('pictures', () => {
  it('of more pixels than any phone has are refused by what they say', async () => {
    const wide = pngOf(12_000, 12_000)
    expect(await refusal(photo(wide))).toBe('を読み取れませんでした。もう一度撮影してください')
    expect(await refusal(document(wide))).toBe('を読み取れませんでした。ファイルが壊れていないか確認してください')
    await isWell()
  })

  it('of another format are not opened, not even to see what they are', async () => {
    // In a process of its own, as the reader is one: what is blocked there stays blocked.
    const see = (bytes: Buffer) =>
      `sharp(Buffer.from('${bytes.toString('base64')}', 'base64')).metadata().then(({ format }) => format, () => 'not opened')`
    const others = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
      await sharp(small).gif().toBuffer(),
      await sharp(small).tiff().toBuffer(),
      await sharp(small).webp().toBuffer(),
      await sharp(small).avif().toBuffer(),
      await sharp(small).png().toBuffer(),
      small,
    ]
    const script = `
      await import(${JSON.stringify(new URL('read-pictures.ts', import.meta.url).href)})
      const { default: sharp } = await import(${JSON.stringify(import.meta.resolve('sharp'))})
      console.log((await Promise.all([${others.map(see).join()}])).join())`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    expect(stdout.trim()).toBe(`${'not opened,'.repeat(3)}webp,heif,png,jpeg`)
  })

  it('that need more memory than there is are refused, and the next one is read', async () => {
    // Interlaced: all of it has to be held before the first line is known.
    const pixels = deflateSync(Buffer.alloc(7_000 * (7_000 * 4 + 8)), { level: 1 })
    expect(await refusal(photo(pngOf(7_000, 7_000, pixels)))).toBe('を読み取れませんでした。もう一度撮影してください')
    await isWell()
  })

  it('that are something else as well are taken for what they show', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const read = await photo(Buffer.concat([small, html]))
    expect(Buffer.from(read.view).includes('script')).toBe(false)
    expect(await refusal(photo(Buffer.concat([Buffer.from('GIF89a/*'), small])))).toBe(
      'はJPEG、PNG、HEIC、WebP、AVIFのいずれかを選択してください',
    )
    expect(await refusal(photo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>')))).toBe(
      'はJPEG、PNG、HEIC、WebP、AVIFのいずれかを選択してください',
    )
  })
})

describe('PDFs', () => {
  const unreadable = 'を読み取れませんでした。ファイルが壊れていないか確認してください'

  it('whose objects unpack to more than there is memory for are refused, and the next one is read', async () => {
    expect(await refusal(document(packedPdf(200)))).toBe(unreadable)
    await isWell()
  })

  it('whose pages lie endlessly deep, or in themselves, are refused', async () => {
    expect(await refusal(document(deepPdf(30_000)))).toBe(unreadable)
    expect(await refusal(document(pdfOf(catalog, '<</Type/Pages/Count 1/Kids[2 0 R]>>')))).toBe(unreadable)
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(await refusal(document(pdfOf(catalog, '<</Type/Pages/Count 0/Kids[]>>', nested)))).toBe(unreadable)
    await isWell()
  })

  it('behind a password are kept: only their owner’s programs can look at the pages', async () => {
    const locked = Buffer.from(
      onePagePdf
        .toString()
        .replace(
          'trailer<</Root 1 0 R>>',
          '4 0 obj<</Filter/Standard/V 1/R 2/O<00>/U<00>/P -4>>endobj\ntrailer<</Root 1 0 R/Encrypt 4 0 R>>',
        ),
    )
    expect((await document(locked)).kind).toBe('pdf')
  })
})
