import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { toDay } from '../../platform/clock.ts'
import { recordEvent } from '../../platform/events.ts'
import type { DeviceMoment } from '../../platform/http/device-clock.ts'
import { notFound, refused } from '../../platform/http/problem.ts'
import { type LockedRoom, lockRoom } from '../queries.ts'
import type { ReachedRoomTarget, RoomTarget } from '../room-target.ts'
import { statusAtTheDoor } from './told-too-late.ts'
import { deleteRoomVisit, findRoomVisit, type RoomVisitRow, saveRoomVisit } from './visit-queries.ts'

/** The office may have moved it since it was looked at. */
const noVisitTextOf = ({ date }: LockedRoom): string =>
  `この部屋には今日の訪問の予定がありません。${date === null ? '工事日は決まっていません。' : `工事日は${formatDayWithoutYear(date)}です。`}`

/** The room, held, on the day of its visit. */
interface VisitTarget extends ReachedRoomTarget {
  room: LockedRoom
  visitOn: string
}

/** A room that is due on the day of the moment and not done. 404; 422 `wrong_status`, `no_visit`. */
export const reachVisit = async (asked: RoomTarget, moment: Date): Promise<VisitTarget> => {
  const room = await lockRoom(asked.db, asked.actor, asked.constructionId, asked.roomId)
  if (!room) throw notFound()
  const visitOn = toDay(moment)
  const target = { ...asked, actor: { ...asked.actor, clientId: room.client_id }, room, visitOn }
  await statusAtTheDoor(target, 'complete', 'arrival')
  if (room.date !== visitOn) throw refused(noVisitTextOf(room), 'no_visit')
  return target
}

const craftsmanOf = ({ actor }: VisitTarget): number | null => (actor.kind === 'craftsman' ? actor.id : null)

const record = (target: VisitTarget, kind: 'rooms.arrived' | 'rooms.work_started', { at, device_at }: DeviceMoment) =>
  recordEvent(target.db, {
    kind,
    actor: target.actor,
    clientId: target.actor.clientId,
    constructionId: target.constructionId,
    roomId: target.roomId,
    change: { at: at.toISOString(), ...(device_at === null ? {} : { device_at: device_at.toISOString() }) },
  })

/** 到着 (feature 15): told again it says nothing new. */
export const recordArrival = async (asked: RoomTarget, moment: DeviceMoment): Promise<RoomVisitRow> => {
  const target = await reachVisit(asked, moment.at)
  const { db, actor, roomId, visitOn } = target
  const known = await findRoomVisit(db, actor.clientId, roomId, visitOn)
  if (known) return known
  const visit = { arrived_at: moment.at, started_at: null }
  await saveRoomVisit(db, actor.clientId, { ...visit, room_id: roomId, visit_on: visitOn, craftsman_id: craftsmanOf(target) })
  await record(target, 'rooms.arrived', moment)
  return visit
}

/** 開始: whoever did not say 到着 arrived with it. */
export const recordStart = async (asked: RoomTarget, moment: DeviceMoment): Promise<RoomVisitRow> => {
  const target = await reachVisit(asked, moment.at)
  const { db, actor, roomId, visitOn } = target
  const known = await findRoomVisit(db, actor.clientId, roomId, visitOn)
  if (known && known.started_at !== null) return known
  const arrived_at = known?.arrived_at ?? moment.at
  const started_at = moment.at < arrived_at ? arrived_at : moment.at
  const visit = { arrived_at, started_at }
  await saveRoomVisit(db, actor.clientId, { ...visit, room_id: roomId, visit_on: visitOn, craftsman_id: craftsmanOf(target) })
  await record(target, 'rooms.work_started', moment)
  return visit
}

/** Takes 到着 and 開始 of today back. 404 where nobody has said that they came. */
export const takeBackArrival = async (asked: RoomTarget): Promise<void> => {
  const target = await reachVisit(asked, asked.platform.now())
  const { db, actor, constructionId, roomId, visitOn } = target
  if (!(await deleteRoomVisit(db, actor.clientId, roomId, visitOn))) throw notFound()
  await recordEvent(db, { kind: 'rooms.arrival_taken_back', actor, clientId: actor.clientId, constructionId, roomId })
}
