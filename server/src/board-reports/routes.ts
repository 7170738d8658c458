import { boardReports } from '@toguchi/domain/board-reports/contract'
import { mondayOf, reportedWeeks } from '@toguchi/domain/board-reports/weeks'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Day } from '@toguchi/domain/calendar/day'
import { toDay, toInstant } from '../platform/clock.ts'
import { recordEvent } from '../platform/events.ts'
import { fileUrl } from '../platform/files/files.ts'
import { answers } from '../platform/http/mount.ts'
import { conflict, notFound, refused } from '../platform/http/problem.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { drawPage, presentJob } from '../printing/printing.ts'
import { type HardRoomsInput, hardRoomsTitle, readHardRooms } from './hard-rooms.ts'
import { openReport } from './open-report.ts'
import { listMissedRooms } from './letter-queries.ts'
import { type LetterInput, letterNoun } from './print-letter.ts'
import { type MailInput, readReport, type ReportInput } from './print-report.ts'
import { findReportedConstruction, findRequests, type LinkRow, listLinks, saveRequests, withdrawLink } from './queries.ts'
import { reportPages } from './report-pages.ts'

const present = (platform: Platform, { client_id, construction_id: _construction, file_id, ...link }: LinkRow) => ({
  ...link,
  created_at: toInstant(link.created_at),
  expires_at: toInstant(link.expires_at),
  withdrawn_at: toInstant(link.withdrawn_at),
  last_opened_at: toInstant(link.last_opened_at),
  good: link.withdrawn_at === null && link.expires_at > platform.now(),
  file_url: fileUrl(platform, client_id, file_id),
})

/** The Monday of the week that a day stands for; 422 for a week that has not begun. */
const weekOf = (day: Day, today: Day): Day => {
  const week = mondayOf(day)
  if (week > today) throw refused('この週はまだ始まっていません。', 'week_to_come')
  return week
}

const findConstruction = async (db: Db, clientId: ClientId, id: number) => {
  const construction = await findReportedConstruction(db, clientId, id)
  if (!construction) throw notFound()
  return construction
}

