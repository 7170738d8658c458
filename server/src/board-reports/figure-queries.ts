import type { ClientId } from '@toguchi/domain/access/actor'
import type { BoardFigures } from '@toguchi/domain/board-reports/contract'
import { absencesForBoard, type AttemptKind, type HardRoomKind } from '@toguchi/domain/board-reports/labels'
import { sundayOf } from '@toguchi/domain/board-reports/weeks'
import type { Day } from '@toguchi/domain/calendar/day'
import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import { answerStanding, type AnswerStanding } from '@toguchi/domain/rooms/occupancy/occupancy'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import { spareStock } from '@toguchi/domain/schedule/spare-stock'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { occupancyTable, standingColumns, type StandingRow } from '../rooms/rooms.ts'
import { type ScheduleOnPaper, scheduleOnPaper } from '../schedule/schedule.ts'

/** How a construction stands at this moment, and what the week that begins on a Monday brought; undefined when it is gone. */
export const readBoardFigures = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  weekOn: Day,
  today: Day,
): Promise<BoardFigures | undefined> => {
  const schedule = await scheduleOnPaper(db, clientId, constructionId, { names: false })
  if (!schedule) return undefined
  const counts = await countRooms(db, clientId, constructionId, weekOn)
  const { stock, needed } = spareStockOf(schedule, today)
  return {
    ...counts,
    ...(await countAnswers(db, clientId, constructionId)),
    remaining: counts.rooms - counts.done - counts.given_up,
    spares: stock,
    spares_needed: needed,
    hard_rooms: await listHardRooms(db, clientId, constructionId, schedule),
  }
}

/** Spare frames as the schedule's page measures them (D-24). */
const spareStockOf = ({ days, rooms, spare_frames }: ScheduleOnPaper, today: Day) => {
  const left = rooms.filter(({ status, closed }) => isDraggable({ status, closed_at: closed ? status : null }))
  const reschedules = left.filter(({ status }) => status === 'reschedule').length
  return spareStock({
    days: days.filter(({ kind, date }) => kind === 'working' && date >= today).map(({ date }) => date),
    spare_frames,
    places: rooms.flatMap(({ place }) => place ?? []),
    rooms: left.length,
    visits: rooms.length - left.length + reschedules,
    reschedules,
  })
}

type Answers = Pick<BoardFigures, 'asked' | 'answered' | 'unanswered'>
type Counts = Omit<BoardFigures, keyof Answers | 'remaining' | 'spares' | 'spares_needed' | 'hard_rooms'>

/** As 回答状況 counts them (decision 059). */
const countAnswers = async (db: Db, clientId: ClientId, constructionId: number): Promise<Answers> => {
  const rooms = await rowsOf<StandingRow & { reception_status: ReceptionStatus; status: RoomStatus }>(
    db,
    `select r.reception_status, r.status, ${standingColumns} from rooms r ${occupancyTable} where r.client_id = $1 and r.construction_id = $2`,
    [clientId, constructionId],
  )
  const standings = rooms.map(answerStanding)
  const count = (standing: AnswerStanding) => standings.filter(one => one === standing).length
  return { asked: standings.length - count('left_out'), answered: count('answered'), unanswered: count('unanswered') }
}

const startOf = (day: string) => `(${day})::timestamp at time zone 'Asia/Tokyo'`

const countRooms = async (db: Db, clientId: ClientId, constructionId: number, weekOn: Day): Promise<Counts> => {
  const [counts] = await rowsOf<Counts>(
    db,
    `select count(*)::int as rooms,
       count(*) filter (where r.status = 'completed')::int as done,
       count(*) filter (where r.closed_at is not null and r.status <> 'completed')::int as given_up,
       count(*) filter (where r.closed_at is null and r.status = 'waiting' and a.date is null)::int as without_date,
       count(*) filter (where r.closed_at is null and r.status = 'reschedule')::int as to_reschedule,
       count(*) filter (where a.date between $3::date and $4::date)::int as planned_in_week,
       count(*) filter (where r.completed_at >= ${startOf('$3::date')} and r.completed_at < ${startOf('$4::date + 1')})::int as done_in_week,
       count(*) filter (where a.date between $4::date + 1 and $4::date + 7)::int as planned_next_week,
       coalesce(sum(vain.visits), 0)::int as absences_in_week
     from rooms r
     left join assigns a on a.client_id = $1 and a.room_id = r.id
     cross join lateral (
       select count(*)::int as visits from room_absences ra
       where ra.client_id = $1 and ra.room_id = r.id and ra.withdrawn_at is null
         and ra.visited_at >= ${startOf('$3::date')} and ra.visited_at < ${startOf('$4::date + 1')}) vain
     where r.client_id = $1 and r.construction_id = $2`,
    [clientId, constructionId, weekOn, sundayOf(weekOn)],
  )
  if (!counts) throw new Error('a count that answers no row')
  return counts
}

interface HardRoomRow {
  id: number
  name: string
  kind: HardRoomKind
  absences: number
  reason: string | null
}

/**
 * Dwellings that the board is asked about: visited in vain again and again, or given up with a reason. What else keeps a dwelling shut (空室,
 * 入室辞退) joins here, as one more kind.
 */
const listHardRooms = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  schedule: ScheduleOnPaper,
): Promise<BoardFigures['hard_rooms']> => {
  const rows = await rowsOf<HardRoomRow>(
    db,
    `select r.id, r.name, case when r.closed_at is null then 'absent' else 'given_up' end as kind, vain.visits as absences, ir.name as reason
     from rooms r
     left join incomplete_reasons ir on ir.client_id = $1 and ir.id = r.incomplete_reason_id and r.closed_at is not null
     cross join lateral (
       select count(*)::int as visits from room_absences ra
       where ra.client_id = $1 and ra.room_id = r.id and ra.withdrawn_at is null) vain
     where r.client_id = $1 and r.construction_id = $2 and r.status <> 'completed' and (r.closed_at is not null or vain.visits >= $3)`,
    [clientId, constructionId, absencesForBoard],
  )
  const attempts = Map.groupBy(
    await listAttempts(
      db,
      clientId,
      rows.map(({ id }) => id),
    ),
    ({ room_id }) => room_id,
  )
  const places = new Map(schedule.rooms.map(({ id }, at) => [id, at]))
  return rows
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    .map(room => ({ ...room, attempts: (attempts.get(room.id) ?? []).map(({ kind, at }) => ({ kind, at: toInstant(at) })) }))
}

interface AttemptRow {
  room_id: number
  kind: AttemptKind
  at: Date
}

/** What was tried to meet the households of rooms, the newest first; of a call only that and when, never what was said. */
const listAttempts = (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<AttemptRow[]> =>
  rowsOf<AttemptRow>(
    db,
    `select tried.room_id, tried.kind, tried.at from (
       select ra.room_id, 'absence' as kind, ra.visited_at as at from room_absences ra
       where ra.client_id = $1 and ra.room_id = any($2::bigint[]) and ra.withdrawn_at is null
       union all
       select sl.room_id, 'slip', sl.issued_at from absence_slips sl
       where sl.client_id = $1 and sl.room_id = any($2::bigint[]) and sl.withdrawn_at is null
       union all
       select ar.room_id, 'reminder', ar.created_at from answer_reminders ar
       where ar.client_id = $1 and ar.room_id = any($2::bigint[])
       union all
       select ran.room_id, 'call', ran.created_at from room_answers ran
       where ran.client_id = $1 and ran.room_id = any($2::bigint[]) and ran.channel in ('tel', 'visit')) tried
     order by tried.at desc, tried.kind`,
    [clientId, [...roomIds]],
  )
