/** The ten events a client may set CC and BCC for (spec §3, G-NOT-03 to 12). */
export const notificationEvents = [
  'detail_schedule_created',
  'detail_schedule_updated',
  'detail_schedule_completed',
  'construction_assigned',
  'date_confirmed',
  'room_detail_updated',
  'closed',
  'rescheduled',
  'all_closed',
  'schedule_changed',
] as const
export type NotificationEvent = (typeof notificationEvents)[number]

export const notificationEventLabels: Readonly<Record<NotificationEvent, string>> = {
  detail_schedule_created: '詳細工程表の作成',
  detail_schedule_updated: '詳細工程表の更新',
  detail_schedule_completed: '詳細工程表の確定',
  construction_assigned: '工事への割当',
  date_confirmed: '日程確定',
  room_detail_updated: '部屋情報の更新',
  closed: '完了確定',
  rescheduled: '日程再調整',
  all_closed: '全戸の完了確定',
  schedule_changed: '工事日の変更',
}
