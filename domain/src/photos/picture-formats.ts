/** What a photo may be, by what it contains: as cameras, phones and chat programs hand them on (D-05). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/heic', 'image/webp', 'image/avif'] as const
export type PictureType = (typeof pictureTypes)[number]

export const pictureLabels: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/heic': 'HEIC',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
}

/** What a type is called; a type of which nothing is known is called by itself. */
export const pictureLabelOf = (contentType: string): string => {
  const type = pictureTypes.find(each => each === contentType)
  return type === undefined ? contentType : pictureLabels[type]
}

/** JPEG、PNG、HEIC、WebP、AVIF: what every refusal names. */
export const pictureNames: string = pictureTypes.map(type => pictureLabels[type]).join('、')

/** Browsers know no type of a HEIC on a desk; what it is called must do there. */
const endings = ['.jpg', '.jpeg', '.png', '.heic', '.heif', '.hif', '.webp', '.avif']

/** Of a file input. iPhones hand on their HEIC as it is where it is named, and a JPEG of it where it is not. */
export const pictureAccept: string = [...pictureTypes, 'image/heif', ...endings].join(',')

/** Whether a chosen file may be a photo, by what the browser says of it; what it really is the server finds out. */
export const mayBePicture = ({ type, name }: { type: string; name: string }): boolean =>
  type === '' ? endings.some(ending => name.toLowerCase().endsWith(ending)) : pictureAccept.split(',').includes(type)
