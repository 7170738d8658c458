/** A picture in grey, 0 black to 255 white, row after row: small, as a phone makes it of a photo in a few milliseconds. */
export interface GreyPicture {
  width: number
  height: number
  pixels: Uint8Array
}

/** Pixels of its longer side. All that follows is measured at this size. */
export const greySide = 256

/** Size of the grey picture of a photo, which is not enlarged. */
export const greySizeOf = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, greySide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Grey from the pixels of a canvas: red, green, blue and a fourth that counts for nothing (ITU-R BT.601). */
export const greyOf = (rgba: ArrayLike<number>, width: number, height: number): GreyPicture => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) =>
    Math.round(0.299 * (rgba[at * 4] ?? 0) + 0.587 * (rgba[at * 4 + 1] ?? 0) + 0.114 * (rgba[at * 4 + 2] ?? 0)),
  ),
})

export const meanLight = ({ pixels }: GreyPicture): number => pixels.reduce((sum, pixel) => sum + pixel, 0) / Math.max(1, pixels.length)

/** Tiles of a side: what is sharp before a plain wall fills one of them. */
const tiles = 4

/**
 * How hard the hardest edges are: the variance of the Laplacian's part along each axis, in the tile where it is greatest, of the axis where
 * it is less. A hand that moved wipes out the edges across its way alone.
 */
export const sharpness = (picture: GreyPicture): number =>
  Math.min(...[1, picture.width].map(step => Math.max(...eachTile.map(([row, column]) => varianceIn(picture, row, column, step)))))

const eachTile = Array.from({ length: tiles * tiles }, (_, at) => [Math.floor(at / tiles), at % tiles] as const)

/** Variance of the second difference between pixels that lie `step` apart. */
const varianceIn = ({ width, height, pixels }: GreyPicture, row: number, column: number, step: number): number => {
  const bound = (tile: number, size: number) => Math.min(size - 1, Math.max(1, Math.round((tile * size) / tiles)))
  let [sum, squares, count] = [0, 0, 0]
  for (let y = bound(row, height); y < bound(row + 1, height); y++)
    for (let at = y * width + bound(column, width); at < y * width + bound(column + 1, width); at++) {
      const value = (pixels[at - step] ?? 0) + (pixels[at + step] ?? 0) - 2 * (pixels[at] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

const hashSide = 8

/** 64 answers to whether a field of the picture is lighter than the one to its right: alike for pictures that look alike (dHash). */
export const outline = (picture: GreyPicture): boolean[] => {
  const lights = Array.from({ length: hashSide * (hashSide + 1) }, (_, at) =>
    lightIn(picture, Math.floor(at / (hashSide + 1)), at % (hashSide + 1)),
  )
  return Array.from({ length: hashSide * hashSide }, (_, at) => {
    const field = at + Math.floor(at / hashSide)
    return (lights[field] ?? 0) > (lights[field + 1] ?? 0) + flat
  })
}
/** What is less of a difference comes from the camera. */
const flat = 1

const lightIn = ({ width, height, pixels }: GreyPicture, row: number, column: number): number => {
  const from = (tile: number, of: number, size: number) => Math.floor((tile * size) / of)
  let [sum, count] = [0, 0]
  for (let y = from(row, hashSide, height); y < from(row + 1, hashSide, height); y++)
    for (let x = from(column, hashSide + 1, width); x < from(column + 1, hashSide + 1, width); x++) {
      sum += pixels[y * width + x] ?? 0
      count += 1
    }
  return count === 0 ? 0 : sum / count
}

/** The lines between right and wrong, measured on 53 photos and the same ones blurred and darkened: docs/decisions/035-pictures-as-they-are.md. */
const mostBlurred = 40
const mostDark = 46
const mostOutline = 4
const mostLight = 8

export type PictureFault = 'dark' | 'blurred' | 'same'

/** What should be said of a photo before it is sent; `last` is the one taken before it. It is never refused for any of it. */
export const faultsOf = (picture: GreyPicture, last: GreyPicture | null): PictureFault[] => {
  const isDark = meanLight(picture) < mostDark
  return [
    // In the dark there is nothing to be sharp.
    ...(isDark ? ['dark' as const] : sharpness(picture) < mostBlurred ? ['blurred' as const] : []),
    ...(last !== null && looksAlike(picture, last) ? ['same' as const] : []),
  ]
}

const looksAlike = (one: GreyPicture, other: GreyPicture): boolean => {
  const theirs = outline(other)
  const different = outline(one).filter((lighter, at) => lighter !== theirs[at]).length
  return different <= mostOutline && Math.abs(meanLight(one) - meanLight(other)) <= mostLight
}

const faultTexts: Readonly<Record<PictureFault, string>> = {
  dark: '暗く写っています。',
  blurred: 'ぶれています。',
  same: '直前の写真と同じようです。',
}

/** ぶれています。; said while one goes on. */
export const faultSentences = (faults: readonly PictureFault[]): string => faults.map(fault => faultTexts[fault]).join('')

/** ぶれています。撮り直しますか？; of one among several: 5枚中3枚目（玄関）がぶれています。 … */
export const faultsText = (faults: readonly PictureFault[], which = ''): string =>
  `${which === '' ? '' : `${which}が`}${faultSentences(faults)}撮り直しますか？`
