import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { logoBytes } from '@toguchi/domain/clients/labels'
import sharp from 'sharp'
import type { Platform } from '../platform/platform.ts'
import { invalid, Problem } from '../platform/problem.ts'
import type { StagedFile } from '../platform/storage.ts'

/** Where a logo is found by anybody, and where its bytes lie. */
export const logoPath = (uuid: string): string => `/api/logos/${uuid}`
export const logoKey = (logo_path: string): string => `logos/${logo_path.slice(logoPath('').length)}`

/** The columns of a company that has this logo. */
export interface KeptLogo {
  logo_path: string
  logo_content_type: string
}

/** Pixels at most: twice what the header shows, on a dense screen. */
const widest = 800
const tallest = 240
const mostPixels = 50_000_000
const unusable = () => invalid({ logo: ['はPNGまたはJPEGの画像を選択してください'] }, 'not_a_picture')

/**
 * Keeps a logo, drawn anew at the size of a header: PNG or JPEG by its content, without anything else that the file carried. No SVG:
 * it is a program, and the logo is open to the world.
 */
const keepLogo = async (platform: Platform, logo: StagedFile): Promise<KeptLogo> => {
  if (logo.byteSize > logoBytes)
    throw new Problem(413, 'file_too_large', `ファイルサイズは${logoBytes / 1024 / 1024}MB以下にしてください。`)
  const picture = sharp(logo.path, { failOn: 'error', limitInputPixels: mostPixels })
  const { format } = await picture.metadata().catch(() => ({ format: undefined }))
  if (format !== 'png' && format !== 'jpeg') throw unusable()
  const bytes = await picture
    .autoOrient()
    .resize(widest, tallest, { fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .toBuffer()
    .catch(() => {
      throw unusable()
    })
  const logo_path = logoPath(randomUUID())
  const contentType = `image/${format}`
  await platform.storage.keep(await platform.storage.stage(Readable.from([bytes]), { fileName: 'logo', contentType }), logoKey(logo_path))
  return { logo_path, logo_content_type: contentType }
}

/**
 * Draws and keeps the logo, when there is one, before anything is held: a large picture takes a second, in which the rest of the
 * company goes on. What `save` refuses leaves no bytes behind.
 */
export const withLogo = async <T>(
  platform: Platform,
  logo: StagedFile | undefined,
  save: (kept: KeptLogo | undefined) => Promise<T>,
): Promise<T> => {
  if (!logo) return save(undefined)
  const kept = await keepLogo(platform, logo)
  try {
    return await save(kept)
  } catch (error) {
    await dropLogo(platform, kept.logo_path)
    throw error
  }
}

/** Removes a logo's bytes; its path is never used again, so it may be asked for twice. */
export const dropLogo = (platform: Platform, logo_path: string): Promise<void> => platform.storage.remove(logoKey(logo_path))
