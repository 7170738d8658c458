import { addDays, type Day, eachDay, formatDayLong, weekday, weekdayName } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { overallSchedule, type ScheduleDates, scheduleCell } from '@toguchi/domain/constructions/overall-schedule'
import { toDay } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from './print-document.ts'
import { renderTypst } from './render-typst.ts'

/** What the job's asker could see of the construction when they asked: nothing is read again behind their back. */
export interface OverallScheduleInput {
  title: string
  building: string
  manage_no: string | null
  contractors: string[]
  dates: ScheduleDates
}

const monthsOnPage = 4

/** The overall schedule as a PDF (G-SCH-01): every page repeats the lines' names and shows four months at most. */
export const printOverallSchedule = async (platform: Platform, { input }: PrintJob): Promise<Printed> => {
  const { title, building, manage_no, contractors, dates } = input as OverallScheduleInput
  const schedule = overallSchedule(dates)
  if (!schedule) throw new Error('a schedule without days was asked for')
  const today = toDay(platform.now())
  const pages = pagesOf(schedule.first, schedule.last).map(days => ({
    months: [...Map.groupBy(days, day => day.slice(0, 7))].map(([month, inside]) => ({
      text: `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`,
      span: inside.length,
    })),
    days: days.map(day => ({ text: String(Number(day.slice(8))), weekday: weekdayName(day), kind: kindOf(day), today: day === today })),
    lines: schedule.lines.map(line => ({ label: line.label, note: line.note, cells: days.map(day => scheduleCell(line, day) ?? '') })),
  }))
  const bytes = await renderTypst('overall-schedule.typ', {
    title,
    building,
    manage_no: manage_no ?? '',
    contractors: contractors.join('、'),
    printed_on: formatDayLong(today),
    pages,
  })
  return { bytes, fileName: `全体工程表_${manage_no ?? building}.pdf`, contentType: 'application/pdf' }
}

/** The days of every page, whole months each. */
const pagesOf = (first: Day, last: Day): Day[][] => {
  const pages: Day[][] = []
  for (let start = firstOfMonth(first); start <= last;) {
    let end = start
    for (let months = 0; months < monthsOnPage && end <= last; months += 1) end = firstOfMonth(addDays(end, 31))
    pages.push(eachDay(start, addDays(end, -1)))
    start = end
  }
  return pages
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`
const kindOf = (day: Day) => (holidayName(day) !== null || weekday(day) === 0 ? 'holiday' : weekday(day) === 6 ? 'saturday' : 'work')
