import { addDays, weekday } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import type { Town } from './constructions.ts'

/** How the frames of one time frame are shared among the crews. */
const shares = [2, 2, 1]
const notes = [
  '夜勤のため午前は不在',
  '高齢の家族が同席します',
  'ペットがいます',
  'テレワーク中、午後希望',
  '第三者の立ち会いを希望',
] as const

/**
 * What a site knows before the dates are told: whose frames are whose and when a crew is away, a stock of spare frames on the last
 * days and Saturdays with some of them released, and what residents said about dates.
 */
export const planAhead = async ({ door, company }: Town, id: number): Promise<void> => {
  const url = `/api/constructions/${id}`
  const schedule = await door.call<DetailSchedule>(company.staff, 'GET', `${url}/detail_schedule`)
  const working = schedule.dates.filter(date => !date.holiday && !date.preparation).map(({ date }) => date)
  const settled = await door.call<DetailSchedule>(company.staff, 'PATCH', `${url}/detail_schedule/settings`, {
    schedule_settings: {
      lock_version: schedule.lock_version,
      spare_percent: 10,
      crew_frames_attributes: schedule.construction_time_frames.flatMap(frame =>
        schedule.crews.map((crew, at) => ({
          construction_time_frame_id: frame.id,
          assigned_contractor_id: crew.assigned_contractor_id,
          frame_count: shares[at] ?? 1,
        })),
      ),
      crew_absences_attributes: schedule.crews.slice(1, 2).map(crew => ({
        assigned_contractor_id: crew.assigned_contractor_id,
        dates: working.slice(22, 24),
      })),
    },
  })
  const [morning, , late] = settled.construction_time_frames
  const days = [...working.filter(day => weekday(day) === 6), ...working.slice(-5)]
  const spareDays = [...new Set(days)].toSorted()
  await door.call(company.staff, 'PATCH', `${url}/detail_schedule`, {
    detail_schedule: {
      lock_version: settled.lock_version,
      spare_frames_attributes: [morning, late].flatMap(frame =>
        frame === undefined
          ? []
          : spareDays.flatMap((date, at) =>
              [1, 2].map(number => ({
                date,
                construction_time_frame_id: frame.id,
                frame_number: frame.frame_number + number,
                released: at % 3 === 0 && number === 1,
              })),
            ),
      ),
    },
  })
  const told = schedule.assigns.filter((_, at) => at % 9 === 4)
  for (const [at, { date, room }] of told.entries())
    await door.call(company.staff, 'PATCH', `${url}/rooms/${room.id}/wish`, {
      wish: {
        unavailable_dates: at % 3 === 0 ? [date, addDays(date, 1)] : at % 3 === 1 ? [addDays(date, 2)] : [],
        preferred_dates: at % 3 === 0 ? [addDays(date, 3), addDays(date, 4)] : [],
        pinned: at % 3 === 2,
        note: at % 4 === 0 ? (notes[(at / 4) % notes.length] ?? null) : null,
      },
    })
}
