import { fileURLToPath } from 'node:url'
import { signboardSvg } from '@toguchi/domain/photos/signboard-svg'
import sharp from 'sharp'
import type { AskedBoard } from './readings.ts'
import { photoUnreadable } from './refusals.ts'

// Read when the first text is drawn. What is installed on the server is not looked at: every server draws the same.
process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('fonts/fonts.conf', import.meta.url))

/** Drawings are read here alone, and of them only our own. */
const svg = { operation: ['VipsForeignLoadSvg'] }

/** The board laid over a view; the view's own pixels stay as they are beside it. */
export const drawBoard = async ({ path, lines, place, corner }: AskedBoard): Promise<Uint8Array> => {
  const { width, height } = await sharp(path)
    .metadata()
    .catch(() => {
      throw photoUnreadable()
    })
  try {
    const board = signboardSvg(lines, { width, height, place, corner })
    sharp.unblock(svg)
    return await sharp(path)
      .composite([{ input: Buffer.from(board) }])
      .jpeg({ quality: 85 })
      .toBuffer()
      .catch(() => {
        throw photoUnreadable()
      })
  } finally {
    sharp.block(svg)
  }
}
