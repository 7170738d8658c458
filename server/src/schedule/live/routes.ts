import type { ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import { scheduleLive } from '@toguchi/domain/schedule/live-contract'
import { canEditSchedule } from '@toguchi/domain/schedule/policy'
import type { Db } from '../../platform/database/database.ts'
import { demandSession } from '../../platform/http/identity.ts'
import { answers } from '../../platform/http/mount.ts'
import { notFound } from '../../platform/http/problem.ts'
import { findScheduledConstruction } from '../queries.ts'
import { deletePresence, listViewers, putPresence, notifyOfPresence } from './queries.ts'
import { viewerOf, watchSchedule } from './watch.ts'

/** The caller and the construction, when they can reach its schedule. */
const enter = async (db: Db, actor: WorkerActor, constructionId: number): Promise<{ person: ReachedActor; id: number }> => {
  const construction = await findScheduledConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  return { person: { ...actor, clientId: construction.client_id }, id: construction.id }
}

// Presence leaves no event: it is who looks where, which nobody is to read afterwards, and it changes nothing that is kept.
export const scheduleLiveRoutes = answers(scheduleLive, {
  'GET /api/constructions/:construction_id/detail_schedule/live': async ({ db, actor, params, platform, session }) => {
    const { person, id } = await enter(db, actor, params.construction_id)
    return watchSchedule(platform, person, demandSession(session).id, id)
  },

  'PUT /api/constructions/:construction_id/detail_schedule/presence': async ({ db, actor, params, body, now }) => {
    const { person, id } = await enter(db, actor, params.construction_id)
    const editing = body.editing && canEditSchedule(actor)
    if (await putPresence(db, person, id, { tab: body.tab, editing }, now)) await notifyOfPresence(db, person.clientId, id)
    return { viewers: (await listViewers(db, person, id, now)).map(viewerOf) }
  },

  'DELETE /api/constructions/:construction_id/detail_schedule/presence/:tab_uuid': async ({ db, actor, params }) => {
    const { person, id } = await enter(db, actor, params.construction_id)
    if (await deletePresence(db, person, id, params.tab_uuid)) await notifyOfPresence(db, person.clientId, id)
    return { success: true as const }
  },
})
