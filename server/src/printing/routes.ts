import type { ClientId, OfficeActor, ReachedActor } from '@toguchi/domain/access/actor'
import { type Job, printing } from '@toguchi/domain/printing/contract'
import { type SheetKind, sheetKindLabels, sheetKinds } from '@toguchi/domain/rooms/sheet-kind'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { leftOutText } from '@toguchi/domain/rooms/occupancy/occupancy'
import { keyPaperNames } from '@toguchi/domain/rooms/keys/key-papers'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { overallSchedule, scheduleDatesOf, tooLongText } from '@toguchi/domain/constructions/overall-schedule'
import { findConstruction, presentConstruction } from '../constructions/constructions.ts'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent, recordEvents } from '../platform/events.ts'
import { findJob, enqueueDocument } from '../platform/jobs/job-rows.ts'
import { momentOf } from '../platform/http/device-clock.ts'
import { answers } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { findScheduledConstruction, listTimeFrames } from '../schedule/schedule.ts'
import type { AbsenceSlipInput } from './letters/print-absence-slip.ts'
import type { KeyPaperInput } from './key-papers/print-key-paper.ts'
import { type CallListInput, canBeCalled } from './print-call-list.ts'
import type { DetailScheduleInput } from './schedules/print-detail-schedule.ts'
import type { OverallScheduleInput } from './schedules/print-overall-schedule.ts'
import type { TimelineInput } from './timeline/print-timeline.ts'
import { findTimelineRoom, listHistory } from './timeline/queries.ts'
import { presentEvent } from './timeline/present-event.ts'
import type { HistoryInput } from './timeline/write-history.ts'
import type { RemainingInput } from './remaining/write-remaining.ts'
import { presentJob } from './present-job.ts'
import {
  addresseesOf,
  isDated,
  isDistributed,
  leftOutOf,
  type SheetsInput,
  sheetRoomsOf,
  standingOf,
  visitKey,
} from './letters/print-sheets.ts'
import {
  constructionExists,
  findRoomOfSlip,
  findSheetConstruction,
  listCallRows,
  listCommonPlaces,
  listOpenVisits,
  listPrintedSheets,
  listRoomsNotifiedOnPaper,
  listSheetRooms,
  type SheetRoom,
} from './queries.ts'
import { countDistributed, sheetRunsOf, sheetsByRoom } from './letters/sheet-runs.ts'
import { recordAbsence } from '../rooms/rooms.ts'

/** Decision sheets say what is decided: not before the day of the decision guide (G-SCH-12). */
const whyUndecided = async (db: Db, actor: OfficeActor, constructionId: number, today: string): Promise<string | null> => {
  const construction = await findSheetConstruction(db, actor.clientId, constructionId)
  const day = construction?.decision_guide_distribution_on ?? null
  return day !== null && today < day ? `決定案内は${formatDayLong(day)}から印刷できます。` : null
}

/** Days for which a move that is to be told on paper is found for printing. */
const paperDays = 14
const paperSince = (now: Date): Date => new Date(now.getTime() - paperDays * 86_400_000)

const noRoomsText = '部屋が登録されていません。先に部屋構成を登録してください。'
/** What to say when there is nothing to print. */
const nobodyTexts: Readonly<Record<SheetKind, string>> = {
  information: '案内状を届ける住戸はありません。工事が完了した住戸には作成しません。',
  reminder: '日程が決まっていて未回答の住戸はありません。',
  decision: '日程が確定し、これからお伺いする住戸はありません。',
}
const nobody: Readonly<Record<SheetKind, () => Error>> = {
  information: () => refused(nobodyTexts.information, 'no_rooms'),
  reminder: () => refused(nobodyTexts.reminder, 'nobody_to_remind'),
  decision: () => refused(nobodyTexts.decision, 'nothing_decided'),
}

const nobodyThereText = '空室・長期不在の住戸です。所有者の氏名と住所を登録すると、所有者あての書面を印刷できます。'

interface Asking {
  platform: Platform
  db: Db
  actor: ReachedActor
}

/** Begins a job in the transaction of the request, so that it exists when the events do. */
const remainingText = '残工事の一覧の作成を始めました。'

