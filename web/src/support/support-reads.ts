import { q, type ReadKey } from '../platform/api/api.ts'

/** Fixed for every client (G-MAS-08). */
export const receptionTypes = q('GET /api/reception_types', undefined, { silent: true })

/** What a new entry makes stale: both histories, and every mark that says whether there is one. */
export const supportReads: readonly ReadKey[] = [
  'GET /api/buildings/:building_id/building_support_versions',
  'GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions',
  'GET /api/buildings/:building_id/rooms_index',
  'GET /api/constructions/:construction_id/rooms',
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
  'GET /api/constructions/:construction_id/detail_schedule',
]
