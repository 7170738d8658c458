import { formatDayLong } from '../calendar/day.ts'
import { sheetKindLabels } from './sheet-kind.ts'
import { answeredByText } from './answered-by.ts'
import { photoTimingLabels, photoTimings } from '../photos/labels.ts'

/** What the office reads of an event (D-12). The names of people stand beside it, not in it. */
export interface TimelineFacts {
  kind: string
  change: Readonly<Record<string, unknown>>
}

const sentences: Readonly<Record<string, string>> = {
  'rooms.updated': '部屋情報を更新しました',
  'rooms.date_confirmed': '工事日を確定しました',
  'rooms.completed': '施工を完了しました',
  'completion_reports.saved': '完了報告書を下書き保存しました',
  'completion_reports.corrected': '完了報告書を訂正しました',
  'completion_reports.printed': '完了報告書を作成しました',
  'rooms.completion_taken_back': '完了を取り消しました',
  'rooms.rescheduled': '日程再調整にしました',
  'rooms.absence_recorded': '訪問しましたが不在でした',
  'rooms.absence_withdrawn': '不在の登録を取り消しました',
  'rooms.absence_ended': '不在後の日時の受付を終了しました',
  'rooms.revisit_wished': '再訪問の希望を受け付けました',
  'rooms.revisit_wish_settled': '再訪問の希望に対応しました',
  'rooms.closed': '完了確定しました',
  'rooms.reopened': '完了確定を解除しました',
  'assigns.placed': '工事日を割り当てました',
  'assigns.moved': '工事日を変更しました',
  'assigns.removed': '工事日の割当を外しました',
  'room_wishes.changed': '希望日を変更しました',
  'room_images.added': '写真を登録しました',
  'room_images.hidden': '写真を削除しました',
  'room_images.signboard_changed': '写真の電子小黒板を修正しました',
  'rooms.presence_chosen': '在宅方法を登録しました',
  'rooms.date_change_extended': '日程変更の締切を延長しました',
  'rooms.date_change_extension_ended': '日程変更の締切の延長を取り消しました',
  'rooms.reminded': '前日のご案内を送りました',
  'residents.erased': '個人情報を消去しました',
  'residents.exported': '個人情報を書き出しました',
  'rooms.sheet_printed': '書面を作成しました',
  'answers.received': '回答を登録しました',
  'answers.noted': '電話の用件を記録しました',
  'answers.called_back': '折り返しの電話をしました',
  'messages.resent': 'お知らせを再送しました',
  'messages.put_on_paper': '届かなかったお知らせを紙の名簿に入れました',
  'messages.reply_received': 'SMSに返信がありました',
  'messages.opted_out': 'SMSの停止を受け付けました',
  'messages.opted_in': 'SMSの再開を受け付けました',
  'answers.reminded': '再案内を送信しました',
  'key_custodies.received': '鍵をお預かりしました',
  'key_custodies.lent': '鍵を職人に渡しました',
  'key_custodies.handed_in': '鍵を事務所に戻しました',
  'key_custodies.returned': '鍵をお返ししました',
  'key_custodies.overdue': '鍵が18時を過ぎても返却されていません',
  'residents.account_opened': '居住者ページの利用を始めました',
  'residents.code_entered': '認証コードで居住者ページを開きました',
  'residents.lock_lifted': '入力の一時停止（ロック）を解除しました',
  'residents.confirmation_sent': '確認コードを送りました',
  'residents.contact_proven': 'お知らせの送り先を確認しました',
  'residents.registered': '居住者情報を登録しました',
  'residents.updated': '居住者情報を変更しました',
  'residents.removed': '居住者の登録を解除しました',
  'residents.password_reset': '居住者がパスワードを再設定しました',
  'support_versions.created': '対応履歴を登録しました',
  'support_versions.erased': '対応履歴を消去しました',
  'authentication_codes.reissued': '認証コードを再発行しました',
  'authentication_codes.paused': '認証コードの誤りが続いたため、入力を一時停止しました',
  'orders.placed': 'オプションを申し込みました',
  'orders.payment_retried': 'お支払いをやり直しました',
  'orders.number_issued': 'コンビニの支払番号を発行しました',
  'orders.failed': 'オプションの申込みが無効になりました',
  'orders.cancel_applied': 'オプションのキャンセルを申請しました',
  'orders.cancel_rejected': 'キャンセル申請を却下しました',
  'orders.canceled': 'オプションの注文をキャンセルしました',
  'orders.payment_recorded': '入金を登録しました',
  'orders.cash_overdue': '現金の支払期限が過ぎました',
  'payments.received': '決済サービスから入金がありました',
  'refunds.opened': '返金の手続きを始めました',
  'refunds.sent': 'カードへの返金を依頼しました',
  'refunds.failed': 'カードへの返金ができませんでした',
  'refunds.returned': '返金が差し戻されました',
  'refunds.transferred_instead': '返金を銀行振込に変更しました',
  'refunds.account_given': '返金先の口座を登録しました',
  'refunds.account_read': '返金先の口座を表示しました',
  'refunds.done': '返金が完了しました',
  'receipts.issued': '領収書を発行しました',
  'receipts.reissued': '領収書を再発行しました',
  'chatbot.handed_over': 'チャットボットの質問を引き継ぎました',
  'chatbot.settled': 'チャットボットの質問を対応済みにしました',
  'chatbot.reopened': 'チャットボットの質問を未対応に戻しました',
}

