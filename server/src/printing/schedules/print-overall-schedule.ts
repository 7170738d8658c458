import { addDays, type Day, eachDay, formatDayLong, formatDayShort, weekday, weekdayName } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import {
  type OverallSchedule,
  overallSchedule,
  type ScheduleDates,
  type ScheduleLine,
  scheduleCell,
} from '@toguchi/domain/constructions/overall-schedule'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { type ChartCell, writeChart } from '../../spreadsheets/spreadsheets.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { renderTypst } from '../render-paper.ts'

/** What the job's asker could see of the construction when they asked: nothing is read again behind their back. */
export interface OverallScheduleInput {
  format: 'pdf' | 'xlsx'
  title: string
  building: string
  manage_no: string | null
  contractors: string[]
  dates: ScheduleDates
  /** Where in the common area it is worked. */
  common_places?: readonly string[]
}

const monthsOnPage = 4

/** The overall schedule (G-SCH-01): as a PDF, four months a page, or as a workbook in which it can be coloured on. */
export const printOverallSchedule = async (platform: Platform, { input }: PrintJob<OverallScheduleInput>): Promise<Printed> => {
  const schedule = overallSchedule(input.dates)
  if (!schedule) throw new Error('a schedule without days was asked for')
  const today = toDay(platform.now())
  const fileName = `全体工程表_${input.manage_no ?? input.building}.${input.format}`
  return input.format === 'pdf'
    ? { bytes: await drawPages(platform, input, schedule, today), fileName, contentType: 'application/pdf' }
    : {
        bytes: await drawSheet(input, schedule),
        fileName,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }
}

const drawPages = (platform: Platform, input: OverallScheduleInput, schedule: OverallSchedule, today: Day) => {
  const { template, data } = overallSchedulePages(input, schedule, today)
  return renderTypst(platform, template, data)
}

/** What the engine draws of it. In a book (`today` null) no day is marked as today, and the pages are numbered on from those before. */
export const overallSchedulePages = (
  {
    title,
    building,
    manage_no,
    contractors,
    common_places = [],
  }: Pick<OverallScheduleInput, 'title' | 'building' | 'manage_no' | 'contractors' | 'common_places'>,
  schedule: OverallSchedule,
  today: Day | null,
) => ({
  template: 'schedules/overall-schedule.typ',
  data: {
    title,
    building,
    manage_no: manage_no ?? '',
    contractors: contractors.join('、'),
    printed_on: today === null ? '' : formatDayLong(today),
    // Every page repeats the lines' names.
    pages: pagesOf(schedule.first, schedule.last).map(days => ({
      months: monthsOf(days),
      days: days.map(day => ({ text: dateOf(day), weekday: weekdayName(day), kind: kindOf(day), today: day === today })),
      lines: schedule.lines.map(line => ({
        label: line.label,
        note: line.note,
        details: detailsOf(line, common_places),
        cells: days.map(day => scheduleCell(line, day) ?? ''),
      })),
    })),
  },
})

/** What a period's line says besides its dates: where it is worked in the common area, and on which days nobody comes. */
const detailsOf = (line: ScheduleLine, commonPlaces: readonly string[]): string => {
  if (line.kind === 'mark') return ''
  const places = line.name === 'common_area_period' ? commonPlaces : []
  const daysOff = [...line.off].filter(day => day >= line.start && day <= line.end).toSorted()
  const shown = daysOff.slice(0, mostDaysNamed).map(formatDayShort).join('、')
  return [
    ...(places.length === 0 ? [] : [`場所：${places.join('、')}`]),
    ...(daysOff.length === 0
      ? []
      : [`休工日：${shown}${daysOff.length > mostDaysNamed ? ` ほか${daysOff.length - mostDaysNamed}日` : ''}`]),
  ].join('\n')
}
/** Three lines of the row. */
const mostDaysNamed = 12

const fills = { work: 'CFE5EA', off: 'C9CED1', preparation: '8FB0E6', mark: undefined } as const
const colors = { holiday: 'B3261E', saturday: '2F5FB3', work: '1F2A30' } as const
const head = 'EEF4F6'

const drawSheet = ({ title, building, contractors, common_places = [] }: OverallScheduleInput, { first, last, lines }: OverallSchedule) => {
  const days = eachDay(first, last)
  const dayCell = (day: Day, text: string): ChartCell => ({ text, color: colors[kindOf(day)], center: true })
  return writeChart({
    name: '全体工程表',
    widths: [20, 38, ...days.map(() => 3.2)],
    frozen: { rows: 4, columns: 2 },
    rows: [
      [{ text: `全体工程表　${title}　${building}　施工：${contractors.join('、')}`, bold: true, span: days.length + 2 }],
      [{ text: '', fill: head, span: 2 }, ...monthsOf(days).map(({ text, span }) => ({ text, span, fill: head, bold: true }))],
      [{ text: '項目', fill: head, bold: true }, { text: '日付', fill: head, bold: true }, ...days.map(day => dayCell(day, dateOf(day)))],
      [{ text: '', fill: head, span: 2 }, ...days.map(day => dayCell(day, weekdayName(day)))],
      ...lines.map(line => [
        { text: line.label, bold: true },
        {
          text: [line.note, detailsOf(line, common_places)]
            .filter(text => text !== '')
            .join('　')
            .replaceAll('\n', '　'),
        },
        ...days.map((day): ChartCell => {
          const cell = scheduleCell(line, day)
          const fill = cell === null ? undefined : fills[cell]
          return {
            text: cell === 'mark' ? '◆' : cell === 'off' ? '休' : cell === 'preparation' ? '準' : '',
            center: true,
            ...(fill === undefined ? {} : { fill }),
          }
        }),
      ]),
    ],
  })
}

const dateOf = (day: Day) => String(Number(day.slice(8)))
const monthsOf = (days: readonly Day[]) =>
  [...Map.groupBy(days, day => day.slice(0, 7))].map(([month, inside]) => ({
    text: `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`,
    span: inside.length,
  }))

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
