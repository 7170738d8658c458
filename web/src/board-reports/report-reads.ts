import { type AnswerOf, q, type ReadKey } from '../platform/api/api.ts'

const key = 'GET /api/constructions/:construction_id/board_report'
export type Report = AnswerOf<typeof key>
export type SentReport = Report['links'][number]

export const reportOf = (construction_id: number, week_on: string | null) =>
  q(key, { params: { construction_id }, query: week_on === null ? {} : { week_on } })

/** What a change of a report makes stale. */
export const reportReads: readonly ReadKey[] = [key]
