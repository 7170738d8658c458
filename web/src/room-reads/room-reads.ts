// Front door of what the pages of rooms share: their reads, and the badge of a room's state.
import { type AnswerOf, q, type ReadKey } from '../platform/api/api.ts'

export { AtWorkBadge } from './AtWorkBadge.tsx'
export { CollectionBadge } from './CollectionBadge.tsx'
export { collecting, collectionsOf, stillToCollect, useCollectionOf, useCollections, useOwnClient } from './collections.ts'
export { groupOf, placeOfRoom } from './group-of.ts'
export { RoomStatusBadge } from './RoomStatusBadge.tsx'
export { WaitingBadge } from './WaitingBadge.tsx'

export type RoomDetail = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id'>['room']

export const roomOf = (construction_id: number, room_id: number) =>
  q('GET /api/constructions/:construction_id/rooms/:room_id', { params: { construction_id, room_id } })

export const eventsOfRoom = (construction_id: number, room_id: number) =>
  q('GET /api/constructions/:construction_id/rooms/:room_id/events', { params: { construction_id, room_id } }, { silent: true })

/** What a change of a room makes stale: every list that shows it. */
export const roomReads: readonly ReadKey[] = [
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report',
  'GET /api/constructions/:construction_id/rooms/:room_id/free_frames',
  'GET /api/constructions/:construction_id/rooms',
  'GET /api/constructions/:construction_id/residents',
  'GET /api/constructions/:construction_id/detail_schedule',
  'GET /api/constructions/:construction_id/completion_reports',
  'GET /api/constructions/:construction_id/working_process',
  'GET /api/visits',
  'GET /api/constructions/:construction_id/remaining_constructions',
  'GET /api/remaining_constructions',
  'GET /api/constructions/:id',
  'GET /api/constructions',
]
