import type { IncomingHttpHeaders } from 'node:http'
import { isStaff, type ReachedActor, type WorkerActor } from '@toguchi/domain/access/actor'
import { type Photo, type PhotoForm, photos, type Signboard, type SignboardForm } from '@toguchi/domain/photos/contract'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import { canTakePhotos } from '@toguchi/domain/photos/policy'
import { optionPosition, placePosition } from '@toguchi/domain/photos/required-photos'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { fileUrl, viewUrl } from '../platform/files/files.ts'
import { answers, RawAnswer } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { addPhoto, removePhoto } from './add-photo.ts'
import { changeSettings, changeSignboard, mayCorrect } from './change-signboard.ts'
import { openBoarded } from './draw-signboard.ts'
import { type AlbumImageRow, findHolder, type Holder, type ImageRow, listImages } from './queries.ts'
import { linesOf, readSignedBoard, signboardUrl } from './signboard.ts'
import { findSettings, type SettingsRow } from './signboard-queries.ts'

/** What was kept before views were drawn is shown by its file's own one. */
const viewOf = (platform: Platform, { clientId }: ReachedActor, { file_id, view_file_id }: ImageRow): string =>
  view_file_id === null ? viewUrl(platform, clientId, file_id) : fileUrl(platform, clientId, view_file_id)

const textsOf = (row: ImageRow): Photo['signboard'] => ({
  hidden: row.signboard_hidden,
  work_kind: row.signboard_work_kind,
  place: row.signboard_place,
  note: row.signboard_note,
  lines: linesOf(row),
})

const present = (platform: Platform, actor: ReachedActor, holder: Holder, row: AlbumImageRow): Photo => ({
  uuid: row.uuid,
  position:
    row.photography_place_entry_id === null
      ? optionPosition(row.constructions_option_id ?? 0)
      : placePosition(row.photography_place_entry_id),
  place_name: row.place_name,
  timing: row.timing,
  filming_at: toInstant(row.filming_at),
  wrong_clock: row.device_at === null ? null : { device_at: toInstant(row.device_at), received_at: toInstant(row.created_at) },
  date_corrected: row.filming_at_before === null ? null : { before: toInstant(row.filming_at_before), reason: row.filming_at_reason ?? '' },
  sha256: row.sha256.toString('hex'),
  file_url: isStaff(actor) ? fileUrl(platform, actor.clientId, row.file_id) : viewOf(platform, actor, row),
  view_url: viewOf(platform, actor, row),
  content_type: row.content_type,
  signboard_url: signboardUrl(platform, actor.clientId, holder, row),
  signboard: textsOf(row),
  thumbnail_url: row.thumbnail_file_id === null ? null : fileUrl(platform, actor.clientId, row.thumbnail_file_id),
  width: row.width,
  height: row.height,
  uploaded_by: row.uploaded_by,
  can_delete: canTakePhotos(actor) && mayCorrect(actor, row),
  can_edit_signboard: canTakePhotos(actor) && mayCorrect(actor, row) && row.use_electronic_signboard && row.view_file_id !== null,
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
  return (await listImages(db, actor.clientId, holder, { timing })).map(row => present(platform, actor, holder, row))
}

const add = async (
  { platform, actor, request }: Omit<Asked, 'db'> & { request: { headers: IncomingHttpHeaders } },
  holder: Holder,
  form: PhotoForm,
  staged: StagedFile | undefined,
): Promise<Photo> => {
  const uuid = await addPhoto({ platform, actor, holder, headers: request.headers }, form, staged)
  return platform.pool.read(clientNumberOf(actor), async db => {
    const reached = await reach({ platform, db, actor }, holder)
    const [row] = await listImages(db, reached.clientId, holder, { uuid })
    // A photo that was hidden since its first upload stays hidden: the phone may forget it.
    if (!row) throw notFound()
    return present(platform, reached, holder, row)
  })
}

const showBoard = async (asked: Asked, holder: Holder, uuid: string): Promise<Signboard> => {
  const { platform, db } = asked
  const { clientId } = await reach(asked, holder)
  const [row] = await listImages(db, clientId, holder, { uuid })
  if (!row) throw notFound()
  return { ...textsOf(row), picture_url: signboardUrl(platform, clientId, holder, row) }
}

const changeBoard = async (asked: Asked, holder: Holder, uuid: string, form: SignboardForm) => {
  await changeSignboard({ ...asked, holder }, uuid, form)
  return { message: correctedText, signboard: await showBoard(asked, holder, uuid) }
}

const showSettings = async (asked: Asked, holder: Holder): Promise<SettingsRow> => {
  const { clientId } = await reach(asked, holder)
  const settings = await findSettings(asked.db, clientId, holder.constructionId)
  if (!settings) throw notFound()
  return settings
}

const ofRoom = (params: { construction_id: number; room_id: number }): Holder => ({
  constructionId: params.construction_id,
  roomId: params.room_id,
})
const ofCommonArea = (params: { construction_id: number }): Holder => ({ constructionId: params.construction_id, roomId: null })

const addedText = '写真を登録しました。'
const removedText = '写真を削除しました。'
const correctedText = '電子小黒板を更新しました。'

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

  'GET /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard': async context => ({
    signboard: await showBoard(context, ofRoom(context.params), context.params.image_uuid),
  }),
  'PATCH /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard': context =>
    changeBoard(context, ofRoom(context.params), context.params.image_uuid, context.body.signboard),
  'GET /api/constructions/:construction_id/common_area_images/:image_uuid/signboard': async context => ({
    signboard: await showBoard(context, ofCommonArea(context.params), context.params.image_uuid),
  }),
  'PATCH /api/constructions/:construction_id/common_area_images/:image_uuid/signboard': context =>
    changeBoard(context, ofCommonArea(context.params), context.params.image_uuid, context.body.signboard),
  'GET /api/constructions/:construction_id/signboard': async context => ({
    signboard: await showSettings(context, ofCommonArea(context.params)),
  }),
  'PATCH /api/constructions/:construction_id/signboard': async context => ({
    message: correctedText,
    signboard: await changeSettings({ ...context, holder: ofCommonArea(context.params) }, context.body.signboard),
  }),
  'GET /api/signboards/:signed': async ({ platform, params }) => {
    const board = readSignedBoard(platform, params.signed)
    if (!board) throw notFound()
    const picture = await openBoarded(platform, board)
    return new RawAnswer(reply =>
      reply
        .headers({
          'content-type': 'image/jpeg',
          'cache-control': 'private, max-age=600',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(picture),
    )
  },
})
