import type { WorkerActor } from '@toguchi/domain/access/actor'
import { rooms } from '@toguchi/domain/rooms/contract'
import { toDay, toInstant } from '../platform/clock.ts'
import { type Context, answers } from '../platform/http/mount.ts'
import { changeRoom, closeRoom, confirmDate, reachableConstruction, reopenRoom } from './change-room.ts'
import { putRoomOff } from './reschedule-room.ts'
import { changeOccupancy } from './occupancy/change-occupancy.ts'
import { presentRoom, presentWish, showRoom } from './present.ts'
import { listRooms, listTimeline } from './queries.ts'
import { listRemaining, searchRooms } from './list-queries.ts'
import { listBlocks, roomsWithData } from './composition/composition-queries.ts'
import { ageOf } from './remaining-age.ts'
import { findCompositionVersion } from '../construction-versions/construction-versions.ts'
import type { HandedDown } from './decide-orders.ts'
import { answerWithRoom, roomTargetOf } from './room-target.ts'
import { saveComposition } from './composition/save-composition.ts'

type RemainingQuery = Context<'GET /api/remaining_constructions', (typeof rooms)['GET /api/remaining_constructions']>

const remaining = async (
  { db, actor, query, now }: Pick<RemainingQuery, 'db' | 'query' | 'now'> & { actor: WorkerActor },
  constructionId: number | null,
) => {
  const { remaining_constructions, total_count } = await listRemaining(db, actor, {
    constructionId,
    today: toDay(now),
    buildingName: query.remaining_construction?.building_name,
    reasonId: query.remaining_construction?.incomplete_reason_id,
    sortBy: query.sort_by,
    sortDesc: query.sort_desc ?? false,
    page: query.page ?? 1,
    perPage: query.exclude_pagination ? null : (query.per_page ?? 25),
  })
  return {
    remaining_constructions: remaining_constructions.map(row => ({
      ...row,
      ...ageOf(row, toDay(now)),
      revisit_at: toInstant(row.revisit_at),
      revisit_wish: presentWish(row.revisit_wish),
    })),
    total_count,
  }
}

export const roomsRoutes = ({ carryOut, freeFrame }: HandedDown) =>
  answers(rooms, {
    'GET /api/constructions/:construction_id/rooms': async ({ db, actor, params, query }) => {
      // First, so that a save in between makes the version old and not new.
      const { client_id: clientId, composition_version } = await reachableConstruction(db, actor, params.construction_id)
      const rows = await listRooms(db, actor, params.construction_id, query.room)
      const blocks = await listBlocks(db, clientId, params.construction_id)
      return {
        rooms: rows.map(row => presentRoom(row, actor)),
        blocks: blocks.map(({ id: _id, ...block }) => block),
        composition_version,
        room_ids_in_use: (await roomsWithData(db, clientId, params.construction_id)).map(({ id }) => id),
      }
    },

    'PATCH /api/constructions/:construction_id/room_composition': async ({ platform, db, actor, params, body }) => {
      const warning = await saveComposition(platform, db, actor, params.construction_id, body.construction)
      const blocks = await listBlocks(db, actor.clientId, params.construction_id)
      return {
        message: '部屋構成を更新しました。',
        rooms: (await listRooms(db, actor, params.construction_id)).map(row => presentRoom(row, actor)),
        blocks: blocks.map(({ id: _id, ...block }) => block),
        composition_version: await findCompositionVersion(db, actor.clientId, params.construction_id),
        room_ids_in_use: (await roomsWithData(db, actor.clientId, params.construction_id)).map(({ id }) => id),
        warning,
      }
    },

    'GET /api/rooms': async ({ db, actor, query }) => ({
      rooms: await searchRooms(db, actor.clientId, query.room.keyword),
    }),

    'GET /api/constructions/:construction_id/rooms/:room_id': async ({ platform, db, actor, params }) => ({
      room: await showRoom(platform, db, actor, params.construction_id, params.room_id),
    }),

    'PATCH /api/constructions/:construction_id/rooms/:room_id': async context => {
      await changeRoom(roomTargetOf(context), context.body.room, context.body.acting_for)
      return answerWithRoom('部屋情報を更新しました。', context)
    },

    'PATCH /api/constructions/:construction_id/rooms/:room_id/occupancy': async context => {
      const { occupancy, order_decision: decision, frees_frame: freesFrame = false } = context.body
      await changeOccupancy(roomTargetOf(context), occupancy, { decision, freesFrame }, { carryOut, freeFrame })
      return answerWithRoom('入居状況・対応結果を更新しました。', context)
    },

    'POST /api/constructions/:construction_id/rooms/:room_id/confirmation': async context => {
      await confirmDate(roomTargetOf(context), { actingFor: context.body.acting_for, seen: context.body.seen })
      return answerWithRoom('工事日を確定しました。', context)
    },

    'POST /api/constructions/:construction_id/rooms/:room_id/reschedule': async context => {
      const isAbsence = await putRoomOff(roomTargetOf(context), context.body.room, context.body.order_decision, carryOut)
      return answerWithRoom(isAbsence ? '不在を登録しました。' : '日程再調整として登録しました。', context)
    },

    'POST /api/constructions/:construction_id/rooms/:room_id/close': async context => {
      await closeRoom(roomTargetOf(context), context.body.room, context.body.order_decision, carryOut)
      const answer = await answerWithRoom('', context)
      return { ...answer, message: `${answer.room.name}の工事を完了確定しました。` }
    },

    'DELETE /api/constructions/:construction_id/rooms/:room_id/close': async context => {
      await reopenRoom(roomTargetOf(context))
      return answerWithRoom('完了確定を解除しました。', context)
    },

    'GET /api/constructions/:construction_id/rooms/:room_id/events': async ({ platform, db, actor, params }) => {
      await showRoom(platform, db, actor, params.construction_id, params.room_id)
      const rows = await listTimeline(db, actor.clientId, params.construction_id, params.room_id)
      return { events: rows.map(row => ({ ...row, at: toInstant(row.at), acting_for: row.acting_for })) }
    },

    'GET /api/remaining_constructions': context => remaining(context, null),

    'GET /api/constructions/:construction_id/remaining_constructions': async context => {
      const construction = await reachableConstruction(context.db, context.actor, context.params.construction_id)
      return remaining(context, construction.id)
    },
  })
