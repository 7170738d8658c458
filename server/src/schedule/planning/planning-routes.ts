import { planning } from '@toguchi/domain/schedule/planning-contract'
import { answers } from '../../platform/http/mount.ts'
import { showSchedule } from '../present.ts'
import { saveSettings } from '../saving/save-settings.ts'
import { saveWish } from '../saving/save-wish.ts'
import { undoBatch } from '../saving/undo-batch.ts'

export const planningRoutes = answers(planning, {
  'POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo': async ({ db, actor, params, platform }) => {
    await undoBatch(platform, db, actor, params.construction_id, params.batch_id)
    return { message: '保存した変更を元に戻しました。', ...(await showSchedule(platform, db, actor, params.construction_id)) }
  },

  'PATCH /api/constructions/:construction_id/detail_schedule/settings': async ({ db, actor, params, body, platform }) => {
    await saveSettings(db, actor, params.construction_id, body.schedule_settings)
    return { message: '工程の設定を保存しました。', ...(await showSchedule(platform, db, actor, params.construction_id)) }
  },

  'PATCH /api/constructions/:construction_id/rooms/:room_id/wish': async ({ db, actor, params, body }) => ({
    message: '希望日を保存しました。',
    wish: await saveWish(db, actor, params.construction_id, params.room_id, body.wish),
  }),
})
