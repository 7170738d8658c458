import type { Readable } from 'node:stream'
import { Problem } from '../http/problem.ts'

/** A file that has arrived whole but belongs to nobody yet. */
export interface StagedFile {
  /** Where its bytes lie until it is kept or thrown away. */
  path: string
  fileName: string
  contentType: string
  byteSize: number
  sha256: Buffer
}

/** Names after one and before another, as their characters are ordered. */
export interface NameRange {
  after: string
  before: string
}

/** The port to the bytes of files. Keys are opaque; what is kept is never changed (D-05). */
export interface Storage {
  /** Streams to a staging place, hashing on the way. `tooLarge` tells whether the stream was cut off at its limit. */
  stage(stream: Readable, file: { fileName: string; contentType: string; tooLarge?: () => boolean }): Promise<StagedFile>
  /** The same of a file that we wrote into a lent folder: made durable and moved, not copied. Whoever wrote it knows its hash. */
  stageFile(place: string, file: Omit<StagedFile, 'path'>): Promise<StagedFile>
  /** Moves a staged file under its key and makes it durable before it returns. */
  keep(staged: StagedFile, storageKey: string): Promise<void>
  discard(staged: StagedFile): Promise<void>
  /** Streams kept bytes; the stream fails with `ENOENT` where there are none, and never ends before the last of them. */
  read(storageKey: string): Readable
  /** Removes kept bytes that nothing points to any more; none under the key is no error. */
  remove(storageKey: string): Promise<void>
  /**
   * Keys of all bytes that are kept in a folder, page by page, as the keys of a client's files begin with its id; with `names` of those alone
   * whose name after the folder lies in between.
   */
  keysIn(folder: string, names?: NameRange): AsyncIterable<string[]>
  /** When the bytes under a key were kept, in milliseconds; null: there are none. */
  keptAt(storageKey: string): Promise<number | null>
  /** Bytes that can still be taken; null where the storage cannot tell. */
  freeBytes(): Promise<number | null>
  /** Whether files can be kept and read at this moment, without keeping one. Throws why not. */
  check(): Promise<void>
  /** Lends a private folder beside what is staged, for as long as the work takes; nothing that people wrote lies elsewhere. */
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes what was staged or half sent more than a day ago and is nobody's: its process has ended. Returns how many. */
  sweepStaging(): Promise<number>
}

/** There is no room (`isDiskFull`). */
export const storageFull = () =>
  new Problem(
    507,
    'storage_full',
    'サーバーの保存容量が不足しているため保存できませんでした。システム管理者にご連絡ください。',
    {},
    {},
    300,
  )

/** The place where files are kept does not answer: nothing was kept, and whoever asks again later may be lucky. */
export const storageAway = () =>
  new Problem(503, 'storage_away', 'ただいま写真と書類の保存先に接続できません。しばらく経ってから再度お試しください。', {}, {}, 10)

/** No bytes under a key, in the words of a disk. */
export class NoSuchBytes extends Error {
  readonly code = 'ENOENT'
  constructor(storageKey: string) {
    super(`ENOENT: nothing is kept under ${storageKey}`)
  }
}

export class FileTooLarge extends Error {}
