import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClientId } from '@toguchi/domain/access/actor'
import { logoBytes } from '@toguchi/domain/clients/labels'
import { drawLogo } from '../file-reader/file-reader.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/http/problem.ts'
import { mayRemoveBytes, triedAgainAfter } from '../platform/files/hold-removals.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { listUnknownLogos } from './queries.ts'

/** Where a logo is found by anybody, and where its bytes lie. */
export const logoPath = (uuid: string): string => `/api/logos/${uuid}`
export const logoFolder = 'logos'
export const logoKey = (logo_path: string): string => `${logoFolder}/${logo_path.slice(logoPath('').length)}`

/** The columns of a company that has this logo. */
export interface KeptLogo {
  logo_path: string
  logo_content_type: 'image/png' | 'image/jpeg'
}

/**
 * Keeps a logo, drawn anew at the size of a header: PNG or JPEG by its content, without anything else that the file carried. No SVG:
 * it is a program, and the logo is open to the world.
 */
const keepLogo = async (platform: Platform, clientId: ClientId | null, logo: StagedFile): Promise<KeptLogo> => {
  if (logo.byteSize > logoBytes)
    throw new Problem(413, 'file_too_large', `ファイルサイズは${logoBytes / 1024 / 1024}MB以下にしてください。`)
  const { format, bytes } = await drawLogo(platform, { clientId }, logo.path)
  const logo_path = logoPath(randomUUID())
  const contentType = `image/${format}` as const
  await platform.storage.keep(
    await platform.storage.stage(Readable.from([Buffer.from(bytes)]), { fileName: 'logo', contentType }),
    logoKey(logo_path),
  )
  return { logo_path, logo_content_type: contentType }
}

/**
 * Draws and keeps the logo, when there is one, before anything is held: a large picture takes a second, in which the rest of the
 * company goes on. `clientId` is whose upload it is, null for the platform's own. What `save` refuses leaves no bytes behind.
 */
export const withLogo = async <T>(
  platform: Platform,
  clientId: ClientId | null,
  logo: StagedFile | undefined,
  save: (kept: KeptLogo | undefined) => Promise<T>,
): Promise<T> => {
  if (!logo) return save(undefined)
  const kept = await keepLogo(platform, clientId, logo)
  try {
    return await save(kept)
  } catch (error) {
    // No row ever named it.
    await platform.storage.remove(logoKey(kept.logo_path))
    throw error
  }
}

/** Which of these keys, all of them of `logoFolder`, are no company's logo. */
export const listUnknownLogoKeys = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await listUnknownLogos(
      db,
      keys.map(key => logoPath(key.slice(logoFolder.length + 1))),
    )
  ).map(logoKey)

/** Removes a logo's bytes; its path is never used again, so it may be asked for twice. While a backup is made, the queue comes again. */
export const dropLogo = async (platform: Platform, logo_path: string): Promise<void> => {
  if (await platform.pool.read(null, mayRemoveBytes)) return platform.storage.remove(logoKey(logo_path))
  await platform.pool.write(null, db => platform.jobs.enqueue(db, 'logos', { logo_path }, { startAfterSeconds: triedAgainAfter }))
}
