/** Room statuses and their labels (spec §4, G-CST-08, D-17). A new room is `waiting`. */
export const roomStatuses = ['waiting', 'completed', 'reschedule'] as const
export type RoomStatus = (typeof roomStatuses)[number]
export const roomStatusLabels: Readonly<Record<RoomStatus, string>> = { waiting: '未着手', completed: '完了', reschedule: '日程再調整' }

/** Reception statuses and their labels (G-ROOM-03, D-17). A new room is `not_yet`. */
export const receptionStatuses = ['not_yet', 'web', 'tel', 'paper', 'mail', 'visit', 'other'] as const
export type ReceptionStatus = (typeof receptionStatuses)[number]
export const receptionStatusLabels: Readonly<Record<ReceptionStatus, string>> = {
  not_yet: '未受付',
  web: 'Web受付',
  tel: '電話受付',
  paper: '書面受付',
  mail: 'メール受付',
  visit: '訪問受付',
  other: 'その他',
}
