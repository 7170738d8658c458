import { type ClientActor, isStaff } from '@toguchi/domain/access/actor'
import { photos, type RoomImage } from '@toguchi/domain/photos/contract'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import { optionPosition, placePosition } from '@toguchi/domain/photos/required-photos'
import { toInstant } from '../platform/clock.ts'
import { fileUrl } from '../platform/files.ts'
import { answers } from '../platform/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/problem.ts'
import { addPhoto, removePhoto } from './add-photo.ts'
import { type ImageRow, listImages, lockRoomForPhotos } from './queries.ts'

const present = (platform: Platform, actor: ClientActor, row: ImageRow): RoomImage => ({
  uuid: row.uuid,
  position:
    row.photography_place_entry_id === null
      ? optionPosition(row.constructions_option_id ?? 0)
      : placePosition(row.photography_place_entry_id),
  place_name: row.place_name,
  timing: row.timing as PhotoTiming,
  filming_at: toInstant(row.filming_at),
  sha256: row.sha256.toString('hex'),
  // The original may say where it was taken; only staff are shown it (D-05).
  file_url: fileUrl(platform, actor.clientId, isStaff(actor) ? row.file_id : (row.view_file_id ?? row.file_id)),
  thumbnail_url: row.thumbnail_file_id === null ? null : fileUrl(platform, actor.clientId, row.thumbnail_file_id),
  width: row.width,
  height: row.height,
  uploaded_by: row.uploaded_by,
  can_delete:
    actor.kind !== 'operator' && (actor.kind !== 'craftsman' || (row.uploaded_by_kind === 'craftsman' && row.uploaded_by_id === actor.id)),
})

export const photosRoutes = answers(photos, {
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images': async ({ platform, db, actor, params }) => {
    if (!(await lockRoomForPhotos(db, actor, params.construction_id, params.room_id, false))) throw notFound()
    return { room_images: (await listImages(db, actor, params.room_id)).map(row => present(platform, actor, row)) }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/room_images': async ({ platform, db, actor, params, body, files }) => {
    const target = { platform, db, actor, constructionId: params.construction_id, roomId: params.room_id }
    const uuid = await addPhoto(target, body.room_image, files['room_image[file]'])
    const row = (await listImages(db, actor, params.room_id)).find(image => image.uuid === uuid.toLowerCase())
    // A photo that was hidden since its first upload stays hidden: the phone may forget it.
    if (!row) throw notFound()
    return { message: '写真を登録しました。', room_image: present(platform, actor, row) }
  },

  'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid': async ({ platform, db, actor, params }) => {
    await removePhoto({ platform, db, actor, constructionId: params.construction_id, roomId: params.room_id }, params.image_uuid)
    return { message: '写真を削除しました。' }
  },
})
