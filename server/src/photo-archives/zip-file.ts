import type { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { StagedFile, Storage } from '../platform/files/storage.ts'

export interface Zip {
  /** Puts a file in as it is: pictures do not become smaller. Comes back when the storage has taken what came before. */
  add(name: string, bytes: Uint8Array, at: Date): Promise<void>
}

/**
 * Writes a zip straight into the staging place of the storage: one file of it at a time is in memory, past 4 GB it is a zip64. What `fill`
 * throws, or a full disk, ends it, and nothing is left of it.
 */
export const stageZip = async (storage: Storage, fileName: string, fill: (zip: Zip) => Promise<void>): Promise<StagedFile> => {
  const file = new ZipFile()
  // The package's own types call it a readable stream; it documents a PassThrough.
  const output = file.outputStream as PassThrough
  // One listener for all files: each of its own would stay to the end.
  const closed = new Promise<void>(done => output.once('close', done))
  const assertOpen = () => {
    if (output.destroyed) throw new Error('the zip was given up')
  }
  const add: Zip['add'] = async (name, bytes, at) => {
    assertOpen()
    const mtime = new MomentInJapan(at)
    file.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, { compress: false, mtime, mode: 0o100644 })
    // It hands its bytes on in turns of its own.
    await setImmediate()
    letGo(file)
    if (output.writableNeedDrain && !output.destroyed) await drained(output, closed)
    assertOpen()
  }
  const filling = fill({ add }).then(
    () => file.end(),
    (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  const staging = storage.stage(output, { fileName, contentType: 'application/zip' }).catch((error: unknown) => {
    // A storage that takes nothing does not touch the stream: whoever fills it would wait for ever.
    output.destroy()
    throw error
  })
  await Promise.allSettled([staging, filling])
  return staging
}

const drained = async (output: PassThrough, closed: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  output.once('drain', resolve)
  await Promise.race([promise, closed])
  output.off('drain', resolve)
}

/** The time of an MS-DOS entry has no zone, and the package takes it from the process's: here it is always Japan's. */
class MomentInJapan extends Date {
  readonly #shifted: Date
  constructor(moment: Date) {
    super(moment)
    this.#shifted = new Date(moment.getTime() + 9 * 3_600_000)
  }
  override getFullYear = () => this.#shifted.getUTCFullYear()
  override getMonth = () => this.#shifted.getUTCMonth()
  override getDate = () => this.#shifted.getUTCDate()
  override getHours = () => this.#shifted.getUTCHours()
  override getMinutes = () => this.#shifted.getUTCMinutes()
  override getSeconds = () => this.#shifted.getUTCSeconds()
}

/**
 * The package keeps every entry for the directory at the end, and with it what wrote its bytes: a zip of 12 GB would be in memory whole. Its
 * streams would not, but leave size and sum to the end of each file, where the unpackers of older systems do not look. What it calls its
 * entries is no part of its types; `zip-file.test.ts` says whether a new version still forgets.
 */
const letGo = (file: ZipFile): void => {
  const { entries } = file as unknown as { entries: { setFileDataPumpFunction: (pump: () => void) => void; state: number }[] }
  const last = entries.at(-1)
  if (last === undefined) return
  const { state } = last
  last.setFileDataPumpFunction(() => undefined)
  last.state = state
}
