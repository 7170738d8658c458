import type { IncomingHttpHeaders } from 'node:http'
import type { ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import { isStaff } from '@toguchi/domain/access/actor'
import { mostDoorPhotos } from '@toguchi/domain/rooms/absences/absence-labels'
import type { DoorPhoto, DoorPhotoForm } from '@toguchi/domain/rooms/absences/absences-contract'
import { canTakePhotos } from '@toguchi/domain/photos/policy'
import { type ReadPhoto, readPhoto } from '../../file-reader/file-reader.ts'
import { findHolder, keepPictures, type StoredPictures, storePictures, takenAt, withPictures } from '../../photos/photos.ts'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientNumberOf } from '../../platform/database/part-of-client.ts'
import { recordEvent } from '../../platform/events.ts'
import { fileUrl } from '../../platform/files/files.ts'
import type { StagedFile } from '../../platform/files/storage.ts'
import { conflict, forbidden, invalid, notFound, refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ReachedRoomTarget, RoomTarget } from '../room-target.ts'
import {
  countDoorPhotos,
  type DoorPhotoRow,
  findDoorPhoto,
  hideDoorPhoto,
  insertDoorPhoto,
  listDoorPhotos,
} from './absence-photo-queries.ts'

/** `headers`: by them a device's wrong clock is told (feature 16). */
type Door = Omit<RoomTarget, 'db'> & { headers: IncomingHttpHeaders }

/** The room in the actor's reach, a closed one too: what stood before its door is shown whatever came after. 404. */
export const reachDoor = async (target: RoomTarget, lock = false): Promise<ReachedRoomTarget> => {
  const { db, actor, constructionId, roomId } = target
  const room = await findHolder(db, actor, { constructionId, roomId }, lock)
  if (!room) throw notFound()
  return { ...target, actor: { ...actor, clientId: room.client_id } }
}

/** Whether this very photo is here already; another one under its uuid is a conflict. */
const isKnown = async ({ db, actor, roomId }: ReachedRoomTarget, { uuid }: DoorPhotoForm, staged: StagedFile): Promise<boolean> => {
  const known = await findDoorPhoto(db, actor.clientId, uuid)
  if (!known) return false
  if (known.room_id === roomId && known.sha256.equals(staged.sha256)) return true
  throw conflict('この写真はすでに別の写真として登録されています。', 'photo_uuid_taken')
}

/**
 * Keeps the photo of a door byte for byte with its SHA-256 (D-05), for the absence that its device names, whether that has arrived or not.
 * Sent twice it is once. While the picture is looked at nothing of the database is held.
 */
export const addDoorPhoto = async (door: Door, form: DoorPhotoForm, staged: StagedFile | undefined): Promise<DoorPhoto> => {
  const { platform, actor } = door
  if (!staged) throw invalid({ file: ['を選択してください'] })
  if (form.sha256 !== null && form.sha256 !== staged.sha256.toString('hex'))
    throw invalid({ file: ['を最後まで受け取れませんでした'] }, 'torn_upload')
  const client = clientNumberOf(actor)
  const known = await platform.pool.read(client, async db => isKnown(await reachDoor({ ...door, db }), form, staged))
  if (!known) {
    const photo = await readPhoto(platform, actor, staged.path)
    const { at } = takenAt(door.headers, form, photo.filmingAt, platform.now())
    const pictures = await storePictures(platform, client, staged, photo)
    await withPictures(platform, pictures, () =>
      platform.pool.write(client, async db =>
        keepDoorPhoto(await reachDoor({ ...door, db }, true), form, pictures, { ...photo, filmingAt: at }),
      ),
    )
  }
  return platform.pool.read(client, async db => {
    const target = await reachDoor({ ...door, db })
    const [row] = await listDoorPhotos(db, target.actor.clientId, target.roomId, form.uuid)
    // A photo that was hidden since its first upload stays hidden: the phone may forget it.
    if (!row) throw notFound()
    return presentDoorPhoto(platform, target.actor, row)
  })
}

