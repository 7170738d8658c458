import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { codedIn, heicFile, mirrored, sampleFile, turned } from '../../test/heic-file.ts'
import { openPatientReader } from '../../test/patience.ts'
import { type ReadPhoto, readPhoto } from './file-reader.ts'
import type { Platform } from '../platform/platform.ts'
import type { Problem } from '../platform/http/problem.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'toguchi-photos-'))
await mkdir(path.join(folder, 'staging'))
const fileReader = openPatientReader(folder, { limits: { processes: 1, endings: { most: 100, withinSeconds: 1 } } })
const platform = { fileReader } as Platform
afterAll(async () => {
  await fileReader.close()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
const read = async (bytes: Uint8Array): Promise<ReadPhoto> => {
  const place = path.join(folder, 'staging', String(++count))
  await writeFile(place, bytes)
  return readPhoto(platform, { clientId: 1 }, place)
}
const refusal = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'it was read',
    (problem: Problem) => problem.fields['file']?.[0] ?? problem.message,
  )
const unreadable = 'を読み取れませんでした。もう一度撮影してください'

const colours = { red: [200, 40, 40], green: [40, 160, 60], blue: [40, 60, 200], yellow: [230, 200, 40] }
const nearest = (pixel: readonly number[], within: number): string =>
  Object.entries(colours).find(([, colour]) => colour.every((value, at) => Math.abs(value - (pixel[at] ?? 0)) <= within))?.[0] ??
  pixel.join()
/** The colours of the quarters of a picture: above left and right, below left and right. */
const quartersOf = async (picture: Uint8Array, within = 6): Promise<string> => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return nearest([...data.subarray(from, from + 3)], within)
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join(' ')
}
const asTaken = 'red green blue yellow'

const quarters = codedIn(sampleFile('quarters.heic'))
const tiles = ['red', 'green', 'blue', 'yellow'].map(colour => codedIn(sampleFile(`tile-${colour}.heic`)))
const png = await sharp((await read(sampleFile('quarters.heic'))).view)
  .png()
  .toBuffer()
/** A TIFF with one entry: the camera was held upright, the picture lies on its side. */
const lying = Buffer.from('49492a0008000000' + '0100' + '12010300010000000600' + '0000' + '00000000', 'hex')

describe('a HEIC', () => {
  it('is decoded, with the time that its EXIF says, and nothing of it in what is shown', async () => {
    const { contentType, width, height, filmingAt, view, thumbnail } = await read(sampleFile('quarters.heic'))
    expect({ contentType, width, height, filmingAt }).toEqual({
      contentType: 'image/heic',
      width: 128,
      height: 96,
      filmingAt: new Date('2026-12-02T02:41:00Z'),
    })
    for (const shown of [view, thumbnail]) {
      expect(await quartersOf(shown, 12)).toBe(asTaken)
      const { exif, icc, xmp, orientation } = await sharp(shown).metadata()
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    }
    expect((await sharp(view).metadata()).format).toBe('jpeg')
  })

  it.each([
    ['of ten bits', sampleFile('quarters-10-bit.heic')],
    [
      'of many tiles, cut at its edge, as iPhones write it',
      heicFile({ pictures: tiles, grid: { rows: 2, columns: 2, width: 121, height: 99 } }),
    ],
    ['of several pictures shows the primary one', heicFile({ pictures: [...tiles, quarters], primary: 4 })],
  ])('%s', async (_, bytes) => {
    expect(await quartersOf((await read(bytes)).view)).toBe(asTaken)
  })

  it('in the wide colours of a phone is brought to those of every screen', async () => {
    expect(await quartersOf((await read(sampleFile('quarters-p3.heic'))).view)).toBe(asTaken)
  })

  it.each([
    ['a quarter turn', [turned(1)], 'green yellow red blue', 96],
    ['a half turn', [turned(2)], 'yellow blue green red', 128],
    ['three quarters', [turned(3)], 'blue red yellow green', 96],
    ['upside down in a mirror', [mirrored(0)], 'blue yellow red green', 128],
    ['in a mirror', [mirrored(1)], 'green red yellow blue', 128],
  ] as const)('is turned once, also where EXIF says it again: %s', async (_, changes, seen, wide) => {
    const photo = await read(heicFile({ pictures: [quarters], changes, exif: lying }))
    expect([await quartersOf(photo.view), photo.width]).toEqual([seen, wide])
  })

  it('that is torn, says another size, or has no picture is refused as such', async () => {
    const file = sampleFile('quarters.heic')
    for (const bytes of [300, 450, 800, file.length - 200].map(length => file.subarray(0, length)))
      expect(await refusal(bytes)).toBe(unreadable)
    expect(await refusal(heicFile({ pictures: [quarters], claimed: { width: 9_000, height: 9_000 } }))).toBe(unreadable)
    expect(await refusal(heicFile({ pictures: [quarters], claimed: { width: 30_000, height: 30_000 } }))).toBe(unreadable)
    expect(await refusal(heicFile({ pictures: tiles, grid: { rows: 200, columns: 200, width: 12_800, height: 12_800 } }))).toBe(unreadable)
    const scrambled = { ...quarters, bytes: Buffer.alloc(quarters.bytes.length, 0x5a) }
    expect(await refusal(heicFile({ pictures: [scrambled] }))).toBe(unreadable)
    expect((await read(file)).width).toBe(128)
  })
})

