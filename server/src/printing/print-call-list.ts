import { formatDayShort, formatInstant, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { residentLabels } from '@toguchi/domain/residents/labels'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import type { Platform } from '../platform/platform.ts'
import { writeWorkbook } from '../spreadsheets/spreadsheets.ts'
import type { PrintJob, Printed } from './printer.ts'
import { type CallRow, findSheetConstruction, listCallRows } from './queries.ts'
import { renderTypst } from './render-paper.ts'

export interface CallListInput {
  construction_id: number
  format: 'pdf' | 'xlsx'
}

/** Who can be called: who has no number is reached by paper alone, and only counted. */
export const canBeCalled = ({ phone }: CallRow): boolean => phone !== null

/** Whom to call because they have not answered, in posting order, with room for two calls and what came of them. */
export const printCallList = async (platform: Platform, { client_id, input }: PrintJob<CallListInput>): Promise<Printed> => {
  const { construction_id, format } = input
  const { construction, rows } = await platform.pool.read(client_id, async db => ({
    construction: await findSheetConstruction(db, client_id, construction_id),
    rows: await listCallRows(db, client_id, construction_id),
  }))
  if (!construction) throw new Error('the construction is gone')
  const lines = rows.filter(canBeCalled).toSorted(comparePosting).map(lineOf)
  const fileName = `架電リスト_${construction.manage_no ?? construction.id}.${format}`
  if (format === 'xlsx')
    return {
      bytes: await writeWorkbook([
        {
          name: '架電リスト',
          headings: [
            { text: '部屋', width: 12 },
            { text: '氏名', width: 20 },
            { text: residentLabels.name_kana, width: 24 },
            { text: '電話番号', width: 18 },
            { text: 'メールアドレス', width: 28 },
            { text: 'ご予定の工事日', width: 24 },
            { text: '備考', width: 36 },
            { text: '1回目', width: 16 },
            { text: '2回目', width: 16 },
            { text: '結果', width: 30 },
          ],
          rows: lines.map(({ room, name, kana, phone, email, date, note }) => [room, name, kana, phone, email, date, note, '', '', '']),
        },
      ]),
      fileName,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }
  const deadline = construction.schedule_change_end_on
  const bytes = await renderTypst(platform, 'call-list.typ', {
    title: '架電リスト（未回答）',
    building: construction.building_name,
    construction: construction.name ?? '',
    deadline: deadline === null ? '' : formatDayShort(deadline),
    printed_at: formatInstant(platform.now()),
    rows: lines,
    without_number: rows.length - lines.length,
  })
  return { bytes, fileName, contentType: 'application/pdf' }
}

const lineOf = ({ name, resident_name, resident_name_kana, phone, email, date, start_at, end_at, reminded_on, room_remarks }: CallRow) => ({
  room: name,
  name: resident_name ?? '（居住者未登録）',
  kana: resident_name_kana ?? '',
  phone: formatTelephone(phone ?? ''),
  email: email ?? '',
  date:
    date === null ? '未割当' : `${formatDayShort(date)} ${start_at === null || end_at === null ? '' : formatTimeFrame(start_at, end_at)}`,
  note: [reminded_on === null ? '' : `${formatDayShort(reminded_on)} 再案内送信`, room_remarks ?? '']
    .filter(text => text !== '')
    .join(' ／ '),
})
