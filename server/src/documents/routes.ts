import type { ClientActor } from '@toguchi/domain/access/actor'
import { documents, type Job, type jobStates } from '@toguchi/domain/documents/contract'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { overallSchedule, scheduleDatesOf, tooLongText } from '@toguchi/domain/constructions/overall-schedule'
import { findConstruction, presentConstruction } from '../constructions/constructions.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { fileUrl } from '../platform/files.ts'
import { findJob, insertJob } from '../platform/job-rows.ts'
import { answers } from '../platform/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, refused } from '../platform/problem.ts'
import { findScheduledConstruction, listTimeFrames } from '../schedule/schedule.ts'
import type { DetailScheduleInput } from './print-detail-schedule.ts'
import type { OverallScheduleInput } from './print-overall-schedule.ts'
import { type SheetsInput, sheetRoomsOf } from './print-sheets.ts'
import { countSheetRooms, findSheetConstruction, listRoomsToldOnPaper, listSheetRooms } from './queries.ts'

type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>

const present = (platform: Platform, actor: ClientActor, { file_id, ...job }: JobRow): Job => ({
  ...job,
  state: job.state as (typeof jobStates)[number],
  file_url: file_id === null ? null : fileUrl(platform, actor.clientId, file_id),
})

/** Decision sheets say what is decided: not before the day of the decision guide (G-SCH-12). */
const refuseUndecided = async (db: Db, actor: ClientActor, constructionId: number, today: string) => {
  const construction = await findSheetConstruction(db, actor.clientId, constructionId)
  const day = construction?.decision_guide_distribution_on ?? null
  if (day !== null && today < day) throw refused(`決定案内は${formatDayLong(day)}から印刷できます。`, 'not_decided_yet')
}

/** Days for which a move that is to be told on paper is found for printing. */
const paperDays = 14

const roomsOnPaper = async (db: Db, clientId: number, { construction_id, kind }: SheetsInput, now: Date): Promise<number[]> => {
  const since = new Date(now.getTime() - paperDays * 86_400_000)
  const told = await listRoomsToldOnPaper(db, clientId, construction_id, since)
  const rooms = sheetRoomsOf(await listSheetRooms(db, clientId, construction_id), kind, told)
  if (rooms.length === 0) throw refused('書面で知らせる部屋はありません。', 'no_rooms_on_paper')
  return rooms.map(room => room.id)
}

export const documentsRoutes = answers(documents, {
  'POST /api/constructions/:construction_id/distribution_sheets': async ({ platform, db, actor, params, body, now }) => {
    const rooms = await countSheetRooms(db, actor, params.construction_id)
    if (rooms === undefined) throw notFound()
    if (body.kind === 'decision') await refuseUndecided(db, actor, params.construction_id, toDay(now))
    if (rooms === 0) throw refused('部屋が登録されていません。先に部屋構成を登録してください。', 'no_rooms')
    const input: SheetsInput = { construction_id: params.construction_id, kind: body.kind }
    if (body.only === 'paper') input.room_ids = await roomsOnPaper(db, actor.clientId, input, now)
    const total = input.room_ids?.length ?? rooms
    const job = await insertJob(db, actor, { kind: 'distribution_sheets', input: { ...input }, total })
    await platform.jobs.enqueue(db, 'documents', { job_id: job.id })
    await recordEvent(db, {
      kind: `documents.${body.kind}_sheets_printed`,
      actor,
      clientId: actor.clientId,
      constructionId: params.construction_id,
      change: { rooms: total, ...(body.only ? { only: body.only } : {}) },
    })
    return { message: '案内状の作成を始めました。', job: present(platform, actor, job) }
  },

  'POST /api/constructions/:construction_id/overall_schedule/file': async ({ platform, db, actor, params, body, now }) => {
    const row = await findConstruction(db, actor, params.construction_id)
    if (!row) throw notFound()
    const construction = presentConstruction(row, toDay(now))
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
    }
    const job = await insertJob(db, actor, { kind: 'overall_schedule', input: { ...input }, total: 1 })
    await platform.jobs.enqueue(db, 'documents', { job_id: job.id })
    return { message: '全体工程表の作成を始めました。', job: present(platform, actor, job) }
  },

  'POST /api/constructions/:construction_id/detail_schedule/file': async ({ platform, db, actor, params, body }) => {
    const construction = await findScheduledConstruction(db, actor, params.construction_id)
    if (!construction) throw notFound()
    const timeFrames = await listTimeFrames(db, actor.clientId, construction.id)
    if (timeFrames.length === 0) throw refused('詳細工程表はまだありません。先に詳細工程表を作成してください。', 'no_schedule')
    const input: DetailScheduleInput = { construction_id: construction.id, ...body }
    const job = await insertJob(db, actor, { kind: 'detail_schedule', input: { ...input }, total: 1 })
    await platform.jobs.enqueue(db, 'documents', { job_id: job.id })
    // Whoever takes the residents' names out of the house leaves a trace.
    if (body.names)
      await recordEvent(db, {
        kind: 'documents.detail_schedule_with_names',
        actor,
        clientId: actor.clientId,
        constructionId: construction.id,
        change: { format: body.format, view: body.view },
      })
    return { message: '詳細工程表の作成を始めました。', job: present(platform, actor, job) }
  },

  'GET /api/jobs/:id': async ({ platform, db, actor, params }) => {
    const job = await findJob(db, actor, params.id)
    if (!job) throw notFound()
    return { job: present(platform, actor, job) }
  },
})
