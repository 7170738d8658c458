import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type SignboardLine, signboardLines } from '@toguchi/domain/photos/signboard'
import type { Platform } from '../platform/platform.ts'
import type { Holder, ImageRow } from './queries.ts'

/** Goes up when boards are drawn otherwise, so that none of before is shown any more. */
const drawing = 1

/** What stands on the board of a photo. */
export const linesOf = (row: ImageRow): SignboardLine[] =>
  signboardLines({
    construction_name: row.construction_name ?? '',
    room_name: row.room_name,
    place_name: row.signboard_place ?? row.place_name,
    timing: row.timing,
    filming_at: row.filming_at,
    contractor_name: row.contractor_name,
    work_kind: row.signboard_work_kind ?? row.construction_work_kind,
    note: row.signboard_note,
  })

/** The SHA-256 of everything that a boarded picture is made of: two of one version are the same picture. */
export const versionOf = (row: ImageRow): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([drawing, row.view_sha256?.toString('hex'), row.electronic_signboard_type, row.signboard_corner, linesOf(row)]))
    .digest()

export const hasBoard = (row: ImageRow): boolean => row.use_electronic_signboard && !row.signboard_hidden && row.view_file_id !== null

/** Which picture `showPicture` shows: two of one version are the same. A photo without a view is told by its original. */
export const shownVersion = (row: ImageRow, withBoard: boolean): string =>
  withBoard && hasBoard(row) ? versionOf(row).toString('hex') : (row.view_sha256 ?? row.sha256).toString('hex')

const minutes = 60_000
/** As links to files (G-API-11). */
const lifetime = 10 * minutes

const sign = (platform: Platform, text: string) => createHmac('sha256', platform.settings.secretKey).update(`signboard:${text}`).digest()

/**
 * A link to the picture with its board, null where none is shown. It names the version, so that a browser fetches anew what was corrected;
 * what it leads to is always as things stand now.
 */
export const signboardUrl = (platform: Platform, clientId: ClientId, holder: Holder, row: ImageRow): string | null => {
  if (!hasBoard(row)) return null
  const expires = Math.ceil((platform.now().getTime() + lifetime) / minutes) * minutes
  const version = versionOf(row).toString('base64url').slice(0, 16)
  const text = [clientId, holder.constructionId, holder.roomId ?? 0, row.uuid, version, expires].join('.')
  return `/api/signboards/${text}.${sign(platform, text).toString('base64url')}`
}

export interface SignedBoard {
  /** The number of the client that the signature speaks for. */
  client: number
  holder: Holder
  uuid: string
}

/** The photo of a link, or null when it was tampered with or has run out. */
export const readSignedBoard = (platform: Platform, signed: string): SignedBoard | null => {
  const parts = /^((\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([0-9a-f-]{36})\.[\w-]{16}\.(\d{1,15}))\.([\w-]{43})$/.exec(signed)
  if (!parts) return null
  const [, text = '', clientId, constructionId, roomId, uuid = '', expires, signature = ''] = parts
  if (!timingSafeEqual(sign(platform, text), Buffer.from(signature, 'base64url'))) return null
  if (Number(expires) < platform.now().getTime()) return null
  return {
    client: Number(clientId),
    holder: { constructionId: Number(constructionId), roomId: Number(roomId) === 0 ? null : Number(roomId) },
    uuid,
  }
}
