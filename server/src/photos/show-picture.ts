import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type AskedSmaller, drawBoard, drawSmaller, readPhoto } from '../file-reader/file-reader.ts'
import { codeOf } from '../platform/http/error-code.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import type { ConstructionImageRow } from './construction-images-queries.ts'
import { openBoarded } from './draw-signboard.ts'
import type { ImageRow } from './queries.ts'
import { hasBoard, linesOf } from './signboard.ts'

interface Shown {
  platform: Platform
  clientId: ClientId
  constructionId: number
}

/** Of a photo of a construction what its picture is made of. */
export type ShownRow = ImageRow & Pick<ConstructionImageRow, 'room_id' | 'file_key' | 'file_name' | 'view_key'>

/**
 * The JPEG by which a photo is shown on paper: its view, or that with its board. What is missing or torn is drawn anew from the original,
 * whose bytes never leave; null when that cannot be read either. Throws what has gone by at the next attempt (a 503, a database away).
 */
export const showPicture = async (shown: Shown, row: ShownRow, withBoard: boolean): Promise<Buffer | null> =>
  (await showWithBoard(shown, row, withBoard))?.bytes ?? null

/** The same, and whether its board is on it: one that cannot be drawn keeps the view from nobody. */
export const showWithBoard = async (
  shown: Shown,
  row: ShownRow,
  withBoard: boolean,
): Promise<{ bytes: Buffer; isBoarded: boolean } | null> => {
  const hasOne = withBoard && hasBoard(row)
  const boarded = hasOne ? await orNull(readBoarded(shown, row)) : null
  if (boarded) return { bytes: boarded, isBoarded: true }
  const view = (await orNull(readView(shown, row))) ?? (await orNull(drawAgain(shown, row)))
  const drawn = view && hasOne ? await orNull(drawOver(shown, row, view)) : null
  if (drawn) return { bytes: drawn, isBoarded: true }
  return view && { bytes: view, isBoarded: false }
}

const orNull = <T>(picture: Promise<T>): Promise<T | null> =>
  picture.catch((error: unknown) => {
    if (isUnreadable(error)) return null
    throw error
  })

/**
 * Whether it is the photo itself that cannot be shown: it is gone (404, ENOENT), torn (422) or lies on a bad spot of the disk (EIO). That
 * keeps no other from being shown; a reader that is busy or has stopped says nothing of the photo, which is asked for again later.
 */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Problem ? [404, 422].includes(error.status) : ['ENOENT', 'EIO'].includes(codeOf(error) ?? '')

/** A picture that was shown, with fewer pixels; null where its own bytes are torn. */
export const showSmaller = (
  { platform, clientId }: Pick<Shown, 'platform' | 'clientId'>,
  asked: AskedSmaller,
): Promise<Uint8Array | null> => orNull(drawSmaller(platform, { clientId }, asked))

const readBoarded = async ({ platform, clientId, constructionId }: Shown, { uuid, room_id }: ShownRow) => {
  const bytes = await buffer(await openBoarded(platform, { client: clientId, holder: { constructionId, roomId: room_id }, uuid }))
  return isWhole(bytes) ? bytes : null
}

const readView = async ({ platform }: Shown, { view_key, view_sha256 }: ShownRow) => {
  if (view_key === null || view_sha256 === null) return null
  const bytes = await buffer(platform.storage.read(view_key))
  return createHash('sha256').update(bytes).digest().equals(view_sha256) ? bytes : null
}

const drawAgain = ({ platform, clientId }: Shown, { file_key, file_name }: ShownRow) =>
  asFile(platform, platform.storage.read(file_key), file_name, async path =>
    Buffer.from((await readPhoto(platform, { clientId }, path)).view),
  )

const drawOver = ({ platform, clientId }: Shown, row: ShownRow, view: Buffer) =>
  asFile(platform, Readable.from([view]), 'view.jpg', async path => {
    const { electronic_signboard_type: place, signboard_corner: corner } = row
    return Buffer.from(await drawBoard(platform, { clientId }, { path, lines: linesOf(row), place, corner }))
  })

const asFile = async (platform: Platform, bytes: Readable, fileName: string, work: (path: string) => Promise<Buffer>): Promise<Buffer> => {
  const copy = await platform.storage.stage(bytes, { fileName, contentType: 'image/jpeg' })
  try {
    return await work(copy.path)
  } finally {
    await platform.storage.discard(copy)
  }
}

/** From the first marker of a JPEG to its last. */
const isWhole = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt16BE(0) === 0xff_d8 && bytes.readUInt16BE(bytes.length - 2) === 0xff_d9
