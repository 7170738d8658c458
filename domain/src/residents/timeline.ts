import { formatDayLong, formatTimeFrameForResident, type Day, type TimeOfDay } from '../calendar/day.ts'
import { answeredByText } from '../rooms/answered-by.ts'
import { presenceLabels, presenceMethods } from '../rooms/presence.ts'

/** Where a room was or came to be, as an event of the timeline keeps it, with the times of its frame. */
export interface EventPlace {
  date: Day
  /** Null when the time frame is gone by now. */
  start_at: TimeOfDay | null
  end_at: TimeOfDay | null
}

const sentences: Readonly<Record<string, string>> = {
  'assigns.placed': '工事日が決まりました',
  'assigns.moved': '工事日が変わりました',
  'assigns.removed': '工事日を調整しています',
  'rooms.date_confirmed': '工事日が確定しました',
  'rooms.absence_recorded': 'お伺いしましたが、ご不在でした',
  'rooms.absence_withdrawn': 'ご不在の記録を取り消しました',
  'rooms.revisit_wished': '次の訪問のご希望をうかがいました',
  'rooms.presence_chosen': '在宅方法を決めました',
  'rooms.date_change_extended': '日程変更の締切を延長しました',
  'rooms.date_change_extension_ended': '日程変更の締切の延長を取り消しました',
  'rooms.reminded': '工事日前日のご案内を送りました',
  'earlier_wishes.made': '早い枠のお知らせのご希望を承りました',
  'earlier_wishes.ended': '早い枠のお知らせを終了しました',
  'earlier_offers.made': '早い日時が空いたことをお知らせしました',
  'earlier_offers.declined': '今の工事日のままで承りました',
  'earlier_offers.expired': '早い日時のご案内の期限が過ぎました',
  'residents.account_opened': '居住者ページの利用を始めました',
  'residents.code_entered': '認証コードで居住者ページを開きました',
  'residents.line_linked': 'LINEでのお知らせを始めました',
  'residents.line_unlinked': 'LINEでのお知らせを終了しました',
  'residents.contact_proven': 'お知らせの送り先を確認しました',
  'residents.registered': '居住者情報を登録しました',
  'residents.created': '居住者情報を登録しました',
  'residents.updated': '居住者情報を変更しました',
  'residents.password_reset': 'パスワードを再設定しました',
  'authentication_codes.reissued': '認証コードを再発行しました',
  'orders.placed': 'オプションを申し込みました',
  'orders.number_issued': 'コンビニの支払番号が発行されました',
  'orders.failed': 'オプションのお支払いが完了しませんでした',
  'orders.withdrawn': 'オプションの申込みを取りやめました',
  'orders.cancel_applied': 'オプションのキャンセルを申請しました',
  'orders.cancel_rejected': 'キャンセル申請はお受けできませんでした',
  'orders.canceled': 'オプションの申込みが取り消されました',
  'orders.payment_reminded': 'お支払い期限のご案内をお送りしました',
  'orders.date_followed': 'オプションも新しい工事日に行うことになりました',
  'orders.payment_recorded': 'お支払いを確認しました',
  'orders.payment_voided': 'お支払いの確認が取り消されました',
  'payments.received': 'お支払いを確認しました',
  'refunds.opened': '返金の手続きが始まりました',
  'refunds.account_given': '返金先の口座を登録しました',
  'refunds.done': '返金が完了しました',
  'receipts.issued': '領収書を発行しました',
  'receipts.reissued': '領収書を再発行しました',
  'answers.received': 'ご回答を承りました',
  'answers.taken_back': '書面でのご回答の登録を取り消しました',
  'answers.reminded': 'ご回答のお願いをお送りしました',
  'key_custodies.received': '鍵をお預かりしました',
  'key_custodies.returned': '鍵をお返ししました',
}

/** The kinds of events that have a sentence for residents; others are not theirs to read (D-12). */
export const kindsForResidents: readonly string[] = Object.keys(sentences)
/** What happened, in the resident's words. */
export const sentenceOf = (kind: string): string => sentences[kind] ?? ''

/** 2026年12月10日(木) 午前 9:00–12:00 */
export const formatPlace = ({ date, start_at, end_at }: EventPlace): string =>
  start_at === null || end_at === null ? formatDayLong(date) : `${formatDayLong(date)} ${formatTimeFrameForResident(start_at, end_at)}`

/** The part of the timeline that the code alone shows in a dwelling that has a login: when, and who is at home (D-33); what takes a date back belongs to it. */
export const kindsForDate: readonly string[] = kindsForResidents.filter(
  kind => /^(assigns|rooms)\./.test(kind) || kind === 'answers.taken_back',
)

/** Who did it, as the resident may know it: no name of anybody but of who answered for the household. */
export const actorOf = (actorKind: string, actingFor: string | null, family: { name: string | null } | null = null): string => {
  if (actorKind === 'resident') return family === null ? 'ご本人' : answeredByText('family', family.name)
  if (actorKind === 'system') return '自動'
  return actingFor === 'resident' ? 'ご連絡により担当者' : '担当者'
}

/** The label of a presence method as an event keeps it; null for anything else. */
export const presenceOf = (method: string | null): string | null => {
  const known = presenceMethods.find(one => one === method)
  return known === undefined ? null : presenceLabels[known]
}
