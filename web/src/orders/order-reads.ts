import { transportLabels } from '@toguchi/domain/messages/labels'
import { type AnswerOf, invalidate, q, type ReadKey } from '../platform/api/api.ts'

export type Order = AnswerOf<'GET /api/orders'>['orders'][number]
export type WholeOrder = AnswerOf<'GET /api/orders/:id'>['order']
export type RefundTask = AnswerOf<'GET /api/refunds'>['refunds'][number]
export type RoomOrder = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id/orders'>['orders'][number]

/** What a change of an order makes stale: every list that shows it, and the room it belongs to. */
export const orderReads: readonly ReadKey[] = [
  'GET /api/orders',
  'GET /api/orders/:id',
  'GET /api/constructions/:construction_id/orders',
  'GET /api/refunds',
  'GET /api/constructions/:construction_id/rooms/:room_id/orders',
  'GET /api/constructions/:construction_id/rooms/:room_id/options',
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
  'GET /api/constructions/:construction_id/working_process',
  'GET /api/visits',
  'GET /api/constructions/:construction_id/cash_list',
]

/** A change that is refused was decided over what is shown, and that has changed meanwhile: it is read again in either case. */
export const orderChange = { invalidates: orderReads, onError: () => void invalidate(orderReads) }

/** Refunds that are not done, of one construction or of all. */
export const refundsOf = (construction_id: number | null) =>
  q('GET /api/refunds', { query: construction_id === null ? {} : { construction_id } })

/** Who learns of what was decided or written down about an order, and how. */
export const toldText = ({ contact, resident_name }: Pick<WholeOrder, 'contact' | 'resident_name'>): string => {
  const who = resident_name === null ? '居住者' : `${resident_name}様`
  return contact === null
    ? `${who}には連絡先がないため、書面などでお知らせください。`
    : `${who}に${transportLabels[contact]}でお知らせします。`
}
