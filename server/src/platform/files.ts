import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db } from './database.ts'
import type { Platform } from './platform.ts'
import type { StagedFile } from './storage.ts'

const minutes = 60_000
/** Links to files live ten minutes (G-API-11). */
const lifetime = 10 * minutes

/** Keeps a staged file for the client of the transaction; returns the id of its row in `files`. */
export const keepFile = async (platform: Platform, db: Db, clientId: number, staged: StagedFile): Promise<number> => {
  const storage_key = `${clientId}/${randomUUID()}`
  await platform.storage.keep(staged, storage_key)
  const row = await db
    .insertInto('files')
    .values({
      client_id: clientId,
      storage_key,
      sha256: staged.sha256,
      byte_size: staged.byteSize,
      content_type: staged.contentType,
      file_name: staged.fileName,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Keeps bytes that the server made itself (a thumbnail, a PDF, a signature). */
export const keepBytes = async (
  platform: Platform,
  db: Db,
  clientId: number,
  file: { bytes: Uint8Array; fileName: string; contentType: string },
): Promise<number> => {
  const staged = await platform.storage.stage(Readable.from([Buffer.from(file.bytes)]), file)
  return keepFile(platform, db, clientId, staged)
}

const sign = (platform: Platform, text: string) => createHmac('sha256', platform.settings.secretKey).update(`file:${text}`).digest()

/** A link to a stored file that works for ten minutes without headers, because img and a cannot send them (G-API-11). */
export const fileUrl = (platform: Platform, clientId: number, fileId: number): string => {
  const expires = Math.ceil((platform.now().getTime() + lifetime) / minutes) * minutes
  const text = `${clientId}.${fileId}.${expires}`
  return `/api/files/${text}.${sign(platform, text).toString('base64url')}`
}

/** The client and file of a signed link, or null when it was tampered with or has run out. */
export const readSignedFile = (platform: Platform, signed: string): { clientId: number; fileId: number } | null => {
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(signed)
  if (!parts) return null
  const [, clientId, fileId, expires, signature] = parts as unknown as [string, string, string, string, string]
  const good = timingSafeEqual(sign(platform, `${clientId}.${fileId}.${expires}`), Buffer.from(signature, 'base64url'))
  if (!good || Number(expires) < platform.now().getTime()) return null
  return { clientId: Number(clientId), fileId: Number(fileId) }
}

export const findFile = (db: Db, clientId: number, fileId: number) =>
  db
    .selectFrom('files')
    .where('client_id', '=', clientId)
    .where('id', '=', fileId)
    .select(['storage_key', 'content_type', 'file_name', 'byte_size', 'sha256'])
    .executeTakeFirst()

/** Takes files out of the client's keeping; returns the keys of their bytes, to be removed once the transaction holds. */
export const forgetFiles = async (db: Db, clientId: number, fileIds: readonly number[]): Promise<string[]> =>
  fileIds.length === 0
    ? []
    : (await db.deleteFrom('files').where('client_id', '=', clientId).where('id', 'in', fileIds).returning('storage_key').execute()).map(
        ({ storage_key }) => storage_key,
      )
