import type { Reached, WorkerActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { type PhotoSlot, missingPhotosText } from '@toguchi/domain/photos/required-photos'
import type { rooms } from '@toguchi/domain/rooms/contract'
import { canClose, closedRoomText, receptionStatusOf, wrongStatusText } from '@toguchi/domain/rooms/status'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import type { MoveChannel } from '@toguchi/domain/schedule/channels'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import { formatDayLong, formatTimeFrame, instantOf } from '@toguchi/domain/calendar/day'
import { hasKeyOut } from '../keys/keys.ts'
import { notify } from '../notifications/notifications.ts'
import type { Db } from '../platform/database/database.ts'
import { toDay } from '../platform/clock.ts'
import { recordEvent } from '../platform/events.ts'
import type { Wait } from '../platform/messages/outbox.ts'
import type { DeviceMoment } from '../platform/http/device-clock.ts'
import { forbidden, invalid, notFound, refused, stale } from '../platform/http/problem.ts'
import { type CarryOutOrderDecisions, decideOrders } from './decide-orders.ts'
import { assertDateUnchanged, type SeenPlace } from './dates/assert-date-unchanged.ts'
import { findRoomDetail } from './detail-queries.ts'
import { slotsOf } from './present.ts'
import {
  countOpenRooms,
  findConstruction,
  findPlaceOfRoom,
  lockConstruction,
  reasonExists,
  setConfirmed,
  updateRoom,
  wasNotifiedLately,
} from './queries.ts'
import type { RoomTarget } from './room-target.ts'
import { keepReadSignature } from '../files/files.ts'
import { type LockedRoomTarget, reachRoom, recallPendingMoveMessages, recordOfRoom, refuseUnless } from './reach-room.ts'
import { setReceptionStatus } from './set-reception-status.ts'
import { statusAtTheDoor } from './visits/told-too-late.ts'
import { findRoomVisit } from './visits/visit-queries.ts'
import { isJustNow, tellNextHousehold } from './visits/tell-household.ts'

const under = '/api/constructions/:construction_id/rooms/:room_id' as const
type Body<Key extends keyof typeof rooms> = BodyOf<(typeof rooms)[Key]>
type RoomForm = Body<`PATCH ${typeof under}`>['room']

const reportedText = '完了した部屋の特記事項は、完了報告書で訂正してください。'
const notifyCooldownMs = 10 * 60_000
const personalFields: ReadonlySet<string> = new Set(['room_remarks', 'construction_remarks', 'special_report'])
const ofCraftsmen: ReadonlySet<string> = new Set(['room_remarks', 'special_report'])

/** Saves what was sent of a room; role 4 may send its remarks only (endpoints.md I). One mail a room and ten minutes (G-REP-07). */
export const changeRoom = async (asked: RoomTarget, form: RoomForm, actingFor?: ActingFor): Promise<void> => {
  const { lock_version, ...fields } = form
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (asked.actor.kind === 'craftsman' && sent.some(([name]) => !ofCraftsmen.has(name))) throw forbidden()
  const reception = form.reception_status === undefined ? undefined : receptionStatusOf(form.reception_status)
  if (reception === null) throw invalid({ reception_status: ['は一覧にありません'] })
  const target = await reachRoom(asked)
  const { platform, db, actor, constructionId, roomId, room } = target
  if (room.closed_at !== null) throw refused(closedRoomText, 'room_closed')
  // What was handed over is corrected in the report, where the correction is marked.
  if (room.status === 'completed' && form.special_report !== undefined && form.special_report !== room.special_report)
    throw refused(reportedText, 'already_reported')
  if (lock_version !== undefined && lock_version !== room.lock_version) throw stale()
  const now = platform.now()
  const { revisit_at, reception_status: _label, ...rest } = fields
  const change = {
    ...rest,
    ...(reception === undefined ? {} : { reception_status: reception }),
    ...(revisit_at === undefined ? {} : { revisit_at: futureOrNull(revisit_at, now) }),
  }
  await updateRoom(db, actor.clientId, roomId, change, now)
  if (reception !== undefined) await setReceptionStatus(db, actor.clientId, roomId, reception, now)
  const notifiedLately = await wasNotifiedLately(db, actor.clientId, roomId, new Date(now.getTime() - notifyCooldownMs))
  const names = Object.keys(change)
  const pick = (row: object, personal: boolean) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) => names.includes(name) && personalFields.has(name) === personal && value !== undefined),
    )
  const personal = names.some(name => personalFields.has(name)) ? { before: pick(room, true), after: pick(change, true) } : {}
  await recordOfRoom(
    target,
    { kind: 'rooms.updated', change: { before: pick(room, false), after: pick(change, false) }, personal },
    actingFor,
  )
  if (!notifiedLately)
    await notify(platform, db, actor, { event: 'room_detail_updated', constructionId, roomId, to: ['construction_staff', 'craftsmen'] })
}

