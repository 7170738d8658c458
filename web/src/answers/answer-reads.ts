import { transportLabels } from '@toguchi/domain/messages/labels'
import { isQuiet, quietHours } from '@toguchi/domain/calendar/quiet-hours'
import { type AnswerOf, q, type ReadKey } from '../platform/api/api.ts'
import { roomReads } from '../room-reads/room-reads.ts'

export type Desk = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id/desk'>['desk']
export type Board = AnswerOf<'GET /api/constructions/:construction_id/answer_board'>['answer_board']
export type BoardRoom = Board['rooms'][number]
export type SavedAnswer = AnswerOf<'POST /api/constructions/:construction_id/rooms/:room_id/answers'>

export const boardOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/answer_board', { params: { construction_id } })
/** The same beside what a page is about: it comes when it is there. */
export const boardBeside = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/answer_board', { params: { construction_id } }, { silent: true, errors: 'nobody' })

/** What an answer makes stale: everything that shows the room, and everything that counts answers. */
export const answerReads: readonly ReadKey[] = [
  ...roomReads,
  'GET /api/constructions/:construction_id/rooms/:room_id/answers',
  'GET /api/constructions/:construction_id/rooms/:room_id/desk',
  'GET /api/constructions/:construction_id/answer_board',
  'GET /api/desk',
  'GET /api/calls',
]

/** What a hand-over of the chatbot that is settled makes stale. */
export const handedOverReads: readonly ReadKey[] = [
  'GET /api/constructions/:construction_id/rooms/:room_id/desk',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
]

/** How the resident learns of it, for whoever wrote the answer down; in the quiet hours the message waits for the morning. */
export const notifiedText = (channel: SavedAnswer['contact_channel'], now: Date): string => {
  if (channel === 'paper') return 'メール・携帯電話の登録がないため、書面でのお知らせの対象になりました。'
  const by = transportLabels[channel]
  return isQuiet(now)
    ? `夜間のため、居住者には朝${quietHours.until}時以降に${by}で確認をお送りします。`
    : `居住者に${by}で確認を送りました。`
}

/** What a key that changes hands makes stale. */
export const keyReads: readonly ReadKey[] = [
  'GET /api/constructions/:construction_id/rooms/:room_id/keys',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
]

export type Dwelling = AnswerOf<'GET /api/desk'>['dwellings'][number]
