import { residentsList } from '@toguchi/domain/residents/list-contract'
import { answers } from '../../platform/http/mount.ts'
import { reachConstruction } from '../../rooms/rooms.ts'
import { listResidents } from './list-queries.ts'

export const residentsListRoutes = answers(residentsList, {
  'GET /api/constructions/:construction_id/residents': async ({ db, actor, params: { construction_id }, query }) => {
    await reachConstruction(db, actor, construction_id)
    const { resident: filter = {}, ...page } = query
    const { rows, ...total } = await listResidents(db, actor.clientId, construction_id, filter, page)
    return {
      residents: rows.map(({ id, room_name, place: _place, likeliest: _likeliest, ...row }) => ({ ...row, room: { id, name: room_name } })),
      ...total,
    }
  },
})