const begin = async ({ platform, db, actor }: Asking, kind: string, input: object, total: number): Promise<Job> => {
  const job = await enqueueDocument(platform, db, actor, { kind, input: { ...input }, total })
  return presentJob(platform, job)
}

interface Wanted {
  kind: SheetKind
  only?: 'paper' | 'not_distributed' | undefined
  room_ids?: readonly number[] | undefined
}

/** The rooms whose sheets are printed now; refuses when there is none. */
const roomsToPrint = async (db: Db, clientId: ClientId, id: number, { kind, only, room_ids }: Wanted, now: Date): Promise<SheetRoom[]> => {
  const onPaper = only === 'paper'
  const asked = room_ids && new Set(room_ids)
  const today = toDay(now)
  const all = await listSheetRooms(db, clientId, id)
  if (all.length === 0) throw refused(noRoomsText, 'no_rooms')
  const onPaperIds = onPaper ? await listRoomsNotifiedOnPaper(db, clientId, id, paperSince(now)) : undefined
  const notifiedOnPaper = onPaperIds && new Set(onPaperIds)
  const able = sheetRoomsOf(all, kind, today).filter(room => (asked?.has(room.id) ?? true) && (notifiedOnPaper?.has(room.id) ?? true))
  const printed = only === 'not_distributed' ? sheetsByRoom(await listPrintedSheets(db, clientId, id), kind) : null
  const rooms =
    printed === null
      ? able
      : able.filter(room => !isDistributed(room, kind, printed.get(room.id)?.[0]) && standingOf(room, kind, today) === 'open')
  if (rooms.length === 0 && able.length > 0)
    throw refused('未配布の住戸はありません。日程が決まっている住戸と締切を過ぎた住戸は、部屋を選ぶと印刷できます。', 'all_distributed')
  if (rooms.length === 0 && asked && leftOutOf(all).some(room => asked.has(room.id))) throw refused(nobodyThereText, 'nobody_there')
  if (rooms.length === 0) throw onPaper ? refused('書面で知らせる部屋はありません。', 'no_rooms_on_paper') : nobody[kind]()
  return rooms
}

