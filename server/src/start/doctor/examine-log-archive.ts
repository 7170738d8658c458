import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { toInstant } from '../../platform/clock.ts'
import { type LabelledDatabase, lastSegmentOf, logArchiveOf } from '../backup/kept-backups.ts'
import { type Finding, good, note, wrong } from './findings.ts'

/** Anybody may see these; whether an archive is kept at all only settings say that not everybody sees. */
const archiver = `select a.archived_count::int as archived, a.failed_count::int as failed, a.last_archived_time as archived_at,
  a.last_failed_time as failed_at, a.last_failed_wal as segment, a.last_archived_wal as newest from pg_stat_archiver a`

export interface ArchiverState {
  archived: number
  failed: number
  archived_at: Date | null
  failed_at: Date | null
  /** The file that could not be archived, and the one that was: a segment, a history, or the mark of a backup. */
  segment: string | null
  newest: string | null
}

const stateOf = async (client: pg.Client): Promise<ArchiverState> => {
  const { rows } = await client.query<ArchiverState>(archiver)
  const [state] = rows
  if (state === undefined) throw new Error('the server says nothing of its archiver')
  return state
}

/** How the archive of the log stands; `backupDir` is the folder of backups, null where nobody named it. */
export const examineLogArchive = async (client: pg.Client, backupDir: string | null): Promise<Finding[]> =>
  judgeArchiver(await stateOf(client), backupDir)

/** The server tries one segment again until it is kept: the newest of the two times says how it stands. */
export const judgeArchiver = (
  { archived, failed, archived_at, failed_at, segment }: ArchiverState,
  backupDir: string | null,
): Finding[] => {
  if (archived === 0 && failed === 0)
    return [note('データベースの記録（WAL）は保管されていません。保管すると、バックアップより後の時刻にも戻せます（docs/operation.md）。')]
  if (failed_at !== null && (archived_at === null || failed_at > archived_at))
    return [wrong(failingOf(segment ?? '', failed_at, backupDir))]
  return [good('データベースの記録（WAL）は保管されています。')]
}

/** What archive_command said stands in the log of PostgreSQL alone. */
const failingOf = (segment: string, at: Date, backupDir: string | null): string =>
  `データベースの記録（WAL）の ${segment} を保管できていません（最後の失敗は ${inJapan(at)}。理由は PostgreSQL のログにあります）。${adviceOf(segment, backupDir)}そのままにすると、データベースのディスクがいっぱいになります。`

/** Nobody but PostgreSQL and the user of backups may look into the archive, so what is not seen there may be there still. */
const adviceOf = (segment: string, backupDir: string | null): string => {
  const archive = backupDir === null ? null : logArchiveOf(backupDir)
  if (archive !== null && existsSync(join(archive, `${segment}.gz`)))
    return `保管先 ${archive} に、同じ名前で内容の違うファイルがあります。別のクラスターの記録なら、保管先は1つのクラスターだけのものなので、空の別のフォルダーを使ってください（docs/operation.md の On a machine with systemd）。`
  return '保管先の空きと権限と、別のクラスターの記録が保管先に残っていないか（保管先は1つのクラスターだけのもの）を確認してください。'
}

const inJapan = (at: Date): string => `${toInstant(at).slice(0, 19).replace('T', ' ')}（日本時間）`

/** Milliseconds without any archived segment after which nobody waits on. */
const patience = 120_000
/** PostgreSQL tries so often in a row before it rests for a minute. */
const triesInARow = 3

/**
 * Waits until the log that a backup of the database ends with is archived. The backup needs nothing of it, but no moment after it can be
 * restored otherwise. Nothing to say where it came, or where no log is archived; a sentence where it fails, or where nothing moves.
 */
export const awaitLogArchived = async (
  client: pg.Client,
  { end, wal_segment_bytes }: Pick<LabelledDatabase, 'end' | 'wal_segment_bytes'>,
  backupDir: string,
  patienceMs: number = patience,
): Promise<Finding[]> => {
  const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
  if (rows[0]?.mode === 'off') return []
  const needed = lastSegmentOf(end, wal_segment_bytes)
  let before = await stateOf(client)
  let movedAt = performance.now()
  for (;;) {
    const now = await stateOf(client)
    if (now.newest !== null && now.newest >= needed) return []
    if (now.archived > before.archived) [before, movedAt] = [now, performance.now()]
    if (now.failed - before.failed >= triesInARow) return judgeArchiver(now, backupDir)
    if (performance.now() - movedAt >= patienceMs) return [wrong(silentOf(needed))]
    await sleep(500)
  }
}

const silentOf = (segment: string): string =>
  `データベースの記録（WAL）の ${segment} が、待っても保管されません。PostgreSQL の archive_command が空でないこと、終わらないままになっていないことを確認してください。そのままにすると、データベースのディスクがいっぱいになります。`
