import { framePlaceKey } from '@toguchi/domain/schedule/place'
import { formatInstant, formatTimeFrame, weekdayName } from '@toguchi/domain/calendar/day'
import { roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { crewOfFrame } from '@toguchi/domain/schedule/crews'
import type { PaperDay, PaperRoom, ScheduleOnPaper } from '../../schedule/schedule.ts'
import { type Chart, type ChartCell, writeChart } from '../../spreadsheets/spreadsheets.ts'
import { badgesOf, badgeWords, type Paper, periodOf, toneOf } from './detail-schedule-pages.ts'
import type { SheetConstruction } from '../queries.ts'

const head = 'EEF4F6'
const colors = { red: 'B3261E', blue: '2F5FB3', plain: '1F2A30' } as const
const offFills = { holiday: 'C9CED1', preparation: 'CDDCF5', outside: 'E3E7E9' } as const
const stateFills = {
  confirmed: 'D5E8EC',
  completed: 'D3D8DA',
  closed: 'D3D8DA',
  reschedule: 'FBE3E1',
  priority: 'FFF0D6',
  revisit: 'FFF0D6',
} as const

/** Days beside one another on a printed page. */
const daysWide: Readonly<Record<Paper, number>> = { a3: 35, a4: 21 }

/** Two sheets: the frames as they hang on the wall, and every room as a line that can be sorted and filtered. */
export const writeScheduleWorkbook = (
  construction: Pick<SheetConstruction, 'name' | 'manage_no' | 'building_name'>,
  schedule: ScheduleOnPaper,
  { paper, names }: { paper: Paper; names: boolean },
  now: Date,
): Promise<Uint8Array> => {
  const title = [
    `詳細工程表　${construction.building_name}`,
    construction.name,
    `管理番号 ${construction.manage_no ?? '―'}`,
    `専有部工期 ${periodOf(schedule)}`,
    `出力 ${formatInstant(now)}`,
  ]
    .filter(part => part !== null)
    .join('　')
  return writeChart(frameSheet(schedule, { title, paper, names }), roomSheet(schedule, { title, paper, names }))
}

interface SheetLook {
  title: string
  paper: Paper
  names: boolean
}

const frameSheet = (schedule: ScheduleOnPaper, { title, paper, names }: SheetLook): Chart => {
  const { days } = schedule
  const occupants = new Map(schedule.rooms.flatMap(room => (room.place === null ? [] : [[framePlaceKey(room.place), room] as const])))
  const spares = new Set(schedule.spare_frames.map(framePlaceKey))
  const crewNames = new Map(schedule.crews.map(crew => [crew.assigned_contractor_id, crew.name]))
  const cellOf = (day: PaperDay, timeFrameId: number, frame_number: number, spare: boolean): ChartCell => {
    const key = framePlaceKey({ date: day.date, construction_time_frame_id: timeFrameId, frame_number })
    const room = occupants.get(key)
    if (room) return roomCell(room, names)
    if (day.kind !== 'working') return { text: '', fill: offFills[day.kind] }
    return spare && !spares.has(key) ? { text: '', fill: 'E9EDEF' } : { text: spare ? '予備' : '', color: 'A86A00', center: true }
  }
  const rows = schedule.time_frames.flatMap(frame => {
    const most = [...schedule.spare_frames, ...schedule.rooms.flatMap(({ place }) => place ?? [])]
      .filter(place => place.construction_time_frame_id === frame.id)
      .reduce((highest, { frame_number }) => Math.max(highest, frame_number), frame.frame_number)
    return Array.from({ length: most }, (_, at): ChartCell[] => {
      const frame_number = at + 1
      const spare = frame_number > frame.frame_number
      const crew = crewOfFrame(frame.crew_frames, frame_number)
      return [
        { text: formatTimeFrame(frame.start_at, frame.end_at), fill: head, center: true, bold: at === 0 },
        { text: spare ? '予備枠' : crew === null ? '' : (crewNames.get(crew) ?? ''), fill: head },
        { text: '', number: frame_number, fill: head, center: true },
        ...days.map(day => cellOf(day, frame.id, frame_number, spare)),
      ]
    })
  })
  const unassigned = schedule.rooms.filter(({ place }) => place === null)
  const dayCell = ({ date, name }: PaperDay, cell: Omit<ChartCell, 'fill' | 'center'>): ChartCell => ({
    ...cell,
    fill: head,
    color: colors[toneOf(date, name)],
    center: true,
    bold: true,
  })
  const label = (text: string): ChartCell => ({ text, fill: head, bold: true, center: true })
  return {
    name: '枠ごと',
    widths: [14, 18, 5, ...days.map(() => (names ? 15 : 10))],
    frozen: { rows: 4, columns: 3 },
    print: { paper, pagesWide: Math.ceil(days.length / daysWide[paper]), repeatedRows: [2, 4], repeatedColumns: 3 },
    rows: [
      [{ text: title, bold: true, wrap: false }],
      [label('時間枠'), label('班'), label('枠'), ...days.map(day => dayCell(day, { text: '', day: day.date, format: 'm/d' }))],
      [label(''), label(''), label(''), ...days.map(day => dayCell(day, { text: weekdayName(day.date) }))],
      [label(''), label(''), label(''), ...days.map(day => dayCell(day, { text: noteOf(day) }))],
      ...rows,
      [
        label('1日の戸数'),
        label(''),
        label(''),
        ...days.map(({ date }): ChartCell => ({
          text: '',
          number: schedule.rooms.filter(({ place }) => place?.date === date).length,
          fill: head,
          center: true,
        })),
      ],
      ...(unassigned.length === 0
        ? []
        : [
            [{ text: `未割当の部屋　${unassigned.length}戸`, bold: true, wrap: false }],
            ...unassigned.map(room => [{ text: room.name, center: true }, { text: room.resident_name ?? '' }]),
          ]),
    ],
  }
}

const noteOf = ({ kind, name }: PaperDay): string =>
  [name, kind === 'holiday' ? '休工日' : kind === 'preparation' ? '準備日' : kind === 'outside' ? '工期外' : null]
    .filter(part => part !== null)
    .join(' ')

const roomCell = (room: PaperRoom, names: boolean): ChartCell => {
  const badges = badgesOf(room)
  const state = badges.at(-1)
  return {
    text: [
      room.name,
      names ? room.resident_name : null,
      badges.length === 0 ? null : badges.map(mark => `【${badgeWords[mark]}】`).join(''),
    ]
      .filter(part => part !== null)
      .join('\n'),
    ...(state === undefined ? {} : { fill: stateFills[state] }),
    bold: true,
    center: true,
  }
}

const roomSheet = (schedule: ScheduleOnPaper, { title, paper, names }: SheetLook): Chart => {
  const timeFrames = new Map(schedule.time_frames.map(frame => [frame.id, frame]))
  const crewNames = new Map(schedule.crews.map(crew => [crew.assigned_contractor_id, crew.name]))
  const headings = [
    '部屋',
    '階',
    '工事日',
    '曜日',
    '開始',
    '終了',
    '枠',
    '予備枠',
    '班',
    '状態',
    '日程',
    '優先',
    ...(names ? ['居住者'] : []),
  ]
  const rows = schedule.rooms.map((room): ChartCell[] => {
    const { place } = room
    const frame = place === null ? undefined : timeFrames.get(place.construction_time_frame_id)
    const spare = place !== null && place.frame_number > (frame?.frame_number ?? 0)
    const crew = place === null || spare ? null : crewOfFrame(frame?.crew_frames ?? [], place.frame_number)
    return [
      { text: room.name, bold: true },
      { text: room.floor },
      ...(place === null
        ? [{ text: '未割当', color: colors.red }, { text: '' }, { text: '' }, { text: '' }, { text: '' }]
        : [
            { text: '', day: place.date, format: 'yyyy/mm/dd' as const },
            { text: weekdayName(place.date), center: true },
            { text: frame?.start_at.slice(0, 5) ?? '', center: true },
            { text: frame?.end_at.slice(0, 5) ?? '', center: true },
            { text: '', number: place.frame_number, center: true },
          ]),
      { text: spare ? '予備' : '', center: true },
      { text: crew === null ? '' : (crewNames.get(crew) ?? '') },
      { text: room.status !== 'completed' && room.closed ? badgeWords.closed : roomStatusLabels[room.status] },
      { text: place === null ? '' : room.confirmed ? '確定' : '未確定' },
      { text: room.high_priority ? '優先' : '', center: true },
      ...(names ? [{ text: room.resident_name ?? '' }] : []),
    ]
  })
  return {
    name: '部屋ごと',
    widths: [10, 12, 13, 6, 8, 8, 6, 8, 22, 12, 9, 7, ...(names ? [18] : [])],
    frozen: { rows: 2, columns: 1 },
    print: { paper, pagesWide: 1, repeatedRows: [2, 2], repeatedColumns: 1 },
    filterRow: 2,
    rows: [[{ text: title, bold: true, wrap: false }], headings.map(text => ({ text, fill: head, bold: true, center: true })), ...rows],
  }
}
