/** What a wish for an earlier frame changes. */
export const wishReads = [
  'GET /api/constructions/:construction_id/earlier_wishes',
  'GET /api/constructions/:construction_id/rooms/:room_id/earlier_wish',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
  'GET /api/constructions/:construction_id/rooms/:room_id/desk',
] as const
