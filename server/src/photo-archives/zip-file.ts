import { once } from 'node:events'
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
  const add: Zip['add'] = async (name, bytes, at) => {
    file.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, { compress: false, mtime: at, mode: 0o100644 })
    // It hands its bytes on in turns of its own.
    await setImmediate()
    letGo(file)
    if (output.writableNeedDrain && !output.destroyed) await Promise.race([once(output, 'drain'), once(output, 'close')])
    if (output.destroyed) throw new Error('the zip was given up')
  }
  const filling = fill({ add }).then(
    () => file.end(),
    (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  const [staged] = await Promise.all([storage.stage(output, { fileName, contentType: 'application/zip' }), filling])
  return staged
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
