import { formatInstant } from '@toguchi/domain/calendar/day'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { scheduleOnPaper, type ScheduleOnPaper } from '../../schedule/schedule.ts'
import { editionOf, framePages, type Paper, periodOf, roomPages, unassignedRooms } from './detail-schedule-pages.ts'
import { writeScheduleWorkbook } from './detail-schedule-workbook.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { findSheetConstruction, type SheetConstruction } from '../queries.ts'
import { renderTypst } from '../render-paper.ts'

/** What was asked for; who may ask was judged when they did. */
export interface DetailScheduleInput {
  construction_id: number
  format: 'pdf' | 'xlsx'
  paper: Paper
  view: 'frame' | 'room'
  /** Whether the residents' names are on it: it usually hangs in public view. */
  names: boolean
}

/** The detail schedule of a construction as it stands when it is printed: a PDF for the wall, or a workbook (G-SCH-16, D-04). */
export const printDetailSchedule = async (platform: Platform, { client_id, input }: PrintJob<DetailScheduleInput>): Promise<Printed> => {
  const { construction, schedule } = await platform.pool.read(client_id, async db => ({
    construction: await findSheetConstruction(db, client_id, input.construction_id),
    schedule: await scheduleOnPaper(db, client_id, input.construction_id, input),
  }))
  if (!construction || !schedule) throw new Error('the construction is gone')
  const now = platform.now()
  const fileName = `詳細工程_${construction.manage_no ?? construction.id}.${input.format}`
  return input.format === 'pdf'
    ? {
        bytes: await renderTypst(platform, 'schedules/detail-schedule.typ', detailScheduleData(construction, schedule, input, now)),
        fileName,
        contentType: 'application/pdf',
      }
    : {
        bytes: await writeScheduleWorkbook(construction, schedule, input, now),
        fileName,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }
}

/** What detail-schedule.typ draws. */
const detailScheduleData = (
  construction: Pick<SheetConstruction, 'name' | 'manage_no' | 'building_name' | 'contractors'>,
  schedule: ScheduleOnPaper,
  { paper, view, names }: Pick<DetailScheduleInput, 'paper' | 'view' | 'names'>,
  now: Date,
) => ({
  paper,
  view,
  names,
  building: construction.building_name,
  construction: construction.name ?? '',
  manage_no: construction.manage_no ?? '―',
  period: periodOf(schedule),
  edition: editionOf(schedule),
  rooms: `${schedule.rooms.length}戸`,
  contractors: construction.contractors.length === 0 ? '' : `施工：${construction.contractors.join('、')}`,
  printed_at: formatInstant(now),
  note: names ? '居住者名を含みます。取り扱いにご注意ください。' : '',
  crews: schedule.time_frames.some(frame => frame.crew_frames.length > 0),
  legend: [
    { mark: 'confirmed', word: '確定', note: '日程確定済み' },
    { mark: 'completed', word: '完了', note: '施工完了' },
    { mark: 'reschedule', word: '再調整', note: '日程再調整' },
    { mark: 'priority', word: '優先', note: '優先対応' },
  ],
  pages: view === 'room' ? roomPages(schedule, paper, toDay(now)) : framePages(schedule, paper, names, toDay(now)),
  unassigned: unassignedRooms(schedule),
})
