import type { Printer } from '../printing/printing.ts'
import { writeDelivery } from './deliver.ts'
import { jobKindOf, writeBoarded, writeOriginals } from './write-archive.ts'

/** Front door of the photo archives: what the queue makes of them, and what it takes away. */
export { forgetArchives } from './forget-archives.ts'
/** For zips of other things. */
export { readKept } from './read-kept.ts'
export { stageZip, type Zip } from './zip-file.ts'

/** Zips by the kind of their job. */
export const photoArchivePapers: Readonly<Record<string, { print: Printer; noun: string }>> = {
  [jobKindOf('originals')]: { print: writeOriginals, noun: '写真の原本' },
  [jobKindOf('boarded')]: { print: writeBoarded, noun: '黒板入りの写真' },
  [jobKindOf('delivery')]: { print: writeDelivery, noun: '電子納品の写真' },
}
