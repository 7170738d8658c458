import type { WorkerActor } from '@toguchi/domain/access/actor'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { KeyState } from '@toguchi/domain/rooms/visits/key-states'
import { visits, type Visit, type VisitCrew } from '@toguchi/domain/rooms/visits/visits-contract'
import { walkingOrder } from '@toguchi/domain/rooms/visits/walking-order'
import { crewOfFrame } from '@toguchi/domain/schedule/crews'
import { toDay, toInstant } from '../../platform/clock.ts'
import { momentOf } from '../../platform/http/device-clock.ts'
import { answers } from '../../platform/http/mount.ts'
import { notFound } from '../../platform/http/problem.ts'
import { reachableConstruction } from '../change-room.ts'
import { presentRoom, slotsOf } from '../present.ts'
import { answerWithRoom, type RoomRequest, roomTargetOf } from '../room-target.ts'
import { answerNotice, showNotice } from './answer-notice.ts'
import { recordArrival, recordStart, takeBackArrival } from './record-visit.ts'
import {
  type CrewShareRow,
  findClientOfCraftsman,
  findNeighbouringDates,
  findNeighbouringDatesOfDay,
  listConstructionsOfDay,
  listCrewShares,
  listVisits,
  listVisitsOfDay,
  type RoomVisitRow,
  type VisitRow,
} from './visit-queries.ts'
import { tellHousehold } from './tell-household.ts'

/** Whose frame a visit has. */
type CrewOf = (visit: VisitRow) => number | null

const crewFinder = (shares: readonly CrewShareRow[]): CrewOf => {
  const sharesOfFrame = Map.groupBy(shares, share => share.construction_time_frame_id)
  return visit => crewOfFrame(sharesOfFrame.get(visit.construction_time_frame_id ?? 0) ?? [], visit.frame_number ?? 0)
}

const crewsOf = (shares: readonly CrewShareRow[]): VisitCrew[] => [
  ...new Map(
    shares.map(({ assigned_contractor_id, name, own }) => [assigned_contractor_id, { assigned_contractor_id, name, own }]),
  ).values(),
]

const keyStateOf = ({ presence_method, key_is_out, key_carrier_id, key_was_returned }: VisitRow, actor: WorkerActor): KeyState => {
  if (!key_is_out) return presence_method !== 'key_custody' ? 'none' : key_was_returned ? 'returned' : 'not_received'
  if (key_carrier_id === null) return 'office'
  return actor.kind === 'craftsman' && key_carrier_id === actor.id ? 'yours' : 'other'
}

const presentVisit = (row: VisitRow, actor: WorkerActor, crewOf: CrewOf): Visit => {
  const missing = slotsOf(row).filter(slot => slot.taken === 0)
  return {
    ...presentRoom(row, actor),
    options: row.options,
    collect_on_the_day: row.collect_on_the_day,
    collects_on_the_day: row.collects_on_the_day,
    missing_photos: missing.length,
    missing_places: missing.map(({ position, timing }) => ({ position, timing })),
    assigned_contractor_id: crewOf(row),
    wish_note: row.wish_note,
    key: keyStateOf(row, actor),
    ...presentTimes(row),
    notice:
      row.notice_sent_at === null
        ? null
        : {
            sent_at: toInstant(row.notice_sent_at),
            answer: row.notice_answer,
            answered_at: toInstant(row.notice_answered_at),
          },
  }
}

const presentTimes = (visit: Pick<VisitRow, 'arrived_at' | 'started_at'> | undefined) => ({
  arrived_at: toInstant(visit?.arrived_at ?? null),
  started_at: toInstant(visit?.started_at ?? null),
})

/** Of a construction in which one is named for no crew with frames, every visit is one's own; else one's crews', and what is nobody's. */
const isOwn = (crew: number | null, crews: readonly VisitCrew[]): boolean => {
  const own = crews.filter(each => each.own)
  return own.length === 0 || crew === null || own.some(each => each.assigned_contractor_id === crew)
}

