import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** The files of a zip by their names, in their order: read by another hand than the one that wrote it, sums compared. */
export const unzip = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>()
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} is torn`)
    files.set(entry.fileName, content)
  }
  return files
}
