import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { ClientExport } from '@toguchi/domain/client-terms/contract'
import { listClientsToForget } from '../clients/clients.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { fileUrl } from '../platform/files/files.ts'
import { storageFull } from '../platform/files/storage.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { forgetResults } from '../platform/jobs/forget-results.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { exportKind, type ExportRow, findTerms, listExports, lockExports, sizeExport } from './queries.ts'

/** An export is made again from what is kept; so long it may be fetched. */
const keptFor = 14 * 86_400_000
/** What a disk keeps free for the photos of the day, beyond the zip. */
const leastFree = 2 * 1024 ** 3

export const presentExport = ({ id, state, done, total, error, note, created_at, finished_at, file_id }: ExportRow): ClientExport => ({
  id,
  state,
  done,
  total,
  error,
  note,
  created_at: toInstant(created_at),
  kept_until: finished_at === null || file_id === null ? null : toInstant(new Date(finished_at.getTime() + keptFor)),
})

const isUnderWay = ({ state, created_at }: ExportRow, now: Date): boolean =>
  (state === 'waiting' || state === 'running') && now.getTime() - created_at.getTime() < 86_400_000

/** Asks for the zip, unless one is being made: then that one is everybody's. `db` is bound to the company. Returns what to say. */
export const beginExport = async (platform: Platform, db: Db, actor: Extract<OfficeActor, { kind: 'admin' }>): Promise<string> => {
  const { clientId } = actor
  await lockExports(db, clientId)
  const terms = await findTerms(db, clientId)
  if (terms && terms.erasure_began_at !== null) throw refused('データの消去が始まっているため、書き出せません。', 'client_erased')
  if ((await listExports(db, clientId)).some(row => isUnderWay(row, platform.now()))) return 'データの書き出しは、すでに始まっています。'
  const { files, byte_size } = await sizeExport(db, clientId)
  const free = await platform.storage.freeBytes()
  if (free !== null && free < byte_size + leastFree) throw storageFull()
  // Everything leaves the house: whoever takes it leaves a trace (review M6).
  await recordEvent(db, { kind: 'clients.exported', actor, clientId, change: { files } })
  await enqueueDocument(platform, db, actor, { kind: exportKind, input: {}, total: files }, 'archives')
  return 'データの書き出しを始めました。'
}

/** The address of a finished zip; that it was given out stands in the log. */
export const fetchExport = async (
  platform: Platform,
  db: Db,
  actor: Extract<OfficeActor, { kind: 'admin' }>,
  id: number,
): Promise<string> => {
  const { clientId } = actor
  const made = (await listExports(db, clientId)).find(row => row.id === id)
  if (!made) throw notFound()
  if (made.file_id === null) throw refused('このデータは保存期間を過ぎたか、まだ作成されていません。書き出し直してください。', 'no_export')
  await recordEvent(db, { kind: 'clients.export_fetched', actor, clientId, subject: { type: 'jobs', id } })
  return fileUrl(platform, clientId, made.file_id)
}

/** Daily: takes away exports that were made more than two weeks ago. */
export const forgetExports = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.now().getTime() - keptFor)
  const clients = await platform.pool.read(null, db => listClientsToForget(db, 'results', before, [exportKind]))
  await attemptEach(clients, clientId => forgetResults(platform, clientId, before, [exportKind]))
}
