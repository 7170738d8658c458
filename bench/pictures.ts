import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { decodeHeic } from '../server/src/file-reader/decode-heic.ts'
import { openFileReader, readPhoto } from '../server/src/file-reader/file-reader.ts'
import type { Platform } from '../server/src/platform/platform.ts'

/*
 * What is derived from photos: through the limited readers, from the staged file to view and thumbnail, beside the libraries alone on the
 * same machine, in turns. See README.md.
 */
const count = Number(process.argv[2] ?? 100)
const atOnce = 3
const turns = 4
const mostRatio = 1.2

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const staging = join(folder, 'staging')
mkdirSync(staging)
const fileReader = openFileReader(folder)
const platform = { fileReader } as Platform

/** Smooth shapes with a grain on them: no picture of a site, but about as many bytes. */
const paint = (width: number, height: number) => {
  const pixels = randomBytes(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 110 + 80 * Math.sin(x / 300) * Math.cos(y / 200) + (((x >> 6) + (y >> 6)) & 1 ? 30 : 0)
      const at = (y * width + x) * 3
      for (const channel of [0, 1, 2]) pixels[at + channel] = light + channel * 10 + ((pixels[at + channel] ?? 0) & 15)
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** As the reader derives them, in this process and without any of its limits. */
const deriveAlone = async (path: string) => {
  const metadata = await sharp(path, { limitInputPixels: false }).metadata()
  const view = await sharp(path, { failOn: 'error', unlimited: true })
    .autoOrient()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer()
  await sharp(view).resize(400, 400, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 75 }).toBuffer()
  return metadata.width
}

const everyOne = async (number: number, lanes: number, work: (lane: number) => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (next++ < number) await work(lane)
    }),
  )
  return (performance.now() - started) / 1000
}

const compare = async (name: string, number: number, lanes: number, alone: () => Promise<unknown>, path: string): Promise<number> => {
  const ours = (lane: number) => readPhoto(platform, { clientId: lane + 1 }, path)
  // Every process is started, every library loaded.
  await everyOne(atOnce, lanes, ours)
  await everyOne(atOnce, lanes, alone)
  const each = Math.ceil(number / turns)
  let [aloneSeconds, ourSeconds] = [0, 0]
  for (let turn = 0; turn < turns; turn++) {
    aloneSeconds += await everyOne(each, lanes, alone)
    ourSeconds += await everyOne(each, lanes, ours)
  }
  const milliseconds = (seconds: number) => ((seconds * 1000) / (each * turns)).toFixed(0)
  const ratio = ourSeconds / aloneSeconds
  console.log(
    `${name}: ${each * turns} files, reader ${ourSeconds.toFixed(1)} s (${milliseconds(ourSeconds)} ms each), alone ` +
      `${aloneSeconds.toFixed(1)} s (${milliseconds(aloneSeconds)} ms each), ${ratio.toFixed(2)} x`,
  )
  return ratio
}

try {
  sharp.cache(false)
  const jpeg = join(staging, 'photo.jpg')
  writeFileSync(jpeg, await paint(4032, 3024).jpeg({ quality: 88 }).toBuffer())
  console.log(`JPEG of 12 megapixels: ${(readFileSync(jpeg).length / 1024 / 1024).toFixed(1)} MB`)
  const ratio = await compare('JPEG', count, atOnce, () => deriveAlone(jpeg), jpeg)
  const heic = join(staging, 'photo.heic')
  try {
    execFileSync('heif-enc', ['-q', '50', jpeg, '-o', heic])
  } catch {
    console.log('HEIC: not measured, there is no heif-enc (package libheif-examples)')
  }
  if (readFileSync(heic, { flag: 'a+' }).length > 0) {
    console.log(`HEIC of 12 megapixels: ${(readFileSync(heic).length / 1024 / 1024).toFixed(1)} MB`)
    await compare('HEIC beside decoding alone, one after the other', Math.ceil(count / 5), 1, () => decodeHeic(heic), heic)
  }
  if (ratio > mostRatio) process.exitCode = 1
} finally {
  await fileReader.close()
  rmSync(folder, { recursive: true, force: true })
}
