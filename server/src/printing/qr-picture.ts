import { encode } from 'uqr'

/**
 * A QR code as a picture of one pixel a module, black and white, with its quiet zone: a few kilobytes that a printer scales without
 * smoothing, where a drawing of thousands of squares would make every page heavy.
 */
export const qrPicture = (text: string): { qr: number[]; qr_side: number } => {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  return { qr: data.flat().map(black => (black ? 0 : 255)), qr_side: size }
}
