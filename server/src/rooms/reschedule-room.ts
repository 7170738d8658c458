import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { instantOf } from '@toguchi/domain/calendar/day'
import type { rooms } from '@toguchi/domain/rooms/contract'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { notify } from '../notifications/notifications.ts'
import { toDay } from '../platform/clock.ts'
import { type DeviceMoment, momentOf } from '../platform/http/device-clock.ts'
import { invalid, notFound } from '../platform/http/problem.ts'
import { endAbsences } from './absences/absence-queries.ts'
import { recordAbsence } from './absences/record-absence.ts'
import { futureOrNull } from './change-room.ts'
import { type CarryOutOrderDecisions, decideOrders } from './decide-orders.ts'
import { findReasonOfAbsence, lockConstruction, type LockedRoom, reasonExists, updateRoom } from './queries.ts'
import { type LockedRoomTarget, reachRoom, recallPendingMoveMessages, recordOfRoom, refuseUnless } from './reach-room.ts'
import type { RoomTarget } from './room-target.ts'

type RescheduleForm = BodyOf<(typeof rooms)['POST /api/constructions/:construction_id/rooms/:room_id/reschedule']>['room']

/**
 * Puts a room to reschedule with its reason: it becomes remaining work (G-ROOM-01, G-CON-20). Where the reason is the company's for absences
 * and somebody stood at the door, it is the absence that 「不在」 records (decision 092). Answers whether it was.
 */
export const rescheduleRoom = async (asked: RoomTarget, form: RescheduleForm, tellsHousehold = true): Promise<boolean> => {
  // Its orders may be decided over: whoever changes those takes the construction before the room.
  if (!(await lockConstruction(asked.db, asked.actor, asked.constructionId))) throw notFound()
  const target = await reachRoom(asked)
  const { platform, db, actor, room } = target
  refuseUnless(room, 'reschedule')
  if (!(await reasonExists(db, actor.clientId, form.incomplete_reason_id))) throw invalid({ incomplete_reason_id: ['は一覧にありません'] })
  const now = platform.now()
  const revisit = { revisit_at: futureOrNull(form.revisit_at ?? null, now), revisit_on: form.revisit_on ?? null }
  if (revisit.revisit_on !== null && revisit.revisit_on < toDay(now)) throw invalid({ revisit_on: ['は今日以降の日付を入力してください'] })
  const moment = await visitInVain(target, form)
  if (moment === null) await putToReschedule(target, { ...form, ...revisit })
  else await recordAbsence(asked, { ...form, ...revisit, moment, tells_household: tellsHousehold })
  return moment !== null
}

/** When somebody stood at the door in vain: as it is told, else now on the day itself, else when the frame of that day began. */
const visitInVain = async ({ platform, db, actor, room }: LockedRoomTarget, form: RescheduleForm): Promise<DeviceMoment | null> => {
  if (form.incomplete_reason_id !== (await findReasonOfAbsence(db, actor.clientId))) return null
  const now = platform.now()
  if (form.visited_at !== undefined) return momentOf({}, form.visited_at, now)
  // Called off before its day: nobody came.
  if (!hasItsDayCome(room, now)) return null
  const isToday = room.date === toDay(now)
  return { at: isToday ? now : instantOf(room.date ?? '', room.start_at ?? '12:00'), device_at: null, is_to_come: false }
}

const putToReschedule = async (target: LockedRoomTarget, form: Omit<RescheduleForm, 'revisit_at'> & { revisit_at: Date | null }) => {
  const { platform, db, actor, constructionId, roomId, room } = target
  const { incomplete_reason_id, revisit_at, revisit_on, room_remarks } = form
  const now = platform.now()
  await endAbsences(db, actor.clientId, roomId, now)
  await updateRoom(
    db,
    actor.clientId,
    roomId,
    {
      status: 'reschedule',
      incomplete_reason_id,
      revisit_at,
      revisit_on,
      // A room whose day has come was visited; one that is called off before was not.
      visits: room.visits + (hasItsDayCome(room, now) ? 1 : 0),
      room_remarks: room_remarks ?? room.room_remarks,
    },
    now,
  )
  await recallPendingMoveMessages(target)
  await recordOfRoom(target, {
    kind: 'rooms.rescheduled',
    residentVisible: true,
    change: { before: room.status, incomplete_reason_id, revisit_at, revisit_on, date: room.date },
    personal: room_remarks === null ? {} : { room_remarks },
  })
  await notify(platform, db, actor, { event: 'rescheduled', constructionId, roomId, to: ['construction_staff'] })
}

/** The same as an end in itself: no new day is known, and its orders are kept or cancelled. Answers whether it was an absence. */
export const putRoomOff = async (
  asked: RoomTarget,
  form: RescheduleForm,
  decision: OrderDecision | undefined,
  carryOut: CarryOutOrderDecisions,
): Promise<boolean> => {
  const isAbsence = await rescheduleRoom(asked, form)
  await decideOrders({ ...(await reachRoom(asked)), change: 'put off', decision, day: null }, carryOut)
  return isAbsence
}

const hasItsDayCome = ({ date }: LockedRoom, now: Date): boolean => date !== null && date <= toDay(now)
