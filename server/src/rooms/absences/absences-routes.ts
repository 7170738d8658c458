import { absences } from '@toguchi/domain/rooms/absences/absences-contract'
import { toInstant } from '../../platform/clock.ts'
import { momentOf } from '../../platform/http/device-clock.ts'
import { answers } from '../../platform/http/mount.ts'
import { answerWithRoom, roomTargetOf } from '../room-target.ts'
import { listAbsences } from './absence-queries.ts'
import { addDoorPhoto, reachDoor, removeDoorPhoto, showDoorPhotos } from './door-photos.ts'
import { endAbsence, recordAbsence, settleRevisitWish, withdrawAbsence } from './record-absence.ts'

export const absencesRoutes = answers(absences, {
  'GET /api/constructions/:construction_id/rooms/:room_id/absences': async context => {
    const target = await reachDoor(roomTargetOf(context))
    const rows = await listAbsences(target.db, target.actor.clientId, target.roomId)
    const photos = Map.groupBy(await showDoorPhotos(target), photo => photo.absence_uuid)
    const known = new Set(rows.map(({ uuid }) => uuid))
    return {
      absences: rows.map(row => ({
        ...row,
        visited_at: toInstant(row.visited_at),
        recorded_at: toInstant(row.recorded_at),
        withdrawn_at: toInstant(row.withdrawn_at),
        photos: photos.get(row.uuid) ?? [],
      })),
      photos_without_absence: [...photos].flatMap(([uuid, ownPhotos]) => (known.has(uuid) ? [] : ownPhotos)),
    }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/absence': async context => {
    const { request, now } = context
    const { visited_at, ...absence } = context.body.absence
    await recordAbsence(roomTargetOf(context), { ...absence, moment: momentOf(request.headers, visited_at, now) })
    return answerWithRoom('不在を登録しました。', context)
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/absence_photos': {
    mayUpload: context => reachDoor(roomTargetOf(context)),
    answer: async ({ platform, actor, params, body, files, request }) => ({
      message: '玄関の写真を登録しました。',
      absence_photo: await addDoorPhoto(
        { platform, actor, headers: request.headers, constructionId: params.construction_id, roomId: params.room_id },
        body.absence_photo,
        files['absence_photo[file]'],
      ),
    }),
  },

  'DELETE /api/constructions/:construction_id/rooms/:room_id/absence_photos/:photo_uuid': async context => {
    await removeDoorPhoto(roomTargetOf(context), context.params.photo_uuid)
    return { message: '玄関の写真を削除しました。' }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/absence/withdrawal': async context => {
    await withdrawAbsence(roomTargetOf(context))
    return answerWithRoom('不在の登録を取り消しました。', context)
  },

  'DELETE /api/constructions/:construction_id/rooms/:room_id/absence': async context => {
    await endAbsence(roomTargetOf(context))
    return answerWithRoom('新しい日時の受付を終了しました。', context)
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/revisit_wish/settlement': async context => {
    await settleRevisitWish(roomTargetOf(context))
    return answerWithRoom('再訪問の希望を対応済みにしました。', context)
  },
})
