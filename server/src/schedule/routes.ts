import type { OfficeActor } from '@toguchi/domain/access/actor'
import { forOffice, offeredFrames } from '@toguchi/domain/schedule/offered-frames'
import { toldTexts } from '@toguchi/domain/schedule/channels'
import { schedule } from '@toguchi/domain/schedule/contract'
import { canKeepSupport } from '@toguchi/domain/support/policy'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { answers } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import { type CarryOutOrderDecisions, decideOrders, rescheduleRoom } from '../rooms/rooms.ts'
import { completeSchedule } from './complete-schedule.ts'
import { generateSchedule } from './planning/generate.ts'
import { assertUnconfirmed, isRevisit, moveRoom, offerFactsOf } from './move-room.ts'
import { assignOf, showSchedule } from './present.ts'
import { findCard, findScheduledConstruction, listTimeFrames, lockScheduledConstruction } from './queries.ts'
import { withContactChannels } from './notifying/without-carrier.ts'
import { saveMoves } from './saving/save-moves.ts'

/** Where a room stands now. */
const showAssign = async (platform: Platform, db: Db, actor: OfficeActor, constructionId: number, roomId: number) => {
  const row = await findCard(db, actor.clientId, constructionId, roomId)
  const [card] = row ? withContactChannels(platform.settings, [row]) : []
  const regular = new Map((await listTimeFrames(db, actor.clientId, constructionId)).map(frame => [frame.id, frame.frame_number]))
  const assign = card && assignOf(card, id => regular.get(id) ?? 0, canKeepSupport(actor))
  if (!assign) throw notFound()
  return assign
}

export const scheduleRoutes = (carryOut: CarryOutOrderDecisions) =>
  answers(schedule, {
    'GET /api/constructions/:construction_id/detail_schedule': ({ db, actor, params, platform }) =>
      showSchedule(platform, db, actor, params.construction_id),

    'POST /api/constructions/:construction_id/detail_schedule': async ({ db, actor, params, body, platform }) => {
      await generateSchedule(platform, db, actor, params.construction_id, body.detail_schedule, body.force ?? false, carryOut)
      return { message: '詳細工程表を作成しました。', ...(await showSchedule(platform, db, actor, params.construction_id)) }
    },

    'PATCH /api/constructions/:construction_id/detail_schedule': async ({ db, actor, params, body, platform }) => {
      await saveMoves(platform, db, actor, params.construction_id, body.detail_schedule, carryOut)
      return { message: '詳細工程表を更新しました。', ...(await showSchedule(platform, db, actor, params.construction_id)) }
    },

    'POST /api/constructions/:construction_id/detail_schedule/completion': async ({ db, actor, params, platform }) => ({
      message: '詳細工程表を確定しました。',
      detail_schedule_completed_at: toInstant(await completeSchedule(platform, db, actor, params.construction_id)),
    }),

    'GET /api/constructions/:construction_id/rooms/:room_id/free_frames': async ({ db, actor, params, platform }) => {
      const construction = await findScheduledConstruction(db, actor, params.construction_id)
      const card = construction && (await findCard(db, actor.clientId, construction.id, params.room_id))
      if (!construction || !card) throw notFound()
      const facts = await offerFactsOf(platform, db, actor.clientId, construction, params.room_id)
      const regular = new Map(facts.time_frames.map(frame => [frame.id, frame.frame_number]))
      const byDate = Map.groupBy(offeredFrames({ ...forOffice(facts), spares_first: isRevisit(card) }), frame => frame.date)
      return {
        dates: [...byDate].map(([date, frames]) => ({
          date,
          time_frames: frames.map(({ construction_time_frame_id, start_at, end_at, frame_numbers }) => ({
            construction_time_frame_id,
            start_at,
            end_at,
            frame_numbers,
            spare_frame_numbers: frame_numbers.filter(number => number > (regular.get(construction_time_frame_id) ?? 0)),
          })),
        })),
      }
    },

    'PATCH /api/constructions/:construction_id/rooms/:room_id/assign': async ({ db, actor, params, body, platform }) => {
      const construction = await lockScheduledConstruction(db, actor, params.construction_id)
      if (!construction) throw notFound()
      if (body.seen_confirmed === false) await assertUnconfirmed(db, actor.clientId, construction, params.room_id)
      const { told } = await moveRoom(platform, db, actor, construction, params.room_id, body.assign, {
        actingFor: body.acting_for,
        seen: body.seen,
        offered: 'to the office',
        orders: { decision: body.order_decision, carryOut },
      })
      return {
        message: `工事日を変更しました。${told === null ? '' : toldTexts[told]}`,
        told,
        assign: await showAssign(platform, db, actor, construction.id, params.room_id),
      }
    },

    'POST /api/constructions/:construction_id/rooms/:room_id/revisit': async ({ db, actor, params, body, platform }) => {
      // The construction first, as everybody who plans, and then the room.
      const construction = await lockScheduledConstruction(db, actor, params.construction_id)
      if (!construction) throw notFound()
      // The household is told of the new date, and not besides that it was missed.
      await rescheduleRoom({ platform, db, actor, constructionId: construction.id, roomId: params.room_id }, body.room, false)
      const { place, told } = await moveRoom(platform, db, actor, construction, params.room_id, body.assign, { offered: 'to the office' })
      const { date: day } = place
      await decideOrders({ platform, db, actor, roomId: params.room_id, change: 'move', decision: body.order_decision, day }, carryOut)
      return {
        message: `再訪問の日時を登録しました。${told === null ? '' : toldTexts[told]}`,
        told,
        assign: await showAssign(platform, db, actor, construction.id, params.room_id),
      }
    },
  })
