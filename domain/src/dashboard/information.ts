/** Tags of the information rows (spec §2 Dashboard). */
export const informationKinds = ['alert', 'add', 'info'] as const
export type InformationKind = (typeof informationKinds)[number]
export const informationKindLabels: Readonly<Record<InformationKind, string>> = { alert: '重要', add: '追加', info: '案内' }

/** Which events staff are told of on the dashboard, and how (G-DASH-01): written by the same events as the mails. */
export const informationOfEvent: Readonly<Record<string, { kind: InformationKind; text: string }>> = {
  'constructions.created': { kind: 'add', text: '工事が登録されました' },
  'constructions.copied': { kind: 'add', text: '工事がコピーされました' },
  'detail_schedule.generated': { kind: 'add', text: '詳細工程表が作成されました' },
  'detail_schedule.regenerated': { kind: 'info', text: '詳細工程表が作り直されました' },
  'detail_schedule.completed': { kind: 'info', text: '詳細工程表が確定しました' },
  'assigns.moved': { kind: 'info', text: '工事日が変更されました' },
  'rooms.date_confirmed': { kind: 'info', text: '工事日が確定しました' },
  'rooms.rescheduled': { kind: 'alert', text: '日程再調整になりました' },
  'key_custodies.overdue': { kind: 'alert', text: 'お預かりした鍵が18時を過ぎても返却されていません' },
  'rooms.closed': { kind: 'info', text: '完了確定しました' },
  'orders.placed': { kind: 'add', text: 'オプション工事の申込みがありました' },
  'orders.cancel_applied': { kind: 'alert', text: 'オプション工事のキャンセル申請がありました' },
  'orders.cash_overdue': { kind: 'alert', text: '現金の支払期限が過ぎています' },
  'refunds.failed': { kind: 'alert', text: 'カードへの返金ができませんでした' },
  'constructions.all_closed': { kind: 'info', text: 'すべての部屋を完了確定しました' },
}

/** グランドメゾン青葉台 302号室：日程再調整になりました */
export const informationText = (event: { kind: string; building_name: string | null; room_name: string | null }): string => {
  const place = [event.building_name ?? '', event.room_name === null ? '' : `${event.room_name}号室`].filter(part => part !== '').join(' ')
  return `${place}：${informationOfEvent[event.kind]?.text ?? event.kind}`
}
