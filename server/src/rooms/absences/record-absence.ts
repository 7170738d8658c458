import type { DeviceMoment } from '../../platform/http/device-clock.ts'
import { conflict, invalid, notFound, refused } from '../../platform/http/problem.ts'
import { toDay } from '../../platform/clock.ts'
import { notify } from '../../notifications/notifications.ts'
import { findReasonOfAbsence, type LockedRoom, reasonExists, updateRoom } from '../queries.ts'
import { type LockedRoomTarget, reachRoom, recallPendingMoveMessages, recordOfRoom } from '../reach-room.ts'
import type { RoomTarget } from '../room-target.ts'
import { isJustNow, tellNextHousehold } from '../visits/tell-household.ts'
import { statusAtTheDoor } from '../visits/told-too-late.ts'
import {
  endAbsences,
  endSlips,
  findOpenOfRoom,
  findRecordedAbsence,
  findRoomOfAbsence,
  insertAbsence,
  markWithdrawn,
  type RecordedAbsence,
  reopen,
  type RoomBeforeAbsence,
  settleWish,
  wasMovedSince,
  withdrawSlips,
} from './absence-queries.ts'
import { takeBackTelling, tellAbsentHousehold } from './tell-absence.ts'
import { whyNoWithdrawal } from './why-no-withdrawal.ts'

export interface AbsenceForm {
  /** Of the device that recorded it. */
  uuid?: string | undefined
  moment: DeviceMoment
  incomplete_reason_id?: number | undefined
  photo_omitted_reason?: string | null | undefined
  /** A 不在票 of it is being printed: nobody need be told on paper besides. */
  leaves_slip?: boolean
  /** False: it hears of the date that was found with it. */
  tells_household?: boolean
  /** What is known of the next visit. */
  revisit_at?: Date | null
  revisit_on?: string | null | undefined
  room_remarks?: string | null | undefined
}

/**
 * Somebody stood before the door in vain (D-34): the room is to be rescheduled, what was left at the door becomes good, and the household is
 * told. A newer visit takes the place of the one before; the same one, by its uuid, is recorded once. 422 `visited_at` for a moment to come.
 */
export const recordAbsence = async (asked: RoomTarget, form: AbsenceForm): Promise<void> => {
  const target = await reachRoom(asked)
  const { platform, db, actor, constructionId, roomId, room } = target
  if (await isRecorded(target, form.uuid)) return
  const already = room.status === 'reschedule' && room.closed_at === null
  const status = already ? 'reschedule' : await statusAtTheDoor(target, 'reschedule', 'absence')
  const now = platform.now()
  const { at: visited_at, device_at } = form.moment
  if (form.moment.is_to_come) throw invalid({ visited_at: ['は今までの日時を入力してください'] })
  await refuseIfMoved(target, visited_at)
  if (form.incomplete_reason_id !== undefined && !(await reasonExists(db, actor.clientId, form.incomplete_reason_id)))
    throw invalid({ incomplete_reason_id: ['は一覧にありません'] })
  const incomplete_reason_id = form.incomplete_reason_id ?? room.incomplete_reason_id ?? (await findReasonOfAbsence(db, actor.clientId))
  const open = await findOpenOfRoom(db, actor.clientId, roomId)
  await endAbsences(db, actor.clientId, roomId, now)
  await updateRoom(
    db,
    actor.clientId,
    roomId,
    {
      status,
      incomplete_reason_id,
      // Put to reschedule a minute before, it was counted then; not where it was called off before its day.
      ...(already
        ? { visits: Math.max(room.visits, 1) }
        : { revisit_at: form.revisit_at ?? null, revisit_on: form.revisit_on ?? null, visits: room.visits + 1 }),
      room_remarks: form.room_remarks ?? room.room_remarks,
    },
    now,
  )
  const absence_id = await insertAbsence(db, actor, roomId, { ...form, visited_at, incomplete_reason_id, recorded_at: now })
  await recallPendingMoveMessages(target)
  const eventId = await recordOfRoom(target, {
    kind: 'rooms.absence_recorded',
    residentVisible: true,
    change: {
      before: room.status,
      incomplete_reason_id,
      visited_at: visited_at.toISOString(),
      ...(device_at === null ? {} : { device_at: device_at.toISOString() }),
      date: room.date,
      absence_id,
      was: {
        ...open,
        status: room.status,
        incomplete_reason_id: room.incomplete_reason_id,
        revisit_at: room.revisit_at?.toISOString() ?? null,
        revisit_on: room.revisit_on,
        visits: room.visits,
      } satisfies RoomBeforeAbsence,
    },
    personal: form.room_remarks ? { room_remarks: form.room_remarks, room_remarks_before: room.room_remarks } : {},
  })
  if (form.tells_household !== false)
    await tellAbsentHousehold(target, { id: absence_id, visited_at, leaves_slip: form.leaves_slip ?? false, eventId })
  if (isJustNow(visited_at, now)) await tellNextHousehold(target)
  await notify(platform, db, actor, { event: 'rescheduled', constructionId, roomId, to: ['construction_staff'] })
}

