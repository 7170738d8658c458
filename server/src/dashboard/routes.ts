import { dashboard, type Information } from '@toguchi/domain/dashboard/contract'
import { informationOfEvent, informationText } from '@toguchi/domain/dashboard/information'
import { type ProgressSegment, segmentOfStatus } from '@toguchi/domain/constructions/status'
import { countByStatus, listConstructions, presentFlat } from '../constructions/constructions.ts'
import { toDay } from '../platform/clock.ts'
import { answers } from '../platform/http/mount.ts'
import { type InformationRow, listInformations } from './queries.ts'

const firstPage = 10

const present = (row: InformationRow): Information => ({
  id: row.id,
  date: toDay(row.at),
  kind: informationOfEvent[row.kind]?.kind ?? 'info',
  text: informationText(row),
  link:
    row.construction_id === null
      ? null
      : row.room_id === null
        ? `/constructions/${row.construction_id}`
        : `/constructions/${row.construction_id}/rooms/${row.room_id}`,
  construction_id: row.construction_id,
})

export const dashboardRoutes = answers(dashboard, {
  'GET /api/dashboard': async ({ db, actor, now }) => {
    const rows = await listInformations(db, actor.clientId, firstPage, 0)
    const counts = await countByStatus(db, actor, toDay(now))
    const inSegment = (segment: ProgressSegment) =>
      counts.filter(({ status }) => segmentOfStatus[status] === segment).reduce((sum, { count }) => sum + count, 0)
    return {
      informations: rows.map(present),
      has_more: (rows[0]?.total ?? 0) > rows.length,
      progress: {
        before_construction: inSegment('before_construction'),
        construction_started: inSegment('construction_started'),
        construction_completed: inSegment('construction_completed'),
        work_remaining: inSegment('work_remaining'),
      },
    }
  },

  'GET /api/dashboard/constructions': async ({ db, actor, query, now }) => {
    const today = toDay(now)
    const { rows } = await listConstructions(db, actor, { exclude_pagination: true }, today)
    return { flat_constructions: rows.map(presentFlat(today)).filter(({ status }) => segmentOfStatus[status] === query.segment) }
  },

  'GET /api/informations': async ({ db, actor, query }) => {
    const perPage = query.per_page ?? firstPage
    const rows = await listInformations(db, actor.clientId, perPage, ((query.page ?? 1) - 1) * perPage)
    return { informations: rows.map(present), total_count: rows[0]?.total ?? 0 }
  },
})