const answerWithVisit = async (message: string, request: RoomRequest, visit: RoomVisitRow | undefined) => ({
  ...(await answerWithRoom(message, request)),
  ...presentTimes(visit),
})

export const visitsRoutes = answers(visits, {
  'GET /api/visits': async ({ db, actor, query, now }) => {
    const date = query.date ?? toDay(now)
    const client = await findClientOfCraftsman(db, actor)
    if (!client) throw notFound()
    const rows = await listVisitsOfDay(db, actor, date)
    const constructions = await listConstructionsOfDay(db, actor, [...new Set(rows.map(row => row.construction_id))])
    const reached = constructions[0]
    const shares =
      reached === undefined
        ? []
        : await listCrewShares(
            db,
            { ...actor, clientId: reached.client_id },
            constructions.map(({ id }) => id),
          )
    const crewOf = crewFinder(shares)
    const sharesOf = Map.groupBy(shares, share => share.construction_id)
    const crewsAt = new Map(constructions.map(({ id }) => [id, crewsOf(sharesOf.get(id) ?? [])]))
    return {
      date,
      today: toDay(now),
      client,
      constructions: constructions.map(({ client_id: _client, ...construction }) => ({
        ...construction,
        crews: crewsAt.get(construction.id) ?? [],
      })),
      visits: walkingOrder(rows.map(row => ({ ...row, start_at: row.start_at ?? '', frame_number: row.frame_number ?? 0 }))).map(row => ({
        ...presentVisit(row, actor, crewOf),
        own: isOwn(crewOf(row), crewsAt.get(row.construction_id) ?? []),
      })),
      ...(await findNeighbouringDatesOfDay(db, actor, date)),
    }
  },

  'GET /api/constructions/:construction_id/working_process': async ({ db, actor, params, query, now }) => {
    const construction = await reachableConstruction(db, actor, params.construction_id)
    const date = query.date ?? toDay(now)
    const rows = await listVisits(db, actor, params.construction_id, date)
    const shares = await listCrewShares(db, { ...actor, clientId: construction.client_id }, [params.construction_id])
    const crewOf = crewFinder(shares)
    const count = (status: RoomStatus) => rows.filter(row => row.status === status).length
    return {
      date,
      construction: {
        id: construction.id,
        name: construction.name,
        building_name: construction.building_name,
        emergency_phone_number: construction.emergency_phone_number,
      },
      summary: { waiting: count('waiting'), completed: count('completed'), reschedule: count('reschedule'), total: rows.length },
      rooms: rows.map(row => presentVisit(row, actor, crewOf)),
      crews: crewsOf(shares),
      today: toDay(now),
      ...(await findNeighbouringDates(db, construction.client_id, params.construction_id, date)),
    }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/arrival': async context => {
    const { body, now, request } = context
    const visit = await recordArrival(roomTargetOf(context), momentOf(request.headers, body.visit.at, now))
    return answerWithVisit('到着を記録しました。', context, visit)
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/start': async context => {
    const { body, now, request } = context
    const visit = await recordStart(roomTargetOf(context), momentOf(request.headers, body.visit.at, now))
    return answerWithVisit('作業の開始を記録しました。', context, visit)
  },

  'DELETE /api/constructions/:construction_id/rooms/:room_id/arrival': async context => {
    await takeBackArrival(roomTargetOf(context))
    return answerWithVisit('到着の記録を取り消しました。', context, undefined)
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/on_our_way': async context => {
    const visit = await tellHousehold(roomTargetOf(context))
    return answerWithVisit('まもなく伺うことをお知らせしました。', context, visit)
  },

  'GET /api/visit_notices/:notice_uuid': async ({ platform, params }) => ({ notice: await showNotice(platform, params.notice_uuid) }),

  'POST /api/visit_notices/:notice_uuid/answer': ({ platform, params, body }) => answerNotice(platform, params.notice_uuid, body.answer),
})
