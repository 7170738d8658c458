import { type GreyPicture, greyOf, greySide, greySizeOf } from '@toguchi/domain/photos/picture-quality'

/** A photo small and in grey; null where this browser cannot show it (a HEIC, mostly), or is short of memory: then nothing is said of it. */
export const greyPictureOf = async (file: File): Promise<GreyPicture | null> => {
  try {
    // The browser shrinks while it decodes, aside from the page.
    const bitmap = await createImageBitmap(file, { resizeWidth: greySide, resizeQuality: 'medium' })
    const { width, height } = greySizeOf(bitmap.width, bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    const pixels = context?.getImageData(0, 0, width, height).data
    return pixels === undefined ? null : greyOf(pixels, width, height)
  } catch {
    return null
  }
}
