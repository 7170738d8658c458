import { randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { openStorage } from '../server/src/platform/files/open-storage.ts'
import { openClient } from '../server/src/platform/files/s3-client.ts'
import { startRadosgw } from '../server/test/radosgw.ts'

/*
 * node bench/s3.ts [rounds]: a photo of 5 MB to a bucket of radosgw on this machine and back, by the application's storage and by the SDK
 * alone, in turns. See bench/README.md.
 */
const rounds = Number(process.argv[2] ?? 41)
const atMost = 1.3

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-s3-'))
const radosgw = await startRadosgw()
const { bucket: Bucket } = radosgw.s3
const client = openClient(radosgw.s3)
const storage = await openStorage({ storageDir: join(folder, 'storage'), storage: 's3', s3: radosgw.s3 })
const photo = join(folder, 'photo.jpg')
const bytes = randomBytes(5 * 1024 * 1024)
writeFileSync(photo, bytes)

const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const from = performance.now()
  const result = await work()
  return [performance.now() - from, result]
}

const ways = {
  sdk: {
    upload: async (Key: string) =>
      void (await client.send(new PutObjectCommand({ Bucket, Key, Body: createReadStream(photo), ContentLength: bytes.length }))),
    read: async (Key: string) => buffer((await client.send(new GetObjectCommand({ Bucket, Key }))).Body as Readable),
  },
  application: {
    upload: async (key: string) => storage.keep(await arrived, key),
    read: (key: string) => buffer(storage.read(key)),
  },
}

/** A photo that has arrived on the disk, hashed, as it does wherever it is kept: what the phone sends takes longer than that. */
const arrive = () => storage.stage(createReadStream(photo), { fileName: 'photo.jpg', contentType: 'image/jpeg' })
let arrived = arrive()

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const times = { sdk: { upload: [], read: [], both: [] }, application: { upload: [], read: [], both: [] } } as Record<
  keyof typeof ways,
  Record<'upload' | 'read' | 'both', number[]>
>

const turn = async (name: keyof typeof ways, round: number): Promise<void> => {
  const key = `1/${name}-${round}`
  if (name === 'application') arrived = arrive()
  await arrived
  const [upload] = await timed(() => ways[name].upload(key))
  const [read, back] = await timed(() => ways[name].read(key))
  if (!back.equals(bytes)) throw new Error(`${key} came back otherwise`)
  // The first rounds load the code and open the connections.
  if (round < 0) return
  times[name].upload.push(upload)
  times[name].read.push(read)
  times[name].both.push(upload + read)
}

try {
  for (let round = -2; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? (['sdk', 'application'] as const) : (['application', 'sdk'] as const)) await turn(name, round)
  for (const step of ['upload', 'read', 'both'] as const) {
    const [application, sdk] = [median(times.application[step]), median(times.sdk[step])]
    console.log(
      `${step}: application ${application.toFixed(0)} ms, SDK alone ${sdk.toFixed(0)} ms, ${(application / sdk).toFixed(2)} times`,
    )
  }
  const ratio = median(times.application.both) / median(times.sdk.both)
  if (ratio > atMost) {
    console.error(`more than ${atMost} times the SDK alone`)
    process.exitCode = 1
  }
} finally {
  await radosgw.stop()
  rmSync(folder, { recursive: true, force: true })
}
