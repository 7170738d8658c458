import sharp, { type Sharp } from 'sharp'
import type { Problem } from '../platform/http/problem.ts'
import { filmingTime } from './filming-time.ts'
import type { ReadPhoto, Readings } from './readings.ts'
import { logoUnreadable, notAPicture, photoUnreadable, signatureUnreadable } from './refusals.ts'

// What one file leaves behind is no help for the next, which is another's.
sharp.cache(false)
// A photo in another format is refused by what it is, so nothing of such readers (of drawings, of films) need ever run.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })

/** The library's own guard of memory, which refuses large progressive photos of good cameras, is left to the limit of the process. */
const ours = { failOn: 'error', unlimited: true } as const

/** 100 megapixels: more than any phone takes, less than a picture bomb needs. */
const mostPixels = 100_000_000

const open = async (path: string, notOne: () => Problem, unreadable: () => Problem) => {
  // With the limit, what is too large would not even say what it is.
  const metadata = await sharp(path, { ...ours, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (metadata?.format !== 'jpeg' && metadata?.format !== 'png') throw notOne()
  if (metadata.width * metadata.height > mostPixels) throw unreadable()
  return { picture: sharp(path, { ...ours, limitInputPixels: mostPixels }), metadata, format: metadata.format }
}

/** A JPEG of a picture, upright, at most so many pixels wide and high. Nothing but the pixels comes along. */
const drawView = (picture: Sharp, most: number, unreadable: () => Problem): Promise<Buffer> =>
  picture
    .autoOrient()
    .resize(most, most, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw unreadable()
    })

export const readPhoto = async (path: string): Promise<ReadPhoto> => {
  const { picture, metadata, format } = await open(path, notAPicture, photoUnreadable)
  const view = await drawView(picture, 1600, photoUnreadable)
  const thumbnail = await sharp(view).resize(400, 400, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 75 }).toBuffer()
  const upright = (metadata.orientation ?? 1) < 5
  return {
    contentType: `image/${format}`,
    width: upright ? metadata.width : metadata.height,
    height: upright ? metadata.height : metadata.width,
    filmingAt: metadata.exif ? filmingTime(metadata.exif) : null,
    view,
    thumbnail,
  }
}

/** A sheet of A3 at 300 dots an inch can still be read. */
const mostOfDocument = 5_000

/** The JPEG by which a document that is a picture is shown to whoever is not staff. */
export const drawDocument = async (path: string, unreadable: () => Problem): Promise<Buffer> => {
  const { picture } = await open(path, unreadable, unreadable)
  return drawView(picture, mostOfDocument, unreadable)
}

/** Pixels at most: twice what the header shows, on a dense screen. */
const logo = { wide: 800, tall: 240 }

export const drawLogo = async (path: string): Promise<Readings['logo']['answer']> => {
  const { picture, format } = await open(path, logoUnreadable, logoUnreadable)
  const bytes = await picture
    .autoOrient()
    .resize(logo.wide, logo.tall, { fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .toBuffer()
    .catch(() => {
      throw logoUnreadable()
    })
  return { format, bytes }
}

const mostOfSignature = 4_000_000

export const checkSignature = async (bytes: Uint8Array): Promise<null> => {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: mostOfSignature })
  const isPng = await picture
    .metadata()
    .then(async ({ format }) => format === 'png' && (await picture.stats()) !== undefined)
    .catch(() => false)
  if (!isPng) throw signatureUnreadable()
  return null
}
