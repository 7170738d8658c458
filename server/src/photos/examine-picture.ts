import exifr from 'exifr'
import sharp from 'sharp'
import { invalid } from '../platform/problem.ts'

/** 100 megapixels: more than any phone takes, less than a picture bomb needs. */
const mostPixels = 100_000_000
const unreadable = () => invalid({ file: ['を読み取れませんでした。もう一度撮影してください'] }, 'picture_unreadable')

export interface Examined {
  contentType: 'image/jpeg' | 'image/png'
  width: number
  height: number
  /** As the camera wrote it, in Japanese time when it names no zone; null when it wrote none (G-PHO-03). */
  filmingAt: Date | null
  /** 1600 px, upright, without any EXIF: what people see who are not staff (D-05). */
  view: Buffer
  /** 400 px, without any EXIF: what lists show (D-05). */
  thumbnail: Buffer
}

/** Reads a picture by its content: JPEG or PNG, whole, of a sane size; a torn file or a bomb is refused (G-PHO-01). */
export const examinePicture = async (path: string): Promise<Examined> => {
  const picture = sharp(path, { failOn: 'error', limitInputPixels: mostPixels })
  const metadata = await picture.metadata().catch(() => undefined)
  if (metadata?.format !== 'jpeg' && metadata?.format !== 'png')
    throw invalid({ file: ['はJPEGまたはPNGを選択してください'] }, 'not_a_picture')
  if (metadata.width * metadata.height > mostPixels) throw unreadable()
  const view = await picture
    .autoOrient()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw unreadable()
    })
  const thumbnail = await sharp(view).resize(400, 400, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 75 }).toBuffer()
  const upright = (metadata.orientation ?? 1) < 5
  return {
    contentType: metadata.format === 'jpeg' ? 'image/jpeg' : 'image/png',
    width: upright ? metadata.width : metadata.height,
    height: upright ? metadata.height : metadata.width,
    filmingAt: metadata.exif ? await filmingTime(metadata.exif) : null,
    view,
    thumbnail,
  }
}

/** EXIF keeps wall-clock time; `reviveValues` would read it in the server's zone. */
const filmingTime = async (block: Buffer): Promise<Date | null> => {
  const tags: { DateTimeOriginal?: string; OffsetTimeOriginal?: string } | undefined = await exifr
    .parse(block.subarray(block.indexOf('Exif') === 0 ? 6 : 0), { reviveValues: false, pick: ['DateTimeOriginal', 'OffsetTimeOriginal'] })
    .catch(() => undefined)
  const parts = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})/.exec(tags?.DateTimeOriginal ?? '')
  if (!parts) return null
  const offset = /^[+-]\d{2}:\d{2}$/.test(tags?.OffsetTimeOriginal ?? '') ? tags?.OffsetTimeOriginal : '+09:00'
  const at = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${offset}`)
  return Number.isNaN(at.getTime()) ? null : at
}
