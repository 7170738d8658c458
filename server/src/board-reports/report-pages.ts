import type { BoardFigures } from '@toguchi/domain/board-reports/contract'
import { attemptLabels, hardRoomText } from '@toguchi/domain/board-reports/hard-rooms'
import { mostReportPages } from '@toguchi/domain/board-reports/labels'
import { formatWeek } from '@toguchi/domain/board-reports/weeks'
import { type Day, formatDayLong, formatDayWithoutYear, formatInstant, todayInTokyo } from '@toguchi/domain/calendar/day'
import type { Pages } from '../printing/printing.ts'
import type { ReportedConstruction } from './queries.ts'

export const reportTitle = '理事会報告書'

/** All that the pages say. */
export interface ReportContent {
  construction: ReportedConstruction
  weekOn: Day
  figures: BoardFigures
  requests: string
  at: Date
}

/** Of each dwelling the attempts that were made last. */
const mostAttempts = 4
const mostInAnnex = 20
/** Printed lines of the request: what is longer goes on in the same paragraph. */
const mostLines = 8

/** The report as two A4 pages, as board-report.typ draws them; where the second does not hold every dwelling an annex lists them all. */
export const reportPages = ({ construction, weekOn, figures, requests, at }: ReportContent): Pages => {
  const { hard_rooms, ...counts } = figures
  return {
    template: '../board-reports/board-report.typ',
    isWhole: true,
    mostPages: mostReportPages,
    data: {
      title: reportTitle,
      addressee: construction.owners_association === null ? '理事会 御中' : `${construction.owners_association} 理事会 御中`,
      issuer: construction.client_name,
      building: construction.building_name,
      construction: construction.name ?? construction.cd,
      manage_no: construction.manage_no ?? '',
      week: formatWeek(weekOn),
      made_at: formatInstant(at),
      deadline: construction.schedule_change_end_on === null ? '' : formatDayLong(construction.schedule_change_end_on),
      period: periodText(construction),
      counts,
      requests: linesOf(requests),
      rooms: hard_rooms.map(room => ({
        name: room.name,
        why: hardRoomText(room),
        attempts: attemptsText(room.attempts, mostAttempts),
        all_attempts: attemptsText(room.attempts, mostInAnnex),
      })),
      absent: hard_rooms.filter(({ kind }) => kind === 'absent').length,
    },
  }
}

const periodText = ({ privately_area_start_on: start, privately_area_end_on: end }: ReportedConstruction): string =>
  start === null || end === null ? '' : `${formatDayLong(start)} 〜 ${formatDayLong(end)}`

const attemptsText = (attempts: BoardFigures['hard_rooms'][number]['attempts'], most: number): string => {
  const said = attempts.slice(0, most).map(({ kind, at }) => `${formatDayWithoutYear(todayInTokyo(new Date(at)))} ${attemptLabels[kind]}`)
  const more = attempts.length - said.length
  return [...said, ...(more > 0 ? [`ほか${more}回`] : [])].join('　')
}

const linesOf = (text: string): string[] => {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join('　')]
}
