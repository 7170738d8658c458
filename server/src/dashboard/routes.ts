import type { OfficeActor } from '@toguchi/domain/access/actor'
import { dashboard, type Information } from '@toguchi/domain/dashboard/contract'
import { informationOfEvent, informationKinds, informationText } from '@toguchi/domain/dashboard/information'
import { type ProgressSegment, segmentOfStatus, statusesOfSegment } from '@toguchi/domain/constructions/status'
import { countByStatus, listConstructions, presentFlat } from '../constructions/constructions.ts'
import { toDay } from '../platform/clock.ts'
import { answers } from '../platform/http/mount.ts'
import { countCallBacks, type InformationRow, listInformations } from './queries.ts'

const firstPage = 10

const present =
  (actor: OfficeActor) =>
  (row: InformationRow): Information => ({
    source: row.source,
    id: row.id,
    date: toDay(row.at),
    kind: kindOf(row),
    text: informationText(row),
    body: row.body,
    link: linkOf(actor, row),
    construction_id: row.construction_id,
  })

const kindOf = ({ source, event, kind }: InformationRow) => {
  if (source === 'event') return informationOfEvent[event ?? '']?.kind ?? 'info'
  return informationKinds.find(each => each === kind) ?? 'alert'
}

/** Where something can be done about it; operators have no page of remaining works. */
const linkOf = (actor: OfficeActor, { source, construction_id, room_id }: InformationRow): string | null => {
  if (construction_id === null) return null
  const construction = `/constructions/${construction_id}`
  if (source === 'unassigned') return `${construction}/detail_schedule`
  if (source === 'absence') return `${construction}/hard_rooms`
  if (source === 'filing') return `${construction}/filings`
  if (source === 'remaining' && actor.kind !== 'operator') return `${construction}/remaining_constructions`
  return room_id === null ? construction : `${construction}/rooms/${room_id}`
}

export const dashboardRoutes = answers(dashboard, {
  'GET /api/dashboard': async ({ db, actor, now }) => {
    const today = toDay(now)
    const rows = await listInformations(db, actor.clientId, {}, today, { limit: firstPage, offset: 0 })
    const counts = await countByStatus(db, actor, today)
    const inSegment = (segment: ProgressSegment) =>
      counts.filter(({ status }) => segmentOfStatus[status] === segment).reduce((sum, { count }) => sum + count, 0)
    return {
      informations: rows.map(present(actor)),
      has_more: (rows[0]?.total ?? 0) > rows.length,
      progress: {
        before_construction: inSegment('before_construction'),
        construction_started: inSegment('construction_started'),
        construction_completed: inSegment('construction_completed'),
        work_remaining: inSegment('work_remaining'),
      },
      call_backs: await countCallBacks(db, actor.clientId, now),
    }
  },

  'GET /api/dashboard/constructions': async ({ db, actor, query, now }) => {
    const today = toDay(now)
    const { segment, construction_id } = query
    const construction = { id: construction_id, status: segment === undefined ? undefined : statusesOfSegment(segment) }
    const { rows } = await listConstructions(db, actor, { exclude_pagination: true, construction }, today)
    return { flat_constructions: rows.map(presentFlat(today)) }
  },

  'GET /api/informations': async ({ db, actor, query, now }) => {
    const limit = query.per_page ?? firstPage
    const page = { limit, offset: ((query.page ?? 1) - 1) * limit }
    const rows = await listInformations(db, actor.clientId, query.information ?? {}, toDay(now), page)
    return { informations: rows.map(present(actor)), total_count: rows[0]?.total ?? 0 }
  },
})
