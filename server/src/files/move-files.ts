import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientId } from '@toguchi/domain/access/actor'
import { listUnknownLogoKeys, logoFolder } from '../clients/clients.ts'
import { partsOf } from '../platform/database/rows.ts'
import type { Pool } from '../platform/database/pool.ts'
import { listUnknownKeys } from '../platform/files/files.ts'
import { digestOf } from '../platform/files/joined-stream.ts'
import type { Place } from '../platform/files/place.ts'
import type { Storage } from '../platform/files/storage.ts'
import { codeOf } from '../platform/http/error-code.ts'
import { Problem } from '../platform/http/problem.ts'
import { listClientIdsAmong, listFilesOfKeys } from './moved-queries.ts'

export interface Move {
  pool: Pool
  from: Place
  to: Place
  /** Where a file lies in between. */
  staging: Pick<Storage, 'stage' | 'discard'>
  /** Told after every page of keys. */
  onProgress: (moved: Moved) => void
  /** Milliseconds before a place that is away is asked again, and how often. */
  patience?: { pause: number; attempts: number }
}

export interface Moved {
  files: number
  bytes: number
  /** Keys whose bytes are not what their row says: they stay where they are, for a person to look at. */
  torn: string[]
  /** Keys without a row: they stay, and are swept after a day. */
  unknown: number
}

const sideBySide = 8

/**
 * Moves every kept file from one place to the other while the application runs on both (`inTwoPlaces`): copied, compared with the SHA-256
 * of its row where it has arrived, then removed where it was. Broken off it goes on with what is left (decision 096).
 */
export const moveFiles = async (move: Move): Promise<Moved> => {
  const moved: Moved = { files: 0, bytes: 0, torn: [], unknown: 0 }
  const { pool, from } = move
  const folders = await from.folders()
  const numbers = folders.filter(name => /^\d{1,15}$/.test(name)).map(Number)
  for (const clientId of await pool.read(null, db => listClientIdsAmong(db, numbers)))
    await moveFolder(move, ofClient(pool, clientId), moved)
  if (folders.includes(logoFolder)) await moveFolder(move, logosOf(pool), moved)
  return moved
}

/** The first part of keys, and what the database knows of them. */
interface Folder {
  name: string
  /** The SHA-256 of each that is known; null where no row says it. */
  known(keys: readonly string[]): Promise<Map<string, Buffer | null>>
  isUnknown(key: string): Promise<boolean>
}

const ofClient = (pool: Pool, clientId: ClientId): Folder => ({
  name: String(clientId),
  known: async keys =>
    new Map((await pool.read(clientId, db => listFilesOfKeys(db, clientId, keys))).map(row => [row.storage_key, row.sha256])),
  isUnknown: async key => (await pool.read(clientId, db => listUnknownKeys(db, clientId, [key]))).length > 0,
})

/** Of a logo the company knows the name alone. */
const logosOf = (pool: Pool): Folder => {
  const unknown = (keys: readonly string[]) => pool.read(null, db => listUnknownLogoKeys(db, keys))
  return {
    name: logoFolder,
    known: async keys => {
      const strangers = new Set(await unknown(keys))
      return new Map(keys.filter(key => !strangers.has(key)).map(key => [key, null]))
    },
    isUnknown: async key => (await unknown([key])).length > 0,
  }
}

const moveFolder = async (move: Move, folder: Folder, moved: Moved): Promise<void> => {
  for await (const keys of move.from.keysIn(folder.name)) {
    const known = await folder.known(keys)
    moved.unknown += keys.length - known.size
    for (const part of partsOf([...known], sideBySide))
      await allDone(part.map(([key, sha256]) => whileAway(move, () => moveOne(move, folder, key, sha256, moved))))
    move.onProgress(moved)
  }
}

/** Waits for all before it throws what failed: nothing goes on behind an error. */
const allDone = async (works: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(works)
  await Promise.all(works)
}

const moveOne = async ({ from, to, staging }: Move, folder: Folder, key: string, sha256: Buffer | null, moved: Moved): Promise<void> => {
  const staged = await staging.stage(from.read(key), { fileName: 'moved', contentType: '' }).catch(unlessGone)
  if (staged === null) return
  try {
    if (sha256 !== null && !staged.sha256.equals(sha256)) {
      moved.torn.push(key)
      return
    }
    await to.keep(staged, key)
    if (!(await digestOf(to.read(key))).equals(staged.sha256)) throw new Error(`${key} has arrived otherwise than it was`)
    // Whoever forgets a file removes it in both places: one that was forgotten meanwhile must not come back by us.
    if (await folder.isUnknown(key)) await to.remove(key)
    await from.remove(key)
    moved.files += 1
    moved.bytes += staged.byteSize
  } finally {
    await staging.discard(staged)
  }
}

/** A file that was forgotten since its key was read. */
const unlessGone = (error: unknown): null => {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** A bucket may be away for a while: nobody has to sit beside this. */
const whileAway = async (
  { patience: { pause, attempts } = { pause: 5_000, attempts: 60 } }: Move,
  work: () => Promise<void>,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503 || attempt >= attempts) throw error
      await sleep(pause)
    }
}
