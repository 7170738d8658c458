import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { printing } from '@toguchi/domain/printing/contract'
import { type Day, formatDayShort, formatInstant } from '@toguchi/domain/calendar/day'
import { wishedDaysOf, wishesText } from '@toguchi/domain/rooms/absence'
import { roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { ageOf, listRemainingOfClient, type RemainingRow } from '../../rooms/rooms.ts'
import { writeWorkbook } from '../../spreadsheets/spreadsheets.ts'
import type { PrintJob, Printed } from '../printer.ts'

type Asked = BodyOf<(typeof printing)['POST /api/remaining_constructions/file']>

export interface RemainingInput extends Asked {
  /** Null: of all constructions. */
  construction_id: number | null
}

const headings = [
  ['物件', 24],
  ['工事', 28],
  ['部屋', 10],
  ['状態', 12],
  ['工事日', 14],
  ['未完了理由', 16],
  ['工事担当', 14],
  ['残工事になった日', 16],
  ['経過日数', 10],
  ['再訪問日時', 22],
  ['再訪問の希望', 36],
  ['電話の期限', 14],
  ['電話番号', 16],
  ['備考', 40],
] as const

/** The remaining works as a workbook, filtered and sorted as they were looked at. */
export const writeRemaining = async (platform: Platform, { client_id, input }: PrintJob<RemainingInput>): Promise<Printed> => {
  const today = toDay(platform.now())
  const { remaining_constructions: rows } = await platform.pool.read(client_id, db =>
    listRemainingOfClient(db, client_id, {
      constructionId: input.construction_id,
      today,
      buildingName: input.remaining_construction?.building_name,
      reasonId: input.remaining_construction?.incomplete_reason_id,
      sortBy: input.sort_by,
      sortDesc: input.sort_desc ?? false,
      page: 1,
      perPage: null,
    }),
  )
  return {
    bytes: await writeWorkbook([
      { name: '残工事', headings: headings.map(([text, width]) => ({ text, width })), rows: rows.map(row => cellsOf(row, today)) },
    ]),
    fileName: `残工事_${today.replaceAll('-', '')}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

const dayText = (day: Day | null): string => (day === null ? '' : formatDayShort(day))

const cellsOf = (row: Omit<RemainingRow, 'total'>, today: Day): string[] => {
  const { revisit_wish: wish } = row
  const { days } = ageOf(row, today)
  return [
    row.building_name,
    row.construction_name ?? '',
    row.room_name,
    roomStatusLabels[row.status],
    dayText(row.date),
    row.incomplete_reason ?? '',
    row.owner ?? '',
    dayText(row.since),
    days === null ? '' : `${days}日`,
    row.revisit_at === null
      ? row.revisit_on === null
        ? ''
        : `${formatDayShort(row.revisit_on)}（時刻未定）`
      : formatInstant(row.revisit_at),
    wish === null ? '' : wishesText(wishedDaysOf(wish)),
    dayText(wish?.call_by ?? null),
    wish?.phone ? formatTelephone(wish.phone) : '',
    row.room_remarks ?? '',
  ]
}
