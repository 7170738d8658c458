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

/** The field of a client that holds an event's addresses (spec §3). */
export const notificationCopies = ['cc', 'bcc'] as const
export type NotificationField = `${NotificationEvent}_${(typeof notificationCopies)[number]}`
export const notificationFields: readonly NotificationField[] = notificationEvents.flatMap(event =>
  notificationCopies.map(copy => `${event}_${copy}` as const),
)

/** Most addresses of one field (G-NOT-02). */
export const mostAddresses = 10
/** The addresses of a field, half-width: separated by commas, as Japanese keyboards write them too, or by blanks. */
export const splitAddresses = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s,、;]+/)
    .filter(address => address !== '')
