import type { ClientActor, ClientId } from '@toguchi/domain/access/actor'
import { type Asker, checkSignature } from '../file-reader/file-reader.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { keepBytes } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { type RepeatedRequest, wasAnswered } from '../platform/http/answered-requests.ts'
import { answeredBefore, type RawAnswer } from '../platform/http/mount.ts'
import { invalid } from '../platform/http/problem.ts'

const mostBytes = 300 * 1024

/** The bytes of a signature drawn on the phone: a PNG by its content, not by its name (G-ROOM-19). */
export const readSignature = async (platform: Platform, asker: Asker, dataUrl: string): Promise<Uint8Array> => {
  const encoded = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1]
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (bytes.length === 0 || bytes.length > mostBytes) throw invalid({ digital_sign: ['の画像を読み取れません'] }, 'sign_unreadable')
  await checkSignature(platform, asker, bytes)
  return bytes
}

/** Keeps a signature that was read. Returns its file. */
export const keepReadSignature = (platform: Platform, db: Db, clientId: ClientId, bytes: Uint8Array): Promise<number> =>
  keepBytes(platform, db, clientId, { bytes, fileName: 'サイン.png', contentType: 'image/png' })

/**
 * Reads what was signed, if anything was, once `assertAccessible` has found that the caller may come here; nothing of the database is held meanwhile
 * (docs/decisions/023-file-reader.md). Then does in one transaction what it was signed for.
 */
export const withSignature = async <T>(
  platform: Platform,
  actor: ClientActor,
  dataUrl: string | null | undefined,
  assertAccessible: (db: Db) => Promise<unknown>,
  work: (db: Db, signature: Uint8Array | null) => Promise<T>,
  /** Counts once, however often it arrives (decision 076). */
  repeated: RepeatedRequest | null = null,
): Promise<T | RawAnswer> => {
  const clientId = clientNumberOf(actor)
  await platform.pool.read(clientId, assertAccessible)
  const signature = dataUrl ? await readSignature(platform, actor, dataUrl) : null
  return platform.pool.write(clientId, async db =>
    repeated !== null && (await wasAnswered(db, actor, repeated, platform.now())) ? answeredBefore : work(db, signature),
  )
}
