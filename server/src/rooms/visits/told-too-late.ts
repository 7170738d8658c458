import { formatDayWithoutYear, timeInTokyo, todayInTokyo } from '@toguchi/domain/calendar/day'
import { actorForTheSite } from '@toguchi/domain/events/actor-label'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import { refusalOf, type RoomAction, statusAfter, wrongStatusText } from '@toguchi/domain/rooms/status'
import { type Problem, refused } from '../../platform/http/problem.ts'
import type { LockedRoomTarget } from '../reach-room.ts'
import { countPhotosOfRoom, findSettlement, type Settlement } from './settlement-queries.ts'

type Target = Pick<LockedRoomTarget, 'db' | 'actor' | 'roomId' | 'room'>

/** What somebody tells of a visit, and what becomes of it where it is not taken. */
const notTaken = {
  completion: 'この完了登録とサインは登録されていません。サインの扱いは事務所にご確認ください。',
  absence: 'この不在は登録されていません。事務所にご連絡ください。',
  arrival: 'この到着・開始は登録されていません。事務所にご連絡ください。',
} as const
export type Told = keyof typeof notTaken

/**
 * The status after what is done at a door; 422 `wrong_status` where the room does not allow it. Where the room was completed or closed meanwhile,
 * it is said who did, when, and what becomes of what was told: a phone tells late (feature 16), and one person may have two.
 */
export const statusAtTheDoor = async (target: Target, action: RoomAction, told: Told): Promise<RoomStatus> => {
  const { room } = target
  const after = statusAfter({ status: room.status, closed_at: room.closed_at }, action)
  if (after === null) throw await refusedAtTheDoor(target, action, told)
  return after
}

const refusedAtTheDoor = async (target: Target, action: RoomAction, told: Told): Promise<Problem> => {
  const { db, actor, roomId, room } = target
  const settlement = await findSettlement(db, actor.clientId, roomId)
  const isOwn = settlement?.actor_kind === actor.kind && settlement.actor_id === actor.id
  const isSettled = room.closed_at !== null || room.status === 'completed'
  // Who closed the room knows of it, but an absence that stands against it is news: one of the two is not so.
  const isKnown = isOwn && settlement.kind === 'rooms.closed' && told !== 'absence'
  if (settlement === undefined || !isSettled || isKnown)
    return refused(refusalOf({ status: room.status, closed_at: room.closed_at }, action) ?? wrongStatusText, 'wrong_status')
  const photos = told === 'completion' ? await countPhotosOfRoom(db, actor.clientId, roomId) : 0
  const arrived = photos === 0 ? '' : `この部屋の写真${photos}枚は届いています。`
  const said = sentenceOf(settlement, isOwn ? 'ご自身' : actorForTheSite(settlement))
  return refused(`${told === 'completion' ? completedText : ''}${said}${arrived}${notTaken[told]}`, 'wrong_status')
}

const completedText = 'この部屋はすでに完了しています。'
const sentenceOf = (settlement: Settlement, who: string): string => {
  const at = `${formatDayWithoutYear(todayInTokyo(settlement.at))} ${timeInTokyo(settlement.at)}`
  const what = settlement.kind === 'rooms.closed' ? '完了確定' : '完了登録'
  return `${at}に${who}が${what}しました。`
}
