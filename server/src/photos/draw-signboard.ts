import type { ClientId } from '@toguchi/domain/access/actor'
import { Readable } from 'node:stream'
import { drawBoard } from '../file-reader/file-reader.ts'
import { keepBytes, openKept } from '../platform/files/files.ts'
import { forgetWithBytes } from '../platform/files/remove-bytes.ts'
import { notFound } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { findDrawn, listImages } from './queries.ts'
import { hasBoard, linesOf, type SignedBoard, versionOf } from './signboard.ts'
import { findConstructionOfBoard, saveDrawn } from './signboard-queries.ts'

/**
 * The picture of a photo with its board as things stand now: the one at hand, when it is what would be drawn, or one that is drawn and
 * kept instead of it. So a corrected name needs no batch that could end half way (decision 034). Nothing of the database is held meanwhile.
 */
export const openBoarded = async (platform: Platform, board: SignedBoard): Promise<Readable> => {
  const { client, holder, uuid } = board
  const { clientId, row, drawn } = await platform.pool.read(client, async db => {
    const construction = await findConstructionOfBoard(db, board)
    if (!construction) throw notFound()
    const { client_id } = construction
    const [image] = await listImages(db, client_id, holder, { uuid })
    return { clientId: client_id, row: image, drawn: await findDrawn(db, client_id, holder, uuid, false) }
  })
  if (!row || !drawn || !hasBoard(row)) throw notFound()
  const version = versionOf(row)
  if (drawn.drawn_key !== null && drawn.signboard_version?.equals(version)) return openKept(platform, drawn.drawn_key)
  const copy = await platform.storage.stage(platform.storage.read(drawn.view_key), { fileName: 'view.jpg', contentType: 'image/jpeg' })
  try {
    const { electronic_signboard_type: place, signboard_corner: corner } = row
    const bytes = await drawBoard(platform, { clientId }, { path: copy.path, lines: linesOf(row), place, corner })
    await keepDrawn(platform, { clientId, holder, uuid }, version, bytes)
    return Readable.from([bytes])
  } finally {
    await platform.storage.discard(copy)
  }
}

/** Keeps what was drawn instead of what was before; nothing where somebody kept it already, or corrected the board meanwhile. */
const keepDrawn = async (
  platform: Platform,
  { clientId, holder, uuid }: Pick<SignedBoard, 'holder' | 'uuid'> & { clientId: ClientId },
  version: Buffer,
  bytes: Uint8Array,
): Promise<void> =>
  platform.pool.write(clientId, async db => {
    const before = await findDrawn(db, clientId, holder, uuid, true)
    const [row] = await listImages(db, clientId, holder, { uuid })
    if (!before || !row || !versionOf(row).equals(version) || before.signboard_version?.equals(version)) return
    const fileId = await keepBytes(platform, db, clientId, { bytes, fileName: 'photo.jpg', contentType: 'image/jpeg' })
    await saveDrawn(db, clientId, holder, uuid, fileId, version)
    // What a reader has open stays readable to its end.
    await forgetWithBytes(platform, db, clientId, before.signboard_file_id === null ? [] : [before.signboard_file_id])
  })
