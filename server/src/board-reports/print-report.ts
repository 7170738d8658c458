import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClientId } from '@toguchi/domain/access/actor'
import { linkDays } from '@toguchi/domain/board-reports/labels'
import { formatWeek } from '@toguchi/domain/board-reports/weeks'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { keepBytes } from '../platform/files/files.ts'
import { originOf } from '../platform/http/hosts.ts'
import { enqueueMails } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { sha256 } from '../platform/secrets.ts'
import { openEngine, type PrintJob, type Printed } from '../printing/printing.ts'
import { readBoardFigures } from './figure-queries.ts'
import { findReportedConstruction, findRequests, insertLink, type ReportedConstruction } from './queries.ts'
import { type ReportContent, reportPages, reportTitle } from './report-pages.ts'

export interface ReportInput {
  construction_id: number
  week_on: string
}
export interface MailInput extends ReportInput {
  addresses: string[]
}

/** The report as it is at this moment; undefined when the construction is gone. `requests`: a text that is not kept yet. */
export const readReport = async (
  db: Db,
  clientId: ClientId,
  { construction_id, week_on }: ReportInput,
  at: Date,
  requests?: string,
): Promise<ReportContent | undefined> => {
  const construction = await findReportedConstruction(db, clientId, construction_id)
  const figures = await readBoardFigures(db, clientId, construction_id, week_on, toDay(at))
  if (!construction || !figures) return undefined
  return {
    construction,
    weekOn: week_on,
    figures,
    requests: requests ?? (await findRequests(db, clientId, { construction_id, week_on })),
    at,
  }
}

/** 理事会報告書 as a PDF. */
export const printBoardReport = async (platform: Platform, { client_id: clientId, input }: PrintJob<ReportInput>): Promise<Printed> =>
  (await draw(platform, clientId, input)).file

/**
 * The same, mailed: in the transaction in which it is done a copy is kept under a link of its own, and the mail that tells the link lies in
 * the outbox. What the board reads is what the sender finds beside the job.
 */
export const mailBoardReport = async (platform: Platform, job: PrintJob<MailInput>): Promise<Printed> => {
  const { client_id: clientId, input } = job
  const { content, file } = await draw(platform, clientId, input)
  const token = newAddressToken()
  return {
    ...file,
    note: `${input.addresses.length}件の送付先へメールを送りました。`,
    settle: db => send(platform, db, job, { ...content, file, token }),
  }
}

/** 128 bits: nobody comes to an address by trying. */
const newAddressToken = (): string => randomBytes(16).toString('base64url')

const draw = async (platform: Platform, clientId: ClientId, input: ReportInput) => {
  const at = platform.now()
  const content = await platform.pool.read(clientId, db => readReport(db, clientId, input, at))
  if (!content) throw new Error('the construction is gone')
  const bytes = await platform.storage.inFolder(async folder => {
    await using engine = openEngine()
    return readFile((await engine.draw(reportPages(content), path.join(folder, 'report.pdf'))).path)
  })
  const { manage_no, id } = content.construction
  return { content, file: { bytes, fileName: `${reportTitle}_${manage_no ?? id}_${input.week_on}.pdf`, contentType: 'application/pdf' } }
}

type Sent = ReportContent & { file: Awaited<ReturnType<typeof draw>>['file']; token: string }

const day = 24 * 60 * 60 * 1000

const send = async (
  platform: Platform,
  db: Db,
  { client_id: clientId, input, requested_by_kind, requested_by_id }: PrintJob<MailInput>,
  { construction, weekOn, at, file, token }: Sent,
): Promise<void> => {
  const expires_at = new Date(at.getTime() + linkDays * day)
  const id = await insertLink(db, clientId, {
    construction_id: construction.id,
    week_on: weekOn,
    file_id: await keepBytes(platform, db, clientId, file),
    token_hash: sha256(token),
    recipients: input.addresses,
    created_at: at,
    created_by_kind: requested_by_kind,
    created_by_id: requested_by_id,
    expires_at,
  })
  const eventId = await recordEvent(db, {
    kind: 'board_reports.sent',
    actor: 'system',
    clientId,
    constructionId: construction.id,
    subject: { type: 'board_report_links', id },
    change: { week_on: weekOn, recipients: input.addresses.length, asked_by_kind: requested_by_kind, asked_by_id: requested_by_id },
    personal: { addresses: input.addresses },
  })
  const mail = mailOf(platform, construction, weekOn, { token, expires_at })
  await enqueueMails(
    db,
    clientId,
    // One each: nobody of the board learns the others' private addresses.
    input.addresses.map(to => ({ kind: 'board_report' as const, constructionId: construction.id, to, ...mail, eventId })),
  )
}

const mailOf = (
  platform: Platform,
  construction: ReportedConstruction,
  weekOn: string,
  { token, expires_at }: { token: string; expires_at: Date },
) => ({
  subject: `【${platform.settings.appName}】${reportTitle}（${construction.building_name} ${formatWeek(weekOn)}）`,
  body: [
    construction.owners_association === null ? '理事会 御中' : `${construction.owners_association} 理事会 御中`,
    '',
    `${construction.client_name}です。工事の進み具合をご報告いたします。`,
    '下のリンクから、報告書（A4のPDF）をご覧ください。',
    '',
    `物件：${construction.building_name}`,
    ...(construction.name === null ? [] : [`工事：${construction.name}`]),
    `対象の週：${formatWeek(weekOn)}`,
    '',
    `${originOf(platform.settings.apiHostTemplate, construction.client_cd)}/board_reports/${construction.client_uuid}/${token}`,
    '',
    `${formatDayLong(toDay(expires_at))}までご覧いただけます。リンクを開くのにアカウントはいりません。理事会以外の方には転送しないでください。`,
    '',
  ].join('\n'),
})
