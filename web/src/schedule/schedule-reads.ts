import { q } from '../platform/api.ts'

export const scheduleOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/detail_schedule', { params: { construction_id } })

export const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

/** What a change of the schedule makes stale. */
export const scheduleReads = [
  'GET /api/constructions/:construction_id/detail_schedule',
  'GET /api/constructions/:id',
  'GET /api/constructions',
  'GET /api/constructions/:construction_id/rooms',
  'GET /api/constructions/:construction_id/rooms/:room_id',
] as const
