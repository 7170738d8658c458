import sharp from 'sharp'
import type { Db } from '../platform/database.ts'
import { keepBytes } from '../platform/files.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid } from '../platform/problem.ts'

const mostBytes = 300 * 1024
const mostPixels = 4_000_000

/** Keeps a signature drawn on the phone: a PNG by its content, not by its name (G-ROOM-19). Returns its file. */
export const keepSignature = async (platform: Platform, db: Db, clientId: number, dataUrl: string): Promise<number> => {
  const encoded = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1]
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (bytes.length === 0 || bytes.length > mostBytes || !(await isPng(bytes)))
    throw invalid({ digital_sign: ['の画像を読み取れません'] }, 'sign_unreadable')
  return keepBytes(platform, db, clientId, { bytes, fileName: 'サイン.png', contentType: 'image/png' })
}

const isPng = async (bytes: Buffer): Promise<boolean> => {
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels })
    const { format } = await picture.metadata()
    await picture.stats()
    return format === 'png'
  } catch {
    return false
  }
}
