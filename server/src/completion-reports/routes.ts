import type { ReachedActor } from '@toguchi/domain/access/actor'
import { completionReports } from '@toguchi/domain/completion-reports/contract'
import type { Job } from '@toguchi/domain/printing/contract'
import { withSignature } from '../files/files.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { pageOf } from '../platform/database/listing.ts'
import { recordEvent, recordEvents } from '../platform/events.ts'
import { repeatedRequestOf } from '../platform/http/answered-requests.ts'
import { momentOf } from '../platform/http/device-clock.ts'
import { answers } from '../platform/http/mount.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { answerWithRoom, reachConstruction, showRoom, type RoomRequest, roomTargetOf } from '../rooms/rooms.ts'
import { listRoomStates } from './paper-queries.ts'
import { presentListed, presentReport } from './present.ts'
import { previewReport, readReports, type ReportsInput } from './print-reports.ts'
import { findReport, listReportRooms, scopeOf } from './queries.ts'
import { completeWithReport, saveReport, takeBackReport } from './save-report.ts'
import type { ReportListInput } from './write-report-list.ts'

const show = async ({ platform, db, actor, params }: RoomRequest) => {
  const row = await findReport(db, actor, params.construction_id, params.room_id)
  if (!row) throw notFound()
  return presentReport(platform, actor, row)
}

/** Printed rooms; more take longer than anybody waits for a letter, and would hold those up. */
const mostAmongLetters = 100

/** A job that has begun; nothing is made of it yet. */
const begin = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  kind: 'completion_reports' | 'completion_report_list',
  input: ReportsInput | ReportListInput,
  total: number,
): Promise<Job> => {
  const { id, state, done, error } = await enqueueDocument(
    platform,
    db,
    actor,
    { kind, input: { ...input }, total },
    kind === 'completion_reports' && total > mostAmongLetters ? 'archives' : 'documents',
  )
  return { id, state, done, total, error, file_url: null }
}

/** Only rooms that are completed have a report to print; what cannot be printed is named, and nothing is. */
const assertFinished = async (db: Db, actor: ReachedActor, constructionId: number, roomIds: readonly number[]): Promise<number[]> => {
  const rooms = await listRoomStates(db, actor.clientId, constructionId, roomIds)
  if (rooms.length < new Set(roomIds).size) throw notFound()
  const open = rooms.filter(({ completed }) => !completed).map(({ name }) => name)
  if (open.length > 0) throw refused(`完了していない部屋の完了報告書は印刷できません。（${namesOf(open)}）`, 'not_finished')
  return rooms.map(({ id }) => id)
}

const mostNamed = 10
const namesOf = (names: readonly string[]): string =>
  names.length > mostNamed ? `${names.slice(0, mostNamed).join('、')} ほか${names.length - mostNamed}部屋` : names.join('、')

export const completionReportsRoutes = answers(completionReports, {
  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report': async context => ({ completion_report: await show(context) }),

  'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report': async context => {
    await saveReport(roomTargetOf(context), context.body.completion_report)
    return { message: '完了報告書を保存しました。', completion_report: await show(context) }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/completion': ({ platform, actor, params, body, request, now }) =>
    withSignature(
      platform,
      actor,
      body.room.digital_sign,
      db => showRoom(platform, db, actor, params.construction_id, params.room_id),
      async (db, signature) => {
        const context = { platform, db, actor, params }
        const moment = momentOf(request.headers, body.room.completed_at, now)
        await completeWithReport(roomTargetOf(context), { ...body.room, moment }, signature)
        return answerWithRoom('施工完了を登録しました。', context)
      },
      repeatedRequestOf(request.headers, 'POST /api/constructions/:construction_id/rooms/:room_id/completion'),
    ),

  'DELETE /api/constructions/:construction_id/rooms/:room_id/completion': async context => {
    await takeBackReport(roomTargetOf(context))
    return answerWithRoom('完了を取り消しました。', context)
  },

  'GET /api/constructions/:construction_id/completion_reports': async ({ platform, db, actor, params, query }) => {
    const reached = await reachConstruction(db, actor, params.construction_id)
    const rows = await listReportRooms(db, scopeOf(reached), params.construction_id, query.room ?? {}, {
      sortBy: query.sort_by,
      sortDesc: query.sort_desc ?? false,
      ...pageOf(query),
    })
    return {
      completion_reports: rows.map(row => presentListed(platform, row)),
      ...(query.exclude_pagination ? {} : { total_count: rows[0]?.total ?? 0 }),
    }
  },

  'POST /api/constructions/:construction_id/completion_reports/print': async ({ platform, db, actor, params, body }) => {
    const { construction_id } = params
    const reached = await reachConstruction(db, actor, construction_id)
    const room_ids = await assertFinished(db, reached, construction_id, body.room_ids)
    // Names of people leave the house on these papers: whoever takes one leaves a trace (review M6).
    await recordEvents(
      db,
      room_ids.map(roomId => ({
        kind: 'completion_reports.printed',
        actor: reached,
        clientId: reached.clientId,
        constructionId: construction_id,
        roomId,
      })),
    )
    const input: ReportsInput = { construction_id, room_ids }
    return {
      message: '完了報告書の作成を始めました。',
      job: await begin(platform, db, reached, 'completion_reports', input, room_ids.length),
    }
  },

  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report/preview': async ({ platform, actor, params, query }) => {
    const { construction_id, room_id } = params
    const { reached, read } = await platform.pool.read(clientNumberOf(actor), async db => {
      const caller = await reachConstruction(db, actor, construction_id)
      await assertFinished(db, caller, construction_id, [room_id])
      return { reached: caller, read: await readReports(db, caller.clientId, construction_id, [room_id]) }
    })
    return previewReport(platform, reached, read, query.page)
  },

  'POST /api/constructions/:construction_id/completion_reports/export': async ({ platform, db, actor, params, body }) => {
    const { construction_id } = params
    const reached = await reachConstruction(db, actor, construction_id)
    const filter = body.room ?? {}
    await recordEvent(db, {
      kind: 'completion_reports.list_made',
      actor: reached,
      clientId: reached.clientId,
      constructionId: construction_id,
      change: { filter },
    })
    const input: ReportListInput = { construction_id, filter, craftsman_id: scopeOf(reached).craftsmanId }
    return { message: '完了報告書一覧の作成を始めました。', job: await begin(platform, db, reached, 'completion_report_list', input, 1) }
  },
})