export const printingRoutes = answers(printing, {
  'GET /api/constructions/:construction_id/distribution_sheets': async ({ db, actor, params: { construction_id }, now }) => {
    const { clientId } = actor
    const construction = await findSheetConstruction(db, clientId, construction_id)
    if (!construction) throw notFound()
    const today = toDay(now)
    const all = (await listSheetRooms(db, clientId, construction_id)).toSorted(comparePosting)
    const printed = await listPrintedSheets(db, clientId, construction_id)
    const onPaper = new Set(await listRoomsNotifiedOnPaper(db, clientId, construction_id, paperSince(now)))
    const undecided = await whyUndecided(db, actor, construction_id, today)
    const leftOut = leftOutText(leftOutOf(all))
    return {
      schedule_completed: construction.detail_schedule_completed_at !== null,
      sheets: sheetKinds.map(kind => {
        const printedByRoom = sheetsByRoom(printed, kind)
        const rooms = sheetRoomsOf(all, kind, today)
        const why = kind === 'decision' ? undecided : null
        return {
          kind,
          left_out: leftOut,
          why_not: why ?? (rooms.length > 0 ? null : all.length === 0 ? noRoomsText : nobodyTexts[kind]),
          rooms: rooms.map(room => ({
            id: room.id,
            name: room.name,
            dated: isDated(room),
            standing: standingOf(room, kind, today),
            to_owner: addresseesOf(room).includes('owner'),
            printed_at: toInstant(printedByRoom.get(room.id)?.[0]?.at ?? null),
            distributed: isDistributed(room, kind, printedByRoom.get(room.id)?.[0]),
            on_paper: onPaper.has(room.id),
          })),
          runs: sheetRunsOf(rooms, printedByRoom, kind).map(({ at, ...run }) => ({ ...run, printed_at: toInstant(at) })),
        }
      }),
    }
  },

  'POST /api/constructions/:construction_id/distribution_sheets': async ({ platform, db, actor, params, body, now }) => {
    const { clientId } = actor
    const { construction_id } = params
    const { kind } = body
    const construction = await findSheetConstruction(db, clientId, construction_id)
    if (!construction) throw notFound()
    const why = kind === 'decision' ? await whyUndecided(db, actor, construction_id, toDay(now)) : null
    if (why !== null) throw refused(why, 'not_decided_yet')
    const rooms = await roomsToPrint(db, clientId, construction_id, body, now)
    const room_ids = rooms.map(({ id }) => id)
    const completed = construction.detail_schedule_completed_at !== null
    const input: SheetsInput = { construction_id, kind, room_ids }
    const job = await begin({ platform, db, actor }, 'distribution_sheets', input, rooms.flatMap(addresseesOf).length)
    await recordEvents(db, [
      {
        kind: `documents.${kind}_sheets_printed`,
        actor,
        clientId,
        constructionId: construction_id,
        change: { rooms: room_ids.length, job_id: job.id, ...(body.only ? { only: body.only } : {}) },
      },
      ...rooms.map(room => ({
        kind: 'rooms.sheet_printed' as const,
        actor,
        clientId,
        constructionId: construction_id,
        roomId: room.id,
        change: { kind, job_id: job.id, dated: isDated(room), ...(completed ? {} : { provisional: visitKey(room) }) },
      })),
    ])
    return { message: `${sheetKindLabels[kind]}の作成を始めました。`, job }
  },

  'POST /api/constructions/:construction_id/distribution_sheets/not_distributed': async ({
    db,
    actor,
    params,
    body: { kind, job_ids },
    now,
  }) => {
    const { clientId } = actor
    const { construction_id } = params
    const sheets = sheetsByRoom(await listPrintedSheets(db, clientId, construction_id), kind)
    const taken = new Set<number | null>(job_ids)
    const takenByRun = Map.groupBy(
      [...sheets.values()].flat().filter(({ job_id }) => taken.has(job_id)),
      ({ job_id }) => job_id,
    )
    if (takenByRun.size === 0) throw notFound()
    const rooms = sheetRoomsOf(await listSheetRooms(db, clientId, construction_id), kind, toDay(now))
    const count = countDistributed(rooms, sheets, kind) - countDistributed(rooms, sheets, kind, taken)
    const of = { actor, clientId, constructionId: construction_id }
    await recordEvents(
      db,
      [...takenByRun].flatMap(([job_id, sheetsOfRun]) => [
        { kind: 'documents.sheets_not_distributed' as const, ...of, change: { kind, job_id, rooms: sheetsOfRun.length } },
        ...sheetsOfRun.map(({ room_id }) => ({
          kind: 'rooms.sheet_not_distributed' as const,
          ...of,
          roomId: room_id,
          change: { kind, job_id },
        })),
      ]),
    )
    return {
      message:
        count === 0
          ? `作成した${sheetKindLabels[kind]}を取り消しました。未配布に戻った住戸はありません。`
          : `${count}戸の${sheetKindLabels[kind]}を未配布に戻しました。`,
    }
  },

  'POST /api/constructions/:construction_id/poster': async ({ platform, db, actor, params: { construction_id } }) => {
    if (!(await constructionExists(db, actor.clientId, construction_id))) throw notFound()
    const job = await begin({ platform, db, actor }, 'poster', { construction_id }, 1)
    await recordEvent(db, { kind: 'documents.poster_printed', actor, clientId: actor.clientId, constructionId: construction_id })
    return { message: '掲示用ポスターの作成を始めました。', job }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/absence_slip': async ({ platform, db, actor, params, body }) => {
    const { construction_id, room_id } = params
    const room = await findRoomOfSlip(db, actor, construction_id, room_id)
    if (!room) throw notFound()
    if (room.closed) throw refused(closedRoomText, 'room_closed')
    if (room.done) throw refused('工事が完了しているため、不在票は作成できません。', 'room_done')
    const today = toDay(platform.now())
    const visitedAt = body.visited_at === undefined ? null : new Date(body.visited_at)
    // The slip promises a new date: what it says happened, is recorded with it.
    if (visitedAt !== null)
      await recordAbsence(
        { platform, db, actor, constructionId: construction_id, roomId: room_id },
        { moment: momentOf({}, body.visited_at, platform.now()), leaves_slip: true },
      )
    // Without an hour it is the slip of the visit that is recorded already, else of the one to come.
    const visit = visitedAt ?? room.absent_at
    const visit_on = visit === null ? (room.date !== null && room.date > today ? room.date : today) : toDay(visit)
    const input: AbsenceSlipInput = { construction_id, room_ids: [room_id], visited_at: visit?.toISOString() ?? null, visit_on }
    const { client_id: clientId } = room
    const job = await begin({ platform, db, actor: { ...actor, clientId } }, 'absence_slip', input, 1)
    await recordEvent(db, {
      kind: 'rooms.sheet_printed',
      actor,
      clientId,
      constructionId: construction_id,
      roomId: room_id,
      change: { kind: 'absence', job_id: job.id, visited_at: body.visited_at ?? null },
    })
    return { message: '不在票の作成を始めました。', job }
  },

  'POST /api/constructions/:construction_id/absence_slips': async ({
    platform,
    db,
    actor,
    params: { construction_id },
    body: { date },
  }) => {
    const construction = await findScheduledConstruction(db, actor, construction_id)
    if (!construction) throw notFound()
    const { client_id: clientId } = construction
    const room_ids = await listOpenVisits(db, actor, construction_id, date)
    if (room_ids.length === 0) throw refused('この日に、これからお伺いする住戸はありません。', 'no_visits')
    const input: AbsenceSlipInput = { construction_id, room_ids, visited_at: null, visit_on: date }
    const job = await begin({ platform, db, actor: { ...actor, clientId } }, 'absence_slip', input, room_ids.length)
    await recordEvents(
      db,
      room_ids.map(roomId => ({
        kind: 'rooms.sheet_printed',
        actor,
        clientId,
        constructionId: construction_id,
        roomId,
        change: { kind: 'absence', job_id: job.id, visited_at: null },
      })),
    )
    return { message: '不在票の作成を始めました。', job }
  },

  'POST /api/constructions/:construction_id/call_list': async ({ platform, db, actor, params: { construction_id }, body }) => {
    if (!(await constructionExists(db, actor.clientId, construction_id))) throw notFound()
    const unanswered = await listCallRows(db, actor.clientId, construction_id)
    if (unanswered.length === 0) throw refused('未回答の住戸はありません。', 'nobody_to_remind')
    const rows = unanswered.filter(canBeCalled)
    if (rows.length === 0) throw refused('未回答の住戸に、電話番号のわかる住戸はありません。', 'nobody_to_call')
    const input: CallListInput = { construction_id, format: body.format }
    const job = await begin({ platform, db, actor }, 'call_list', input, 1)
    // Names and numbers leave the house: whoever takes them leaves a trace.
    await recordEvent(db, {
      kind: 'documents.call_list_made',
      actor,
      clientId: actor.clientId,
      constructionId: construction_id,
      change: { format: body.format, rooms: rows.length },
    })
    return { message: '架電リストの作成を始めました。', job }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/key_papers': async ({ platform, db, actor, params, body: { paper } }) => {
    const { construction_id, room_id } = params
    const room = await findRoomOfSlip(db, actor, construction_id, room_id)
    if (!room) throw notFound()
    if (room.closed) throw refused(closedRoomText, 'room_closed')
    const { client_id: clientId, name, date } = room
    const input: KeyPaperInput = { construction_id, room_id, room: name, paper, work_on: date }
    const job = await begin({ platform, db, actor: { ...actor, clientId } }, 'key_paper', input, 1)
    await recordEvent(db, {
      kind: 'documents.key_paper_printed',
      actor,
      clientId,
      constructionId: construction_id,
      roomId: room_id,
      change: { paper, job_id: job.id },
    })
    return { message: `${keyPaperNames[paper]}の作成を始めました。`, job }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/timeline/file': async ({ platform, db, actor, params, body }) => {
    const { construction_id, room_id } = params
    if (!(await findTimelineRoom(db, actor.clientId, construction_id, room_id))) throw notFound()
    const input: TimelineInput = { construction_id, room_id, names: body.names }
    const job = await begin({ platform, db, actor }, 'room_timeline', input, 1)
    // Names and what people wrote leave the house: whoever takes them leaves a trace.
    await recordEvent(db, {
      kind: 'documents.timeline_made',
      actor,
      clientId: actor.clientId,
      constructionId: construction_id,
      subject: { type: 'rooms', id: room_id },
      change: { names: body.names },
    })
    return { message: '履歴の作成を始めました。', job }
  },

  'GET /api/constructions/:construction_id/history': async ({ db, actor, params, query }) => {
    if (!(await constructionExists(db, actor.clientId, params.construction_id))) throw notFound()
    const { history: filter = {}, ...page } = query
    const { rows, ...total } = await listHistory(db, actor.clientId, params.construction_id, filter, page)
    return { history: rows.map(presentEvent), ...total }
  },

  'POST /api/constructions/:construction_id/history/file': async ({ platform, db, actor, params, body }) => {
    const { construction_id } = params
    if (!(await constructionExists(db, actor.clientId, construction_id))) throw notFound()
    const filter = body.history ?? {}
    const input: HistoryInput = { construction_id, filter }
    const job = await begin({ platform, db, actor }, 'construction_history', input, 1)
    // Who looked for whom is said, the name itself is not: it could not be erased.
    await recordEvent(db, {
      kind: 'documents.history_made',
      actor,
      clientId: actor.clientId,
      constructionId: construction_id,
      change: { filters: Object.keys(filter) },
    })
    return { message: '変更履歴の出力を始めました。', job }
  },

  'POST /api/remaining_constructions/file': async context => {
    const job = await begin(context, 'remaining_constructions', { construction_id: null, ...context.body } satisfies RemainingInput, 1)
    await recordEvent(context.db, { kind: 'documents.remaining_listed', actor: context.actor, clientId: context.actor.clientId })
    return { message: remainingText, job }
  },

  'POST /api/constructions/:construction_id/remaining_constructions/file': async context => {
    const { db, actor, body } = context
    const { construction_id } = context.params
    if (!(await constructionExists(db, actor.clientId, construction_id))) throw notFound()
    const job = await begin(context, 'remaining_constructions', { construction_id, ...body } satisfies RemainingInput, 1)
    await recordEvent(db, { kind: 'documents.remaining_listed', actor, clientId: actor.clientId, constructionId: construction_id })
    return { message: remainingText, job }
  },

  'POST /api/constructions/:construction_id/overall_schedule/file': async ({ platform, db, actor, params, body, now }) => {
    const row = await findConstruction(db, actor, params.construction_id)
    if (!row) throw notFound()
    const construction = presentConstruction(platform, row, toDay(now))
    const schedule = overallSchedule(construction)
    if (schedule === null) throw refused('工期が入力されていません。先に工期を入力してください。', 'no_periods')
    if (schedule.tooLong) throw refused(tooLongText, 'too_long')
    const input: OverallScheduleInput = {
      format: body.format,
      title: construction.name ?? construction.cd,
      building: construction.building_name,
      manage_no: construction.manage_no,
      contractors: construction.assigned_contractors.map(({ contractor_name }) => contractor_name),
      dates: scheduleDatesOf(construction),
      common_places: await listCommonPlaces(db, row.client_id, construction.id),
    }
    const reached = { ...actor, clientId: row.client_id }
    return { message: '全体工程表の作成を始めました。', job: await begin({ platform, db, actor: reached }, 'overall_schedule', input, 1) }
  },

  'POST /api/constructions/:construction_id/detail_schedule/file': async ({ platform, db, actor, params, body }) => {
    const construction = await findScheduledConstruction(db, actor, params.construction_id)
    if (!construction) throw notFound()
    const { client_id: clientId } = construction
    const timeFrames = await listTimeFrames(db, clientId, construction.id)
    if (timeFrames.length === 0) throw refused('詳細工程表はまだありません。先に詳細工程表を作成してください。', 'no_schedule')
    const input: DetailScheduleInput = { construction_id: construction.id, ...body }
    const job = await begin({ platform, db, actor: { ...actor, clientId } }, 'detail_schedule', input, 1)
    // Whoever takes the residents' names out of the house leaves a trace.
    if (body.names)
      await recordEvent(db, {
        kind: 'documents.detail_schedule_with_names',
        actor,
        clientId,
        constructionId: construction.id,
        change: { format: body.format, view: body.view },
      })
    return { message: '詳細工程表の作成を始めました。', job }
  },

  'GET /api/jobs/:id': async ({ platform, db, actor, params }) => {
    const job = await findJob(db, actor, params.id)
    if (!job) throw notFound()
    return { job: presentJob(platform, job) }
  },
})
