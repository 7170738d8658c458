import { isStaff, type ReachedActor, type WorkerActor } from '@toguchi/domain/access/actor'
import { type Photo, type PhotoForm, photos } from '@toguchi/domain/photos/contract'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import { canTakePhotos } from '@toguchi/domain/photos/policy'
import { optionPosition, placePosition } from '@toguchi/domain/photos/required-photos'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { fileUrl, viewUrl } from '../platform/files/files.ts'
import { answers } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { addPhoto, removePhoto } from './add-photo.ts'
import { findHolder, type Holder, type ImageRow, listImages } from './queries.ts'

const present = (platform: Platform, actor: ReachedActor, row: ImageRow): Photo => ({
  uuid: row.uuid,
  position:
    row.photography_place_entry_id === null
      ? optionPosition(row.constructions_option_id ?? 0)
      : placePosition(row.photography_place_entry_id),
  place_name: row.place_name,
  timing: row.timing,
  filming_at: toInstant(row.filming_at),
  sha256: row.sha256.toString('hex'),
  // The original may say where it was taken; only staff are shown it (D-05).
  file_url:
    !isStaff(actor) && row.view_file_id === null
      ? viewUrl(platform, actor.clientId, row.file_id)
      : fileUrl(platform, actor.clientId, isStaff(actor) ? row.file_id : (row.view_file_id ?? row.file_id)),
  thumbnail_url: row.thumbnail_file_id === null ? null : fileUrl(platform, actor.clientId, row.thumbnail_file_id),
  width: row.width,
  height: row.height,
  uploaded_by: row.uploaded_by,
  can_delete:
    canTakePhotos(actor) && (actor.kind !== 'craftsman' || (row.uploaded_by_kind === 'craftsman' && row.uploaded_by_id === actor.id)),
})

interface Asked {
  platform: Platform
  db: Db
  actor: WorkerActor
}

const reach = async ({ db, actor }: Asked, holder: Holder): Promise<ReachedActor> => {
  const holderRow = await findHolder(db, actor, holder, false)
  if (!holderRow) throw notFound()
  return { ...actor, clientId: holderRow.client_id }
}

const list = async (asked: Asked, holder: Holder, timing?: PhotoTiming): Promise<Photo[]> => {
  const { platform, db } = asked
  const actor = await reach(asked, holder)
  return (await listImages(db, actor.clientId, holder, timing)).map(row => present(platform, actor, row))
}

const add = async (
  { platform, actor }: Omit<Asked, 'db'>,
  holder: Holder,
  form: PhotoForm,
  staged: StagedFile | undefined,
): Promise<Photo> => {
  const uuid = await addPhoto({ platform, actor, holder }, form, staged)
  const images = await platform.pool.read(clientNumberOf(actor), db => list({ platform, db, actor }, holder))
  const photo = images.find(image => image.uuid === uuid)
  // A photo that was hidden since its first upload stays hidden: the phone may forget it.
  if (!photo) throw notFound()
  return photo
}

const ofRoom = (params: { construction_id: number; room_id: number }): Holder => ({
  constructionId: params.construction_id,
  roomId: params.room_id,
})
const ofCommonArea = (params: { construction_id: number }): Holder => ({ constructionId: params.construction_id, roomId: null })

const addedText = '写真を登録しました。'
const removedText = '写真を削除しました。'

export const photosRoutes = answers(photos, {
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images': async context => ({
    room_images: await list(context, ofRoom(context.params)),
  }),
  'POST /api/constructions/:construction_id/rooms/:room_id/room_images': {
    mayUpload: context => reach(context, ofRoom(context.params)),
    answer: async context => ({
      message: addedText,
      room_image: await add(context, ofRoom(context.params), context.body.room_image, context.files['room_image[file]']),
    }),
  },
  'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid': async context => {
    await removePhoto({ ...context, holder: ofRoom(context.params) }, context.params.image_uuid)
    return { message: removedText }
  },

  'GET /api/constructions/:construction_id/common_area_images': async context => ({
    common_area_images: await list(context, ofCommonArea(context.params), context.query.timing),
  }),
  'POST /api/constructions/:construction_id/common_area_images': {
    mayUpload: context => reach(context, ofCommonArea(context.params)),
    answer: async context => ({
      message: addedText,
      common_area_image: await add(
        context,
        ofCommonArea(context.params),
        context.body.common_area_image,
        context.files['common_area_image[file]'],
      ),
    }),
  },
  'DELETE /api/constructions/:construction_id/common_area_images/:image_uuid': async context => {
    await removePhoto({ ...context, holder: ofCommonArea(context.params) }, context.params.image_uuid)
    return { message: removedText }
  },
})
