import { open as openFile } from 'node:fs/promises'
import type { PictureType } from '@toguchi/domain/photos/picture-formats'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Problem } from '../platform/http/problem.ts'
import { filmingTime } from './filming-time.ts'
import { withProfile } from './png-profile.ts'
import type { AskedSmaller, ReadPhoto, Readings } from './readings.ts'
import { logoUnreadable, notAPicture, photoUnreadable, signatureUnreadable } from './refusals.ts'

// What one file leaves behind is no help for the next, which is another's.
sharp.cache(false)
// A picture in another format is refused by what it is, so nothing of such readers (of drawings, of films) need ever run.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] })

/** The library's own guard of memory, which refuses large progressive photos of good cameras, is left to the limit of the process. */
const ours = { failOn: 'error', unlimited: true } as const

/** 100 megapixels: more than any phone takes, less than a picture bomb needs. */
const mostPixels = 100_000_000

const metadataOf = async (path: string, unreadable: () => Problem): Promise<Metadata | undefined> => {
  // With the limit, what is too large would not even say what it is.
  const metadata = await sharp(path, { ...ours, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (metadata && metadata.width * metadata.height > mostPixels) throw unreadable()
  return metadata
}

/** A document, logo or signature: JPEG or PNG. */
const open = async (path: string, notOne: () => Problem, unreadable: () => Problem) => {
  const metadata = await metadataOf(path, unreadable)
  if (metadata?.format !== 'jpeg' && metadata?.format !== 'png') throw notOne()
  return { picture: sharp(path, { ...ours, limitInputPixels: mostPixels }), format: metadata.format }
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
  const metadata = await metadataOf(path, photoUnreadable)
  const contentType = metadata && typeOf(metadata)
  if (!contentType) throw !metadata && (await beginsAsPicture(path)) ? photoUnreadable() : notAPicture()
  const { picture, width, height } = contentType === 'image/heic' ? await openHeic(path, metadata) : openPhoto(path, metadata)
  const view = await drawView(picture, mostOfView, photoUnreadable)
  const thumbnail = await sharp(view).resize(400, 400, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 75 }).toBuffer()
  return { contentType, width, height, filmingAt: metadata.exif ? filmingTime(metadata.exif) : null, view, thumbnail }
}

const mostOfView = 1600

export const drawSmaller = ({ bytes, width, height, padded = false }: AskedSmaller): Promise<Uint8Array> =>
  sharp(bytes, ours)
    .resize(width, height, padded ? { fit: 'contain', background: '#fff' } : { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => {
      throw photoUnreadable()
    })

/** By its content. Of a HEIF the codec says whose it is: AV1 is an AVIF, which our own libraries read, HEVC what phones write. */
const typeOf = ({ format, compression }: Metadata): PictureType | undefined => {
  if (format === 'jpeg' || format === 'png' || format === 'webp') return `image/${format}`
  if (format !== 'heif') return undefined
  return compression === 'av1' ? 'image/avif' : compression === 'hevc' ? 'image/heic' : undefined
}

/** What is torn does not even say what it is; its first bytes do. */
const beginsAsPicture = async (path: string): Promise<boolean> => {
  const file = await openFile(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
    return /^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP|.{4}ftyp(hei[cxms]|hev[cx]|avi[fs]|mif1|msf1))/s.test(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}

interface OpenedPhoto {
  picture: Sharp
  /** Upright. */
  width: number
  height: number
}

/** Of an animation the first picture. */
const openPhoto = (path: string, { autoOrient }: Metadata): OpenedPhoto => ({
  ...autoOrient,
  picture: sharp(path, { ...ours, limitInputPixels: mostPixels }),
})

/** At the size of a view: what makes its colours ours has a twentieth of the pixels left. */
const openHeic = async (path: string, { icc }: Metadata): Promise<OpenedPhoto> => {
  const { decodeHeic } = await import('./decode-heic.ts')
  const { bytes, width, height } = await decodeHeic(path).catch(() => {
    throw photoUnreadable()
  })
  const small = sharp(bytes, { raw: { width, height, channels: 3 }, limitInputPixels: mostPixels }).resize(mostOfView, mostOfView, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  return { width, height, picture: icc ? sharp(withProfile(await small.png({ compressionLevel: 0 }).toBuffer(), icc)) : small }
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
