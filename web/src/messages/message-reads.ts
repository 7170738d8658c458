import { type AnswerOf, q, type ReadKey } from '../platform/api/api.ts'

export type Message = AnswerOf<'GET /api/constructions/:construction_id/messages'>['messages'][number]
export type Reply = AnswerOf<'GET /api/constructions/:construction_id/messages'>['replies'][number]
export type Counts = AnswerOf<'GET /api/constructions/:construction_id/messages'>['counts']

/** The numbers alone, for other pages. */
export const countsOf = (construction_id: number) =>
  q(
    'GET /api/constructions/:construction_id/messages',
    { params: { construction_id }, query: { per_page: 1 } },
    { silent: true, errors: 'nobody' },
  )

/** What sending again and the paper list make stale. */
export const messageReads: readonly ReadKey[] = [
  'GET /api/constructions/:construction_id/messages',
  'GET /api/constructions/:construction_id/answer_board',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
]
