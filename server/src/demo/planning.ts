import { addDays, type Day, weekday } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import type { ScheduleUnit } from '@toguchi/domain/schedule/placement'
import type { DemoRoom, Town } from './constructions.ts'

interface Ahead {
  unit?: ScheduleUnit
  /** How many of a time frame's frames each crew works, in the crews' order. */
  shares: readonly number[]
  /** Of each crew: working days, from 0, on which it cannot come. */
  away: readonly (readonly number[])[]
  /** Working days at the end that have spare frames, besides the last Saturday. */
  spareDays: number
}

const workingDays = (schedule: DetailSchedule): Day[] =>
  schedule.dates.filter(date => !date.holiday && !date.preparation).map(({ date }) => date)

/**
 * What a site knows before the dates are told: whose frames are whose, when a crew cannot come, and a stock of spare frames in the
 * mornings and late afternoons of the last days and of a Saturday, some of them released.
 */
export const planAhead = async ({ door, company }: Town, id: number, { unit = 'room', shares, away, spareDays }: Ahead): Promise<void> => {
  const url = `/api/constructions/${id}/detail_schedule`
  const schedule = await door.call<DetailSchedule>(company.staff, 'GET', url)
  const working = workingDays(schedule)
  const crews = schedule.crews.map(({ assigned_contractor_id }, at) => ({ assigned_contractor_id, share: shares[at] ?? 1, away: away[at] }))
  const settled = await door.call<DetailSchedule>(company.staff, 'PATCH', `${url}/settings`, {
    schedule_settings: {
      lock_version: schedule.lock_version,
      schedule_unit: unit,
      spare_percent: 10,
      crew_frames_attributes: schedule.construction_time_frames.flatMap(frame =>
        crews.map(({ assigned_contractor_id, share }) => ({
          construction_time_frame_id: frame.id,
          assigned_contractor_id,
          frame_count: share,
        })),
      ),
      crew_absences_attributes: crews.map(({ assigned_contractor_id, away: days = [] }) => ({
        assigned_contractor_id,
        dates: days.flatMap(at => working[at] ?? []),
      })),
    },
  })
  const [morning, late] = [settled.construction_time_frames[0], settled.construction_time_frames.at(-1)]
  const saturday = working.findLast(day => weekday(day) === 6)
  const dates = [...new Set([...(saturday === undefined ? [] : [saturday]), ...working.slice(-spareDays)])].toSorted()
  await door.call(company.staff, 'PATCH', url, {
    detail_schedule: {
      lock_version: settled.lock_version,
      spare_frames_attributes: [morning, late].flatMap(frame =>
        frame === undefined
          ? []
          : dates.flatMap(date =>
              [1, 2].map(number => ({
                date,
                construction_time_frame_id: frame.id,
                frame_number: frame.frame_number + number,
                released: date === saturday && number === 1,
              })),
            ),
      ),
    },
  })
}

const notes = [
  '夜勤のため午前は不在',
  '通院日のため',
  'テレワーク中、午後希望',
  '出張のため',
  '高齢の家族が同席します',
  '乳児の昼寝の時間を避けてほしい',
  'ペットがいます',
  '帰省中',
] as const

/**
 * Residents called or wrote about their date: they cannot on it, or would rather have a Saturday, or it must stay. Each says one of the
 * three, in turns.
 */
export const keepWishes = async ({ door, company }: Town, id: number, rooms: readonly DemoRoom[]): Promise<void> => {
  const url = `/api/constructions/${id}`
  const days = workingDays(await door.call<DetailSchedule>(company.staff, 'GET', `${url}/detail_schedule`))
  const after = (date: Day) => days.slice(days.indexOf(date) + 2, days.indexOf(date) + 5)
  const saturdays = days.filter(day => weekday(day) === 6)
  for (const [at, { id: roomId, date }] of rooms.entries()) {
    await door.call(company.staff, 'PATCH', `${url}/rooms/${roomId}`, {
      room: { reception_status: at % 4 === 1 ? 'paper' : 'tel', ...(at % 7 === 0 ? { high_priority: true } : {}) },
    })
    await door.call(company.staff, 'PATCH', `${url}/rooms/${roomId}/wish`, {
      wish: {
        unavailable_dates: at % 3 === 0 ? [date, addDays(date, 1)] : [],
        preferred_dates: at % 3 === 0 ? after(date) : at % 3 === 1 ? saturdays : [],
        pinned: at % 3 === 2,
        note: notes[at % (notes.length * 2)] ?? null,
      },
    })
  }
}