const sheetNames: Readonly<Record<string, string>> = { ...sheetKindLabels, absence: '不在票' }

/** The sentence of an event; a photo says which one it is: 写真を登録しました（施工前）, a sheet too. A move that takes a save back says so. */
export const timelineSentence = ({ kind, change }: TimelineFacts): string => {
  const timing = photoTimings.find(value => value === change['timing'])
  const undone = change['undo_of'] === undefined ? '' : '（保存の取り消し）'
  const sheet = kind === 'rooms.sheet_printed' ? sheetNames[String(change['kind'])] : undefined
  if (sheet !== undefined) return `${sheet}を作成しました`
  if (kind === 'residents.erased') return `${sentences[kind]}${namingBooks(change['completion_books'])}`
  return `${sentences[kind] ?? kind}${timing === undefined ? '' : `（${photoTimingLabels[timing]}）`}${undone}`
}

/** Books that were handed over keep the names that stand in them (decision 041). */
const namingBooks = (editions: unknown): string =>
  Array.isArray(editions) && editions.length > 0 ? `（作成済みの完成図書には氏名が残っています：${editions.join('、')}）` : ''

const actors: Readonly<Record<string, string>> = {
  admin: '管理者',
  operator: 'オペレーター',
  staffAdmin: '企業管理者',
  staff: 'スタッフ',
  craftsman: '職人',
  resident: '居住者',
  system: '自動処理',
}
export const actorLabel = (kind: string): string => actors[kind] ?? kind

interface Answered extends TimelineFacts {
  actor_kind: string
  acting_for: string | null
  personal: Readonly<Record<string, unknown>> | null
}

/** What a household answers; of anything else it is not said who sat before the page (D-33). */
const answered = new Set(['rooms.date_confirmed', 'rooms.presence_chosen', 'rooms.revisit_wished', 'assigns.placed', 'assigns.moved'])

/** Who answered for the household: ご本人, ご家族（花子）, or somebody of the office for it; null where the event is no answer. */
export const answererOf = ({ kind, change, actor_kind, acting_for, personal }: Answered): string | null => {
  if (acting_for === 'resident') return '代理入力'
  if (actor_kind !== 'resident') return null
  if (change['answered_by'] !== 'family') return answered.has(kind) ? answeredByText('self', null) : null
  const name = personal?.['answered_by_name']
  return answeredByText('family', typeof name === 'string' ? name : null)
}

const channels: Readonly<Record<string, string>> = {
  web: 'Web',
  tel: '電話',
  paper: '書面',
  mail: 'メール',
  visit: '訪問',
  other: 'その他',
  system: '自動',
}
export const channelLabel = (channel: string): string => channels[channel] ?? channel

const dayOf = (place: unknown): string | null => {
  if (typeof place !== 'object' || place === null || !('date' in place) || typeof place.date !== 'string') return null
  return formatDayLong(place.date)
}

/** before → after of a moved date, where the event has one: 12/8(火) → 12/10(木). */
export const timelineMove = ({ change }: TimelineFacts): string | null => {
  const before = dayOf(change['before'])
  const after = dayOf(change['after'])
  if (after === null) return before
  return before === null ? after : `${before} → ${after}`
}