/** A moment to come as a form tells it; 422 under `revisit_at`. */
export const futureOrNull = (instant: string | null, now: Date): Date | null => {
  if (instant === null) return null
  const at = new Date(instant)
  if (at <= now) throw invalid({ revisit_at: ['は現在より後の日時を入力してください'] })
  return at
}

interface Confirmation {
  actingFor?: ActingFor | undefined
  channel?: MoveChannel | undefined
  seen?: SeenPlace | undefined
  /** Until when it may still be taken back, and nobody is told. */
  wait?: Wait | undefined
}

/** Confirms the date for a resident who answered by telephone or on paper (G-SCH-24); `channel` says how they are told. */
export const confirmDate = async (asked: RoomTarget, { actingFor, channel, seen, wait }: Confirmation = {}): Promise<void> => {
  const target = await reachRoom(asked)
  const { platform, db, actor, roomId, room } = target
  if (room.closed_at !== null || room.status === 'completed') throw refused('工事が完了しているため変更できません。', 'room_done')
  assertDateUnchanged(await findPlaceOfRoom(db, actor.clientId, roomId), seen)
  if (room.date === null) throw refused('工事日が割り当てられていません。', 'not_assigned')
  // Said once already, by the resident or to a colleague: nobody is told twice.
  if (room.construction_schedule_confirmed_at !== null) throw refused('工事日はすでに確定しています。', 'no_date_confirmation')
  await setConfirmed(db, actor.clientId, [roomId], platform.now())
  if (actingFor) await setReceptionStatus(db, actor.clientId, roomId, actingFor.channel, platform.now())
  await notifyOfConfirmation(target, actingFor, channel, wait)
}

/** Records and tells that the date as it stands now is agreed to, for a room that `moveRoom` has confirmed at its new place. */
export const notifyConfirmed = async (asked: RoomTarget, actingFor: ActingFor, channel?: MoveChannel): Promise<void> =>
  notifyOfConfirmation(await reachRoom(asked), actingFor, channel)

const notifyOfConfirmation = async (
  target: LockedRoomTarget,
  actingFor: ActingFor | undefined,
  channel: MoveChannel | undefined,
  wait?: Wait,
): Promise<void> => {
  const { platform, db, actor, constructionId, roomId, room } = target
  const { date, start_at, end_at } = room
  if (date === null) return
  await recordOfRoom(target, { kind: 'rooms.date_confirmed', residentVisible: true, change: { date } }, actingFor)
  const time = start_at === null || end_at === null ? '' : ` ${formatTimeFrame(start_at, end_at)}`
  await notify(platform, db, actor, {
    event: 'date_confirmed',
    constructionId,
    roomId,
    date: `${formatDayLong(date)}${time}`,
    ...(start_at === null || end_at === null ? {} : { visit: { date, start_at, end_at } }),
    channel,
    wait,
    to: ['construction_staff', 'resident'],
  })
}

