import { receptionStatuses, receptionStatusLabels, type ReceptionStatus, type RoomStatus } from './labels.ts'

/** What changes a room's status (G-ROOM-01). `assign` is the saving of a frame for the room, not a button. */
export const roomActions = ['complete', 'reschedule', 'assign', 'take_back_completion'] as const
export type RoomAction = (typeof roomActions)[number]

/** What a room tells about itself to the rules here. */
export interface RoomState {
  status: RoomStatus
  closed_at: unknown
}

const transitions: Readonly<Record<RoomStatus, Partial<Record<RoomAction, RoomStatus>>>> = {
  waiting: { complete: 'completed', reschedule: 'reschedule', assign: 'waiting' },
  reschedule: { complete: 'completed', assign: 'waiting' },
  completed: { take_back_completion: 'waiting' },
}

/** The status after an action, or null when the room does not allow it. A closed room allows none (G-ROOM-02). */
export const statusAfter = (room: RoomState, action: RoomAction): RoomStatus | null =>
  room.closed_at === null ? (transitions[room.status][action] ?? null) : null

/** Why an action is refused: the sentence for the user, null when it is allowed. */
export const refusalOf = (room: RoomState, action: RoomAction): string | null => {
  if (room.closed_at !== null) return closedRoomText
  return statusAfter(room, action) === null ? wrongStatusText : null
}

/** A completed room closes directly, another only as given up, with a reason (G-ROOM-02). */
export const canClose = (room: RoomState, incompleteReasonId: number | null): boolean =>
  room.closed_at === null && (room.status === 'completed' || incompleteReasonId !== null)

export const wrongStatusText = 'この状態では操作できません。'
export const closedRoomText = '完了確定済みのため変更できません。'

/** Red: staff have not looked at the answer yet, or there is none (spec §4, G-ROOM-05). */
export const isReceptionRed = (status: ReceptionStatus): boolean => status === 'not_yet' || status === 'web'

/** The key of a reception status, given as key or as label, in any width and case (G-ROOM-04); null if it is neither. */
export const receptionStatusOf = (keyOrLabel: string): ReceptionStatus | null => {
  const foldedKey = folded(keyOrLabel)
  return receptionStatuses.find(key => key === foldedKey || folded(receptionStatusLabels[key]) === foldedKey) ?? null
}

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase()
