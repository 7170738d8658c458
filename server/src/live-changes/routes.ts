import { liveChanges } from '@toguchi/domain/live-changes/contract'
import { demandSession } from '../platform/http/identity.ts'
import { answers } from '../platform/http/mount.ts'
import { notFound } from '../platform/http/problem.ts'
import { listReached } from './queries.ts'
import { watchChanges } from './watch-changes.ts'

export const liveChangesRoutes = answers(liveChanges, {
  'GET /api/live': async ({ db, actor, query, platform, session }) => {
    const constructionId = query.construction_id ?? null
    const [reached] = await listReached(db, actor, constructionId)
    if (!reached) throw notFound()
    const room = query.room_id ?? null
    return watchChanges(platform, { ...actor, clientId: reached.client_id }, demandSession(session).id, { constructionId, roomId: room })
  },
})
