import { q } from '../platform/api.ts'

export const scheduleOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/detail_schedule', { params: { construction_id } })

export const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

/** What a change of the schedule makes stale besides the schedule itself, which such a write answers with. */
export const readsAroundSchedule = [
  'GET /api/constructions/:id',
  'GET /api/constructions',
  'GET /api/constructions/:construction_id/rooms',
  'GET /api/constructions/:construction_id/rooms/:room_id',
] as const

/** The same with the schedule. */
export const scheduleReads = ['GET /api/constructions/:construction_id/detail_schedule', ...readsAroundSchedule] as const