/** A photo of which is known when it was taken. */
type TakenPhoto = ReadPhoto & { filmingAt: Date }

/** False where the photo has come by another way meanwhile. */
const keepDoorPhoto = async (
  target: ReachedRoomTarget,
  form: DoorPhotoForm,
  pictures: StoredPictures,
  photo: TakenPhoto,
): Promise<boolean> => {
  const { platform, db, actor, constructionId, roomId } = target
  const { clientId } = actor
  const { original } = pictures
  if (await isKnown(target, form, original)) return false
  if ((await countDoorPhotos(db, clientId, form.absence_uuid)) >= mostDoorPhotos)
    throw refused(`玄関の写真は1回の訪問につき${mostDoorPhotos}枚までです。`, 'too_many_photos')
  await insertDoorPhoto(db, clientId, {
    uuid: form.uuid,
    construction_id: constructionId,
    room_id: roomId,
    absence_uuid: form.absence_uuid,
    filming_at: photo.filmingAt,
    width: photo.width,
    height: photo.height,
    uploaded_by_kind: actor.kind,
    uploaded_by_id: actor.id,
    ...(await keepPictures(platform, db, clientId, pictures)),
  })
  await recordOfDoor(target, 'absence_photos.added', { uuid: form.uuid, sha256: original.sha256.toString('hex') })
  return true
}

/** Hides a photo; its bytes stay (D-05). Craftsmen take away their own only (G-PHO-12). */
export const removeDoorPhoto = async (asked: RoomTarget, uuid: string): Promise<void> => {
  const target = await reachDoor(asked, true)
  const { platform, db, actor, roomId } = target
  const photo = await findDoorPhoto(db, actor.clientId, uuid)
  if (!photo || photo.room_id !== roomId || photo.hidden_at !== null) throw notFound()
  if (!mayRemove(actor, photo)) throw forbidden()
  await hideDoorPhoto(db, actor.clientId, photo.id, platform.now())
  await recordOfDoor(target, 'absence_photos.hidden', { uuid })
}

const recordOfDoor = (
  { db, actor, constructionId, roomId }: ReachedRoomTarget,
  kind: 'absence_photos.added' | 'absence_photos.hidden',
  change: object,
) => recordEvent(db, { kind, actor, clientId: actor.clientId, constructionId, roomId, change: { ...change } })

const mayRemove = (actor: WorkerActor, photo: Pick<DoorPhotoRow, 'uploaded_by_kind' | 'uploaded_by_id'>): boolean =>
  actor.kind !== 'craftsman' || (photo.uploaded_by_kind === 'craftsman' && photo.uploaded_by_id === actor.id)

/** Where it was taken, the original alone may say, and that is the staff's. */
const presentDoorPhoto = (platform: Platform, actor: ReachedActor & WorkerActor, row: DoorPhotoRow): DoorPhoto => {
  const view_url = fileUrl(platform, actor.clientId, row.view_file_id)
  return {
    uuid: row.uuid,
    absence_uuid: row.absence_uuid,
    filming_at: toInstant(row.filming_at),
    sha256: row.sha256.toString('hex'),
    file_url: isStaff(actor) ? fileUrl(platform, actor.clientId, row.file_id) : view_url,
    view_url,
    thumbnail_url: fileUrl(platform, actor.clientId, row.thumbnail_file_id),
    uploaded_by: row.uploaded_by,
    can_delete: canTakePhotos(actor) && mayRemove(actor, row),
  }
}

/** The photos of a room's door. */
export const showDoorPhotos = async ({ platform, db, actor, roomId }: ReachedRoomTarget & { db: Db }): Promise<DoorPhoto[]> =>
  (await listDoorPhotos(db, actor.clientId, roomId)).map(row => presentDoorPhoto(platform, actor, row))
