import { formatInstant } from '@toguchi/domain/calendar/day'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeWorkbook } from '../../spreadsheets/spreadsheets.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { historyTexts } from './present-event.ts'
import { type HistoryFilter, type HistoryRow, listHistory } from './queries.ts'

export interface HistoryInput {
  construction_id: number
  filter: HistoryFilter
}

const headings = [
  ['日時', 18],
  ['部屋', 10],
  ['内容', 34],
  ['変更前', 30],
  ['変更後', 30],
  ['備考', 40],
  ['操作した人', 28],
  ['経路', 10],
] as const

/** Rows of a workbook at most: more are neither read nor held at once, and nobody scrolls through them. */
const mostRows = 20_000

/** The history of a construction as a workbook: whatever matched the filters, the newest first. */
export const writeHistory = async (platform: Platform, { client_id, input }: PrintJob<HistoryInput>): Promise<Printed> => {
  const { rows, total_count = 0 } = await platform.pool.read(client_id, db =>
    listHistory(db, client_id, input.construction_id, input.filter, { page: 1, per_page: mostRows }),
  )
  const bytes = await writeWorkbook([
    { name: '変更履歴', headings: headings.map(([text, width]) => ({ text, width })), rows: rows.map(cellsOf) },
  ])
  return {
    bytes,
    fileName: `変更履歴_${toDay(platform.now()).replaceAll('-', '')}.xlsx`,
    note:
      total_count > mostRows
        ? `新しい${mostRows.toLocaleString()}件を出力しました（全${total_count.toLocaleString()}件）。期間で絞り込むと、古いものも出力できます。`
        : null,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

const cellsOf = (row: HistoryRow): string[] => {
  const { what, before, after, notes, who, channel } = historyTexts(row)
  return [formatInstant(row.at), row.room_name ?? '', what, before ?? '', after ?? '', notes.join('\n'), who, channel]
}