export const boardReportsRoutes = answers(boardReports, {
  'GET /api/constructions/:construction_id/board_report': async ({ platform, db, actor, params: { construction_id }, query, now }) => {
    const today = toDay(now)
    const week_on = weekOf(query.week_on ?? today, today)
    const { clientId } = actor
    const report = await readReport(db, clientId, { construction_id, week_on }, now)
    if (!report) throw notFound()
    const weeks = reportedWeeks(report.construction.since, today)
    return {
      week_on,
      weeks: weeks.includes(week_on) ? weeks : [...weeks, week_on],
      figures: report.figures,
      requests: report.requests,
      addresses: report.construction.board_addresses,
      links: (await listLinks(db, clientId, construction_id)).map(link => present(platform, link)),
    }
  },

  'GET /api/constructions/:construction_id/hard_rooms': async ({ db, actor, params: { construction_id }, now }) => {
    const { name, building_name } = await findConstruction(db, actor.clientId, construction_id)
    return {
      construction: { name, building_name },
      hard_rooms: await readHardRooms(db, actor.clientId, construction_id, toDay(now)),
    }
  },

  'POST /api/constructions/:construction_id/hard_rooms/file': async ({ platform, db, actor, params: { construction_id } }) => {
    const { clientId } = actor
    await findConstruction(db, clientId, construction_id)
    const input: HardRoomsInput = { construction_id }
    const job = await enqueueDocument(platform, db, actor, { kind: 'hard_rooms', input: { ...input }, total: 1 })
    await recordEvent(db, { kind: 'documents.hard_rooms_listed', actor, clientId, constructionId: construction_id })
    return { message: `${hardRoomsTitle}の作成を始めました。`, job: presentJob(platform, job) }
  },

  'POST /api/constructions/:construction_id/board_letters': async ({ platform, db, actor, params: { construction_id }, body }) => {
    const { clientId } = actor
    await findConstruction(db, clientId, construction_id)
    const room_ids = (await listMissedRooms(db, clientId, construction_id, body.room_ids ?? null)).map(({ id }) => id)
    if (room_ids.length === 0) throw refused('不在が2回続いている住戸はありません。', 'nobody_missed')
    const input: LetterInput = { construction_id, room_ids }
    const job = await enqueueDocument(platform, db, actor, { kind: 'board_letters', input: { ...input }, total: room_ids.length })
    return { message: `${letterNoun}の作成を始めました。`, job: presentJob(platform, job) }
  },

  'PATCH /api/constructions/:construction_id/board_report': async ({ db, actor, params: { construction_id }, body, now }) => {
    const { clientId } = actor
    const week_on = weekOf(body.board_report.week_on, toDay(now))
    const week = { construction_id, week_on }
    await findConstruction(db, clientId, construction_id)
    const before = await findRequests(db, clientId, week)
    const after = body.board_report.requests.trim()
    if (after !== before) {
      await saveRequests(db, clientId, week, after)
      await recordEvent(db, {
        kind: 'board_reports.written',
        actor,
        clientId,
        constructionId: construction_id,
        change: { week_on },
        personal: { before, after },
      })
    }
    return { message: '理事会へのお願いを保存しました。' }
  },

  'POST /api/constructions/:construction_id/board_report/preview': async ({ platform, actor, params: { construction_id }, body, now }) => {
    const { clientId } = actor
    const week_on = weekOf(body.week_on, toDay(now))
    const report = await platform.pool.read(clientId, db =>
      readReport(db, clientId, { construction_id, week_on }, now, body.requests.trim()),
    )
    if (!report) throw notFound()
    return drawPage(platform, actor, () => reportPages(report), body.page)
  },

  'POST /api/constructions/:construction_id/board_report': async ({ platform, db, actor, params: { construction_id }, body, now }) => {
    const input: ReportInput = { construction_id, week_on: weekOf(body.week_on, toDay(now)) }
    await findConstruction(db, actor.clientId, construction_id)
    const job = await enqueueDocument(platform, db, actor, { kind: 'board_report', input: { ...input }, total: 2 })
    await recordEvent(db, {
      kind: 'documents.board_report_made',
      actor,
      clientId: actor.clientId,
      constructionId: construction_id,
      change: { week_on: input.week_on },
    })
    return { message: '理事会報告書の作成を始めました。', job: presentJob(platform, job) }
  },

  'POST /api/constructions/:construction_id/board_report/mail': async ({ platform, db, actor, params: { construction_id }, body, now }) => {
    const { board_addresses } = await findConstruction(db, actor.clientId, construction_id)
    if (board_addresses.length === 0)
      throw refused('「理事会の送付先」が登録されていません。工事の代表者情報で登録してください。', 'no_addresses')
    if (new Set(board_addresses).symmetricDifference(new Set(body.addresses)).size > 0)
      throw conflict('「理事会の送付先」が変更されています。送付先を確かめて、もう一度お試しください。', 'addresses_changed')
    const input: MailInput = { construction_id, week_on: weekOf(body.week_on, toDay(now)), addresses: board_addresses }
    const job = await enqueueDocument(platform, db, actor, { kind: 'board_report_mail', input: { ...input }, total: 2 })
    return { message: '理事会報告書の送信を始めました。', job: presentJob(platform, job) }
  },

  'DELETE /api/constructions/:construction_id/board_report/links/:id': async ({ db, actor, params: { construction_id, id }, now }) => {
    const { clientId } = actor
    if (!(await withdrawLink(db, clientId, construction_id, id, now))) throw notFound()
    await recordEvent(db, {
      kind: 'board_reports.link_withdrawn',
      actor,
      clientId,
      constructionId: construction_id,
      subject: { type: 'board_report_links', id },
    })
    return { message: 'リンクを取り消しました。' }
  },

  'POST /api/board_reports/open': ({ platform, body, request }) => openReport(platform, body, request.ip),
})
