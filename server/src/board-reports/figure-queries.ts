import type { ClientId } from '@toguchi/domain/access/actor'
import type { BoardFigures } from '@toguchi/domain/board-reports/contract'
import { absencesForBoard } from '@toguchi/domain/dashboard/information'
import { sundayOf } from '@toguchi/domain/board-reports/weeks'
import type { Day } from '@toguchi/domain/calendar/day'
import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import { answerStanding, type AnswerStanding } from '@toguchi/domain/rooms/occupancy/occupancy'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import { spareStock } from '@toguchi/domain/schedule/spare-stock'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { occupancyTable, standingColumns, type StandingRow } from '../rooms/rooms.ts'
import { type ScheduleOnPaper, scheduleOnPaper } from '../schedule/schedule.ts'
import { listHardRooms } from './hard-room-queries.ts'

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
    hard_rooms: (await listHardRooms(db, clientId, constructionId))
      .filter(({ kind, absences }) => kind !== 'absent' || absences >= absencesForBoard)
      .map(({ id, name, kind, absences, reason, attempts }) => ({ id, name, kind, absences, reason, attempts })),
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
