import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { keepBytes, keepFile, type StoredFile, storeFile } from '../platform/files/files.ts'
import { failJob, finishJob, holdJob, startJob } from '../platform/jobs/job-rows.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { printAbsenceSlip } from './letters/print-absence-slip.ts'
import { printKeyPaper } from './key-papers/print-key-paper.ts'
import { printCallList } from './print-call-list.ts'
import { printDetailSchedule } from './schedules/print-detail-schedule.ts'
import { printOverallSchedule } from './schedules/print-overall-schedule.ts'
import { printPoster } from './letters/print-poster.ts'
import { printSheets } from './letters/print-sheets.ts'
import type { Printed, Printer } from './printer.ts'
import { printTimeline } from './timeline/print-timeline.ts'
import { writeHistory } from './timeline/write-history.ts'
import { writeRemaining } from './remaining/write-remaining.ts'
import { PagesOverflow } from './engine.ts'

/** Documents that are made as jobs, by the job's kind, with what to call them when they fail. */
export type Printers = Readonly<Record<string, { print: Printer; noun: string }>>

const printers: Printers = {
  distribution_sheets: { print: printSheets, noun: '案内状' },
  poster: { print: printPoster, noun: '掲示用ポスター' },
  absence_slip: { print: printAbsenceSlip, noun: '不在票' },
  call_list: { print: printCallList, noun: '架電リスト' },
  key_paper: { print: printKeyPaper, noun: '鍵の書面' },
  detail_schedule: { print: printDetailSchedule, noun: '詳細工程表' },
  room_timeline: { print: printTimeline, noun: '履歴' },
  construction_history: { print: writeHistory, noun: '変更履歴' },
  remaining_constructions: { print: writeRemaining, noun: '残工事の一覧' },
  overall_schedule: { print: printOverallSchedule, noun: '全体工程表' },
}

const overflowText = '文章が長く、1枚に収まりません。「書面の文章」か工事の「工事中の制限とお願い」を短くしてから、もう一度お試しください。'
const mostAttempts = 3

/** What the queue carries. */
export interface QueuedDocument {
  clientId: number
  jobId: number
}

/**
 * Makes the document of a job (D-04, D-28); after the last attempt the job says in a sentence that it failed. `others` are the papers of
 * slices that print their own.
 */
export const printDocument = async (
  platform: Platform,
  queued: QueuedDocument,
  others: Printers = {},
  signal?: AbortSignal,
): Promise<void> => {
  const { jobId } = queued
  const job = await platform.pool.write(queued.clientId, db => startJob(db, queued.clientId, jobId, platform.now()))
  if (!job) return
  const { client_id: clientId } = job
  const printer = printers[job.kind] ?? others[job.kind]
  try {
    if (!printer) throw new Error(`nobody prints ${job.kind}`)
    // The input was written by the request of this kind; the table does not know its shape.
    const printed = await store(platform, clientId, await printer.print(platform, { ...job, input: job.input as never, signal }))
    const isKept = await platform.pool.write(clientId, async db => {
      if (!(await holdJob(db, job))) return false
      const fileId = await keep(platform, db, clientId, printed)
      await finishJob(db, job, { fileId, note: 'note' in printed ? (printed.note ?? null) : null }, platform.now())
      return true
    })
    if (!isKept) await letGo(platform, printed)
  } catch (error) {
    const refusal = refusalOf(error)
    // Who was stopped did not fail: another attempt follows.
    if (refusal !== null || (job.attempts >= mostAttempts && !signal?.aborted)) {
      const sentence = refusal ?? `${printer?.noun ?? '資料'}を作成できませんでした。時間をおいてもう一度お試しください。`
      await platform.pool.write(clientId, db => failJob(db, job, sentence, platform.now()))
    }
    if (refusal === null) throw error
  }
}

/** What refuses the paper itself (422) or is full (507): it would at the next attempt as well. Who is busy (503, 429) or stops has time later. */
const refusalOf = (error: unknown): string | null => {
  if (error instanceof PagesOverflow) return overflowText
  return error instanceof Problem && [422, 507].includes(error.status) ? error.message : null
}

/** A large one's bytes are kept before the transaction: a bucket takes minutes for gigabytes. */
const store = async (platform: Platform, clientId: ClientId, printed: Printed): Promise<Printed | (Printed & StoredFile)> =>
  'path' in printed ? { ...printed, ...(await storeFile(platform, clientId, printed)) } : printed

/** The file of a job; null where what was made keeps itself. */
const keep = async (platform: Platform, db: Db, clientId: ClientId, printed: Printed | (Printed & StoredFile)): Promise<number | null> => {
  let fileId: number | null = null
  if ('path' in printed) fileId = await keepFile(platform, db, clientId, printed)
  else if ('bytes' in printed) fileId = await keepBytes(platform, db, clientId, printed)
  await printed.settle?.(db)
  return fileId
}

/** A newer attempt makes it anew, or has made it: these bytes are nobody's. */
const letGo = async ({ storage }: Platform, printed: Printed | (Printed & StoredFile)): Promise<void> => {
  if ('letGo' in printed) await printed.letGo()
  else if ('storageKey' in printed) await storage.remove(printed.storageKey)
}
