import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Duplex, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { digestOf } from '../../platform/files/joined-stream.ts'

/** What was written, as it lies on the disk: SHA-256 in hexadecimal, and its bytes. */
export interface Written {
  sha256: string
  bytes: number
}

/** Writes a stream into a new file, hashing what reaches the disk, and makes it durable. `between` changes it on its way (compression). */
export const writeHashed = async (stream: Readable, place: string, between?: Duplex): Promise<Written> => {
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const file = createWriteStream(place, { mode: 0o600, flags: 'wx', flush: true })
  await (between ? pipeline(stream, between, hashing, file) : pipeline(stream, hashing, file))
  return { sha256: hash.digest('hex'), bytes }
}

/** Writes a new file whole and makes it durable. */
export const writeDurably = async (place: string, content: Buffer | string): Promise<Written> => {
  const handle = await open(place, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { sha256: createHash('sha256').update(content).digest('hex'), bytes: Buffer.byteLength(content) }
}

export const hashOf = async (place: string): Promise<string> => (await digestOf(createReadStream(place))).toString('hex')
