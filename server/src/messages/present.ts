import type { Message } from '@toguchi/domain/messages/contract'
import { failureReason } from '@toguchi/domain/messages/failure-reasons'
import { isSecret } from '@toguchi/domain/messages/kinds'
import { toInstant } from '../platform/clock.ts'
import type { MessageRow } from './queries.ts'

export const presentMessage = (row: MessageRow): Message => ({
  id: row.id,
  created_at: toInstant(row.created_at),
  kind: row.kind,
  transport: row.transport,
  state: row.state,
  carrier: row.state === 'waiting' || row.state === 'recalled' ? null : row.carrier,
  // LINE's name of a person says nothing to anybody, and is theirs.
  recipients: row.transport === 'line' ? [] : row.recipients,
  to_resident: row.resident_id !== null,
  resident_name: row.resident_name,
  room: row.room_id === null || row.room_name === null ? null : { id: row.room_id, name: row.room_name },
  summary: isSecret(row.kind) ? '' : row.subject || row.opening,
  attempts: row.attempts,
  next_attempt_at: row.state === 'waiting' ? toInstant(row.next_attempt_at) : null,
  settled_at: toInstant(row.settled_at),
  reason: row.failure_code === null && row.state !== 'failed' ? null : failureReason(row.transport, row.failure_code),
  failure_code: row.failure_code,
  why_not_resend: whyNotResend(row),
  why_not_on_paper: whyNotOnPaper(row),
  why_not_print: whyNotPrint(row),
})

/** Only what was given up is sent again, and only while it is still true and somebody is there to read it. */
export const whyNotResend = (row: MessageRow): string | null => {
  if (row.transport === 'paper') return '書面でお届けするお知らせです。'
  if (row.state !== 'failed' && row.state !== 'paper') return '送信できなかったものだけを再送できます。'
  if (isSecret(row.kind)) return 'コードやリンクを含むため、再送できません。もう一度お手続きが必要です。'
  if (row.opening === '') return '本文が消去されているため、再送できません。'
  if (row.is_outdated) return row.kind === 'visit_reminder' ? '訪問日の前日を過ぎています。' : 'その後に工事日が変わっています。'
  if (row.is_answered) return 'すでに回答をいただいています。'
  if (row.resident_id !== null && row.reach === null) return unreached[row.transport]
  return null
}

const unreached: Readonly<Record<MessageRow['transport'], string | null>> = {
  mail: '届くメールアドレスがありません。',
  line: 'LINEの連携がありません。',
  sms: 'SMSの届く番号がありません。',
  paper: null,
}

/** What letters say: the date, and that an answer is wanted. */
const onPaper: ReadonlySet<string> = new Set(['date_confirmed', 'schedule_changed', 'answer_reminder', 'visit_reminder'])

export const whyNotOnPaper = (row: MessageRow): string | null => {
  if (row.transport === 'paper') return '書面でお届けするお知らせです。'
  if (row.state === 'paper') return 'すでに紙の名簿に入っています。'
  if (row.state !== 'failed') return '送信できなかったものだけを紙の名簿に入れられます。'
  if (row.resident_id === null || row.room_id === null) return '居住者あてのお知らせではありません。'
  return onPaper.has(row.kind) ? null : 'この内容の書面はありません。お電話でご連絡ください。'
}

/** What was written to be read on paper is printed as often as it is wanted, until it was taken back or its person erased. */
const whyNotPrint = (row: MessageRow): string | null => {
  if (row.transport !== 'paper') return '書面のお知らせではありません。'
  if (row.state === 'recalled') return '取り消されたお知らせです。'
  return row.opening === '' ? '本文が消去されているため、印刷できません。' : null
}