/** Whether the device has recorded this very absence before: an answer that was lost. */
const isRecorded = async ({ db, actor, roomId }: LockedRoomTarget, uuid: string | undefined): Promise<boolean> => {
  const recordedFor = uuid === undefined ? undefined : await findRoomOfAbsence(db, actor.clientId, uuid)
  if (recordedFor === undefined) return false
  if (recordedFor === roomId) return true
  throw conflict('この不在は、すでに別の部屋に登録されています。', 'absence_uuid_taken')
}

/** A phone without a network tells late: by then the office may have agreed on another day, which an old visit does not undo. */
const refuseIfMoved = async ({ db, actor, roomId, room }: LockedRoomTarget, visitedAt: Date): Promise<void> => {
  if (room.status !== 'waiting' || room.date === null || room.date <= toDay(visitedAt)) return
  if (await wasMovedSince(db, actor.clientId, roomId, visitedAt))
    throw conflict('訪問のあとに、この部屋の工事日が変更されています。不在は登録されていません。事務所にご連絡ください。', 'date_changed')
}

/**
 * Somebody tapped 不在 at the wrong door: the room is as it was, with the absence and the wish that were open before; what was printed leads
 * nowhere, and the event of the visit stays. For whom, `whyNoWithdrawal` says.
 */
export const withdrawAbsence = async (asked: RoomTarget): Promise<void> => {
  const target = await reachRoom(asked)
  const { platform, db, actor, constructionId, roomId, room } = target
  const { clientId } = actor
  const recorded = await findRecordedAbsence(db, clientId, roomId)
  const now = platform.now()
  const why = whyNoWithdrawal(actor, recorded, toDay(now))
  if (why !== null) throw refused(why.sentence, why.code)
  if (!recorded || recorded.was === null) throw notFound()
  const { revisit_at, absence_id = null, wish_id = null, ...was } = recorded.was
  await endAbsences(db, clientId, roomId, now)
  await markWithdrawn(db, clientId, recorded.absence_id, now)
  await withdrawSlips(db, clientId, roomId, absence_id, now)
  await reopen(db, clientId, { absence_id, wish_id })
  await updateRoom(
    db,
    clientId,
    roomId,
    { ...was, ...remarksBefore(room, recorded), revisit_at: revisit_at === null ? null : new Date(revisit_at) },
    now,
  )
  const eventId = await recordOfRoom(target, {
    kind: 'rooms.absence_withdrawn',
    residentVisible: true,
    change: { before: room.status, after: was.status },
  })
  await takeBackTelling(target, { id: recorded.absence_id, eventId })
  await notify(platform, db, actor, {
    event: 'rescheduled',
    text: '不在の登録が取り消されました',
    constructionId,
    roomId,
    to: ['construction_staff'],
  })
}

/** The remarks that were there before the recording wrote others, unless somebody wrote since. */
const remarksBefore = (room: LockedRoom, { remarks }: RecordedAbsence) =>
  remarks?.room_remarks_before === undefined || remarks.room_remarks !== room.room_remarks
    ? {}
    : { room_remarks: remarks.room_remarks_before }

/** No new date is offered because of the absence any more; slips lead nowhere, who was not told of it is not, and nobody need call. */
export const endAbsence = async (asked: RoomTarget): Promise<void> => {
  const target = await reachRoom(asked)
  const { platform, db, actor, roomId } = target
  const now = platform.now()
  if (!(await endAbsences(db, actor.clientId, roomId, now))) throw notFound()
  await endSlips(db, actor.clientId, roomId, now)
  await recallPendingMoveMessages(target)
  await recordOfRoom(target, { kind: 'rooms.absence_ended' })
}

/** Somebody has called about the wish; with a date it settles itself. */
export const settleRevisitWish = async (asked: RoomTarget): Promise<void> => {
  const target = await reachRoom(asked)
  if (!(await settleWish(target.db, target.actor.clientId, target.roomId, target.platform.now()))) throw notFound()
  await recordOfRoom(target, { kind: 'rooms.revisit_wish_settled' })
}
