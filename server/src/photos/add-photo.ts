import type { ClientActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { photos } from '@toguchi/domain/photos/contract'
import { parsePosition } from '@toguchi/domain/photos/required-photos'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { keepBytes, keepFile } from '../platform/files.ts'
import type { Platform } from '../platform/platform.ts'
import { conflict, forbidden, invalid, notFound, refused } from '../platform/problem.ts'
import type { StagedFile } from '../platform/storage.ts'
import { examinePicture } from './examine-picture.ts'
import { countInSlot, findByUuid, hideImage, insertImage, lockRoomForPhotos, positionExists } from './queries.ts'

type PhotoForm = BodyOf<(typeof photos)['POST /api/constructions/:construction_id/rooms/:room_id/room_images']>['room_image']

const mostInSlot = 10

export interface PhotoTarget {
  platform: Platform
  db: Db
  actor: ClientActor
  constructionId: number
  roomId: number
}

const writableRoom = async ({ db, actor, constructionId, roomId }: PhotoTarget) => {
  const room = await lockRoomForPhotos(db, actor, constructionId, roomId, true)
  if (!room) throw notFound()
  if (room.closed_at !== null) throw refused(closedRoomText, 'room_closed')
}

/**
 * Keeps a photo byte for byte with its SHA-256, and a thumbnail beside it (D-05). The same uuid with the same bytes is the same
 * photo: a phone that lost the answer may send again. Returns the uuid.
 */
export const addPhoto = async (target: PhotoTarget, form: PhotoForm, staged: StagedFile | undefined): Promise<string> => {
  const { platform, db, actor, constructionId, roomId } = target
  if (!staged) throw invalid({ file: ['を選択してください'] })
  const sha256 = staged.sha256.toString('hex')
  if (form.sha256 !== null && form.sha256 !== sha256) throw invalid({ file: ['を最後まで受け取れませんでした'] }, 'torn_upload')
  await writableRoom(target)
  const known = await findByUuid(db, actor.clientId, form.uuid)
  if (known) {
    if (known.room_id === roomId && known.sha256.equals(staged.sha256)) return form.uuid
    throw conflict('この写真はすでに別の写真として登録されています。', 'photo_uuid_taken')
  }
  const position = parsePosition(form.position)
  if (!position || !(await positionExists(db, actor.clientId, constructionId, position)))
    throw invalid({ position: ['は一覧にありません'] })
  const slot = {
    photography_place_entry_id: position.kind === 'place' ? position.id : null,
    constructions_option_id: position.kind === 'option' ? position.id : null,
    timing: form.timing,
  }
  if ((await countInSlot(db, actor.clientId, roomId, slot)) >= mostInSlot)
    throw refused(`写真は1つの撮影箇所・時期につき${mostInSlot}枚までです。`, 'slot_full')
  const examined = await examinePicture(staged.path)
  const file_id = await keepFile(platform, db, actor.clientId, { ...staged, contentType: examined.contentType })
  const thumbnail_file_id = await keepBytes(platform, db, actor.clientId, {
    bytes: examined.thumbnail,
    fileName: 'thumbnail.webp',
    contentType: 'image/webp',
  })
  const view_file_id = await keepBytes(platform, db, actor.clientId, {
    bytes: examined.view,
    fileName: 'photo.jpg',
    contentType: 'image/jpeg',
  })
  const filming_at = form.filming_at === null ? (examined.filmingAt ?? platform.now()) : new Date(form.filming_at)
  await insertImage(db, {
    client_id: actor.clientId,
    uuid: form.uuid,
    construction_id: constructionId,
    room_id: roomId,
    ...slot,
    filming_at,
    file_id,
    thumbnail_file_id,
    view_file_id,
    width: examined.width,
    height: examined.height,
    uploaded_by_kind: actor.kind,
    uploaded_by_id: actor.id,
  })
  await recordEvent(db, {
    kind: 'room_images.added',
    actor,
    clientId: actor.clientId,
    constructionId,
    roomId,
    change: { uuid: form.uuid, position: form.position, timing: form.timing, sha256 },
  })
  return form.uuid
}

/** Hides a photo; its bytes stay (D-05). Craftsmen take away their own only (G-PHO-12). */
export const removePhoto = async (target: PhotoTarget, uuid: string): Promise<void> => {
  const { platform, db, actor, constructionId, roomId } = target
  await writableRoom(target)
  const image = await findByUuid(db, actor.clientId, uuid)
  if (!image || image.room_id !== roomId || image.hidden_at !== null) throw notFound()
  if (actor.kind === 'craftsman' && (image.uploaded_by_kind !== 'craftsman' || image.uploaded_by_id !== actor.id)) throw forbidden()
  await hideImage(db, actor.clientId, image.id, platform.now())
  await recordEvent(db, { kind: 'room_images.hidden', actor, clientId: actor.clientId, constructionId, roomId, change: { uuid } })
}