describe('other formats', () => {
  const oneColour = sharp({ create: { width: 128, height: 96, channels: 3, background: '#c82828' } })
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s: upright, with the time that it says', async format => {
    const turnedFile = await sharp(png)
      .withExif({
        IFD0: {},
        IFD2: { DateTimeOriginal: '2026:12:02 09:41:00', OffsetTimeOriginal: '+07:00' },
        IFD3: { GPSLatitudeRef: 'N' },
      })
      // An AVIF is turned by its own boxes.
      .withMetadata({ orientation: format === 'avif' ? 1 : 6 })
      .toFormat(format, { quality: 90 })
      .toBuffer()
    const photo = await read(turnedFile)
    expect(photo).toMatchObject({ contentType: `image/${format}`, filmingAt: new Date('2026-12-02T02:41:00Z') })
    expect([photo.width, await quartersOf(photo.view, 14)]).toEqual(format === 'avif' ? [128, asTaken] : [96, 'blue red yellow green'])
    expect((await sharp(photo.view).metadata()).exif).toBeUndefined()
  })

  it('an AVIF is turned once by its boxes', async () => {
    const coded = codedIn(await sharp(png).avif({ quality: 90 }).toBuffer())
    const photo = await read(heicFile({ pictures: [coded], changes: [turned(3)], exif: lying }))
    expect([photo.contentType, photo.width, await quartersOf(photo.view, 14)]).toEqual(['image/avif', 96, 'blue red yellow green'])
  })

  it('colours of print, of sixteen bits and of wide screens come out as they were', async () => {
    const cmyk = await sharp(png).withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    // No ink is as blue as that.
    expect(await quartersOf((await read(cmyk)).view, 70)).toBe(asTaken)
    const deep = await sharp(png).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expect(await quartersOf((await read(deep)).view)).toBe(asTaken)
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      const wide = await sharp(png).withIccProfile('p3').toFormat(format, { quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
      expect(await quartersOf((await read(wide)).view, 8)).toBe(asTaken)
    }
  })

  it('of an animation the first picture is taken', async () => {
    const second = sharp({ create: { width: 128, height: 96, channels: 3, background: '#000' } }).png()
    const film = await sharp([png, await second.toBuffer()], { join: { animated: true } })
      .webp({ quality: 90 })
      .toBuffer()
    expect((await sharp(film).metadata()).pages).toBe(2)
    const photo = await read(film)
    expect([photo.height, await quartersOf(photo.view, 14)]).toEqual([96, asTaken])
  })

  it('are told by what they contain, whatever they are called, and are no film', async () => {
    const names = 'はJPEG、PNG、HEIC、WebP、AVIFのいずれかを選択してください'
    expect(await refusal(await oneColour.clone().gif().toBuffer())).toBe(names)
    expect(await refusal(await oneColour.clone().tiff().toBuffer())).toBe(names)
    expect(await refusal(Buffer.from('0000001c66747970717420200000000071742020', 'hex'))).toBe(names)
    expect(await refusal(Buffer.alloc(0))).toBe(names)
    const torn = await oneColour.clone().webp().toBuffer()
    expect(await refusal(torn.subarray(0, torn.length / 2))).not.toBe('it was read')
  })

  it('of more pixels than any phone has are refused by what they say', async () => {
    const wide = await oneColour
      .clone()
      .withExif({ IFD0: { Copyright: 'x' } })
      .webp()
      .toBuffer()
    expect(wide.toString('latin1', 12, 16)).toBe('VP8X')
    wide.writeUIntLE(12_000 - 1, 24, 3)
    wide.writeUIntLE(12_000 - 1, 27, 3)
    expect(await refusal(wide)).toBe(unreadable)
  })
})
