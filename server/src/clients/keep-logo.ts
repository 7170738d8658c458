import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { logoBytes } from '@toguchi/domain/clients/labels'
import sharp from 'sharp'
import type { Platform } from '../platform/platform.ts'
import { invalid, Problem } from '../platform/problem.ts'
import type { StagedFile } from '../platform/storage.ts'

/** Where a logo is found by anybody, and where its bytes lie. */
export const logoPath = (uuid: string): string => `/api/logos/${uuid}`
export const logoKey = (uuid: string): string => `logos/${uuid}`

/** Pixels at most: twice what the header shows, on a dense screen. */
const widest = 800
const tallest = 240
const mostPixels = 50_000_000
const unusable = () => invalid({ logo: ['はPNGまたはJPEGの画像を選択してください'] }, 'not_a_picture')

/**
 * Keeps a logo, drawn anew at the size of a header: PNG or JPEG by its content, without anything else that the file carried. No SVG:
 * it is a program, and the logo is open to the world.
 */
export const keepLogo = async (platform: Platform, logo: StagedFile): Promise<{ logo_path: string; logo_content_type: string }> => {
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
  const uuid = randomUUID()
  const contentType = `image/${format}`
  await platform.storage.keep(await platform.storage.stage(Readable.from([bytes]), { fileName: 'logo', contentType }), logoKey(uuid))
  return { logo_path: logoPath(uuid), logo_content_type: contentType }
}
