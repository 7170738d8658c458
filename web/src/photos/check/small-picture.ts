/** Pixels of its longer side: sharp at twice the size at which it stands in a row. */
const side = 160

/** A photo small, as an address of its own; null where this browser cannot show it. A row of large ones would not fit into a phone's memory. */
export const smallPictureOf = async (file: File): Promise<string | null> => {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: side, resizeQuality: 'medium' })
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    return null
  }
}