export interface CompletionForm {
  signer_name: string | null
  sign_omitted_reason: string | null
  photos_omitted_reason: string | null
  special_report: string | null
  completion_comment: string | null
  moment: DeviceMoment
}

/**
 * Completes a room: every slot has its photo and there is a signature, or a reason why not (G-PHO-08, G-ROOM-19). Without photos
 * only the office may complete, and the reason shows in the report.
 */
export const completeRoom = async (
  asked: RoomTarget,
  form: CompletionForm,
  signature: Uint8Array | null,
): Promise<{ digital_sign_file_id: number | null; photos_omitted_reason: string | null; completed_at: Date }> => {
  const target = await reachRoom(asked)
  const { platform, db, actor, constructionId, roomId, room } = target
  const status = await statusAtTheDoor(target, 'complete', 'completion')
  const detail = await findRoomDetail(db, actor, constructionId, roomId)
  if (!detail) throw notFound()
  const missing: PhotoSlot[] = slotsOf(detail).filter(slot => slot.taken === 0)
  if (missing.length > 0 && (form.photos_omitted_reason === null || actor.kind === 'craftsman'))
    throw refused(missingPhotosText(missing), 'photos_missing', {
      missing: missing.map(({ position, place_name, timing }) => ({ position, place_name, timing })),
    })
  if (signature === null && form.sign_omitted_reason === null)
    throw invalid({ digital_sign: ['を入力するか、省略する理由を入力してください'] }, 'sign_missing')
  const now = platform.now()
  const digital_sign_file_id = signature === null ? null : await keepReadSignature(platform, db, actor.clientId, signature)
  const photos_omitted_reason = missing.length > 0 ? form.photos_omitted_reason : null
  const completed_at = await completedAt(target, form.moment)
  await updateRoom(
    db,
    actor.clientId,
    roomId,
    {
      status,
      completed_at,
      incomplete_reason_id: null,
      digital_sign_file_id,
      sign_omitted_reason: signature === null ? form.sign_omitted_reason : null,
      photos_omitted_reason,
      special_report: form.special_report,
      completion_comment: form.completion_comment,
    },
    now,
  )
  await recallPendingMoveMessages(target)
  await recordOfRoom(target, {
    kind: 'rooms.completed',
    residentVisible: true,
    change: {
      before: room.status,
      signed: digital_sign_file_id !== null,
      missing_photos: missing.length,
      ...(form.moment.device_at === null ? {} : { device_at: form.moment.device_at.toISOString() }),
    },
    personal: {
      ...(signature === null || form.signer_name === null ? {} : { signer_name: form.signer_name }),
      sign_omitted_reason: form.sign_omitted_reason,
      photos_omitted_reason: form.photos_omitted_reason,
      special_report: form.special_report,
    },
  })
  if (isJustNow(completed_at, now)) await tellNextHousehold(target)
  return { digital_sign_file_id, photos_omitted_reason, completed_at }
}

/** Days for which a phone waits with what it holds (decision 076). */
const keptDays = 60

/** As it was pressed, however late it arrived; not before somebody came, or the day of the visit began. */
const completedAt = async ({ db, actor, roomId, room, platform }: LockedRoomTarget, { at }: DeviceMoment): Promise<Date> => {
  const now = platform.now()
  const visit = room.date === null ? undefined : await findRoomVisit(db, actor.clientId, roomId, room.date)
  const hasItsDayBegun = room.date !== null && room.date <= toDay(now)
  const longAgo = new Date(now.getTime() - keptDays * 86_400_000)
  const earliest = visit?.started_at ?? visit?.arrived_at ?? (hasItsDayBegun ? instantOf(room.date ?? '', '00:00') : longAgo)
  return at < earliest ? earliest : at
}

