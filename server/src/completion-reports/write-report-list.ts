import { formatDay, formatInstant } from '@toguchi/domain/calendar/day'
import { signerRelationLabels } from '@toguchi/domain/completion-reports/labels'
import { roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { toDay } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from '../printing/printing.ts'
import { writeWorkbook } from '../spreadsheets/spreadsheets.ts'
import { answersOf } from './present.ts'
import { type ListedRow, listReportRooms, listReports, type ReportFilter, type ReportRow } from './queries.ts'

export interface ReportListInput {
  construction_id: number
  filter: ReportFilter
  craftsman_id: number | null
}

const headings = [
  ['部屋', 10],
  ['棟', 10],
  ['状態', 12],
  ['施工日', 12],
  ['完了日時', 18],
  ['完了確定日時', 18],
  ['完了報告書', 22],
  ['サイン', 20],
  ['署名者の続柄', 14],
  ['訂正', 8],
  ['特記事項', 30],
  ['コメント', 30],
] as const

/** The list of reports as a workbook: everything that matched, and an item a column, because offices look for a value over all rooms. */
export const writeReportList = async (platform: Platform, { client_id, input }: PrintJob<ReportListInput>): Promise<Printed> => {
  const { construction_id, filter, craftsman_id } = input
  const { rows, reports } = await platform.pool.read(client_id, async db => {
    const rows = await listReportRooms(db, { clientId: client_id, craftsmanId: craftsman_id }, construction_id, filter, {
      sortDesc: false,
      limit: null,
      offset: 0,
    })
    const found = await listReports(
      db,
      client_id,
      construction_id,
      rows.map(({ id }) => id),
    )
    return { rows, reports: new Map(found.map(report => [report.room_id, report])) }
  })
  const items = [...new Set([...reports.values()].flatMap(report => answersOf(report).map(({ item_name }) => item_name)))]
  const bytes = await writeWorkbook([
    {
      name: '完了報告書一覧',
      headings: [...headings.map(([text, width]) => ({ text, width })), ...items.map(text => ({ text, width: 16 }))],
      rows: rows.map(row => [...factsOf(row, reports.get(row.id)), ...answersIn(items, reports.get(row.id))]),
    },
  ])
  return {
    bytes,
    fileName: `完了報告書一覧_${toDay(platform.now()).replaceAll('-', '')}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

const moment = (date: Date | null) => (date === null ? '' : formatInstant(date))

const factsOf = (row: ListedRow, report: ReportRow | undefined): string[] => {
  const relation = report?.signatures.find(({ withdrawn_at }) => withdrawn_at === null)?.relation
  return [
    row.room_name,
    row.block_name ?? '',
    roomStatusLabels[row.status],
    row.date === null ? '' : formatDay(row.date),
    moment(row.completed_at),
    moment(row.closed_at),
    row.template_name ?? '',
    row.digital_sign_file_id === null ? (report?.sign_omitted_reason ?? '') : 'あり',
    relation === undefined ? '' : signerRelationLabels[relation],
    row.corrected ? 'あり' : '',
    report?.special_report ?? '',
    report?.completion_comment ?? '',
  ]
}

const answersIn = (items: readonly string[], report: ReportRow | undefined): string[] => {
  const answers = new Map((report ? answersOf(report) : []).map(({ item_name, answer }) => [item_name, answer]))
  return items.map(item => answers.get(item) ?? '')
}