/** Takes a completion back while the room is not closed (G-ROOM-01). */
export const takeBackCompletion = async (asked: RoomTarget): Promise<void> => {
  const target = await reachRoom(asked)
  const { room } = target
  const status = refuseUnless(room, 'take_back_completion')
  await updateRoom(
    target.db,
    target.actor.clientId,
    target.roomId,
    { status, completed_at: null, digital_sign_file_id: null, sign_omitted_reason: null, photos_omitted_reason: null },
    target.platform.now(),
  )
  await recordOfRoom(target, { kind: 'rooms.completion_taken_back', change: { before: room.status, after: status } })
}

/** Settles a room for good (完了確定, D-23): completed rooms directly, others only as given up, with a reason (G-ROOM-02). */
export const closeRoom = async (
  asked: RoomTarget,
  form: { incomplete_reason_id?: number | undefined },
  decision: OrderDecision | undefined,
  carryOut: CarryOutOrderDecisions,
): Promise<void> => {
  // Rooms of one construction close one after the other, so that the last one knows that it is the last.
  if (!(await lockConstruction(asked.db, asked.actor, asked.constructionId))) throw notFound()
  const target = await reachRoom(asked)
  const { platform, db, actor, constructionId, roomId, room } = target
  if (room.closed_at !== null) throw refused(wrongStatusText, 'wrong_status')
  // Nobody settles a dwelling whose key is still in our hands (feature 11).
  if (await hasKeyOut(db, actor.clientId, roomId))
    throw refused('お預かりした鍵が返却されていません。返却を登録してから完了確定してください。', 'key_out')
  const reasonId = form.incomplete_reason_id ?? (room.status === 'reschedule' ? room.incomplete_reason_id : null)
  if (!canClose({ status: room.status, closed_at: null }, reasonId))
    throw invalid({ incomplete_reason_id: ['を選択してください'] }, 'reason_missing')
  if (reasonId !== null && !(await reasonExists(db, actor.clientId, reasonId)))
    throw invalid({ incomplete_reason_id: ['は一覧にありません'] })
  const now = platform.now()
  await updateRoom(db, actor.clientId, roomId, { closed_at: now, incomplete_reason_id: room.status === 'completed' ? null : reasonId }, now)
  await recallPendingMoveMessages(target)
  await recordOfRoom(target, {
    kind: 'rooms.closed',
    change: { status: room.status, incomplete_reason_id: room.status === 'completed' ? null : reasonId },
  })
  // What was ordered for a room that is completed was done with it.
  if (room.status !== 'completed') await decideOrders({ ...target, change: 'give up', decision, day: null }, carryOut)
  await notify(platform, db, actor, { event: 'closed', constructionId, roomId, to: ['sales_staff', 'construction_staff'] })
  if ((await countOpenRooms(db, actor.clientId, constructionId)) > 0) return
  await recordEvent(db, { kind: 'constructions.all_closed', actor, clientId: actor.clientId, constructionId })
  await notify(platform, db, actor, { event: 'all_closed', constructionId, to: ['sales_staff', 'construction_staff', 'staff_admins'] })
}

/** Opens a settled room again (roles 1, 2). */
export const reopenRoom = async (asked: RoomTarget): Promise<void> => {
  const target = await reachRoom(asked)
  const { room } = target
  if (room.closed_at === null) throw refused(wrongStatusText, 'wrong_status')
  await updateRoom(target.db, target.actor.clientId, target.roomId, { closed_at: null }, target.platform.now())
  await recordOfRoom(target, { kind: 'rooms.reopened', change: { status: room.status } })
}

/** The construction of a list, or 404. */
export const reachableConstruction = async (db: Db, actor: WorkerActor, constructionId: number) => {
  const construction = await findConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  return construction
}

/** Who asks for a list or paper of a construction that they reach, or 404. */
export const reachConstruction = async (db: Db, actor: WorkerActor, constructionId: number): Promise<Reached<WorkerActor>> => {
  const { client_id: clientId } = await reachableConstruction(db, actor, constructionId)
  return { ...actor, clientId }
}
