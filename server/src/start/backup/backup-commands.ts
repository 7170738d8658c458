import { join, resolve } from 'node:path'
import { isDay } from '@toguchi/domain/calendar/day'
import type { Storage } from '../../platform/files/storage.ts'
import { Refusal } from '../../platform/refusal.ts'
import { awaitLogArchived } from '../doctor/examine-log-archive.ts'
import { type Finding, lineOf, orWrong } from '../doctor/findings.ts'
import { lookAtDatabase } from '../doctor/look-at-database.ts'
import { checkFiles } from './check-files.ts'
import type { Label, LabelledFiles } from './kept-backups.ts'
import { makeBackup } from './make-backup.ts'
import { findServerPrograms } from './postgres-programs.ts'
import type { Recovery } from './private-server.ts'
import { proveBackup } from './prove-backup.ts'
import { restoreBackup } from './restore-backup.ts'

type Say = (line: string) => void

/** What may stand behind the commands of backups. */
export interface BackupOptions {
  only?: string | undefined
  keep?: string | undefined
  into?: string | undefined
  until?: string | undefined
  timeline?: string | undefined
}

/** Where photos and documents are kept: the storage, and its bucket where it has one. */
export interface KeptIn {
  storage: Storage
  bucket: string | null
  folder: string
}

/**
 * `bin/admin backup`: false when files are missing or damaged, which keeps the backup from being whole, or when the log after it is not
 * archived, which keeps anybody from going further than it; both are for people to look at.
 */
export const backUp = async (
  { folder, ownerUrl, files }: { folder: string; ownerUrl: string; files: KeptIn },
  options: BackupOptions,
  say: Say,
): Promise<boolean> => {
  const { storage, bucket } = files
  const made = await makeBackup({ folder: resolve(folder), ownerUrl, storage, only: onlyOf(options.only), keep: keepOf(options.keep) })
  say(`バックアップを作成しました: ${made.path}`)
  for (const line of contentsOf(made.label, files)) say(line)
  if (made.expired.length > 0) say(`古いバックアップ${made.expired.length}件を削除しました。`)
  const faults = made.label.files === null ? [] : faultsOf(made.label.files, bucket !== null)
  for (const line of faults) say(line)
  const { database } = made.label
  const unarchived =
    database === null
      ? []
      : await orWrong(
          () => lookAtDatabase(ownerUrl, client => awaitLogArchived(client, database, resolve(folder))),
          reason => `データベースの記録（WAL）が保管されたか、確認できません: ${reason}`,
        )
  for (const finding of unarchived) say(lineOf(finding))
  return faults.length === 0 && unarchived.length === 0
}

const contentsOf = ({ database, files }: Label, place: KeptIn): string[] => [
  database === null
    ? 'データベースは含めていません（--only files）。'
    : `データベース: ${database.name}（PostgreSQL ${database.server_version}、${database.end.lsn} まで）`,
  files === null
    ? '写真と書類は含めていません（--only database）。'
    : `写真と書類（${placeOf(place)}）: ${files.count}件、${Math.ceil(files.bytes / 1e6)}MB（新しくコピーしたもの${files.copied}件、ほかは前のバックアップと共有）`,
]

const placeOf = ({ bucket, folder }: KeptIn): string =>
  bucket === null ? `フォルダー ${folder}` : `バケット ${bucket} とフォルダー ${folder}`

/** Somebody who moved the files to a bucket and told only the server would hear every night that they are lost. */
const moved =
  '  バケットに移したためであれば、サーバーと同じ S3_… の設定をバックアップにも渡すか（/etc/toguchi/backup.env）、--only database を指定してください。'

const faultsOf = ({ missing, damaged }: LabelledFiles, hasBucket: boolean): string[] => [
  ...[
    { keys: missing, says: '保存先にないファイル' },
    { keys: damaged, says: '保存先で内容が変わっているファイル' },
  ]
    .filter(({ keys }) => keys.length > 0)
    .map(({ keys, says }) => `✗ ${says}が${keys.length}件あります。以前のバックアップから戻してください: ${keys.slice(0, 5).join('、')}`),
  ...(missing.length > 0 && !hasBucket ? [moved] : []),
]

const onlyOf = (value: string | undefined): 'database' | 'files' | null => {
  if (value === undefined || value === 'database' || value === 'files') return value ?? null
  throw new Refusal('--only には database か files を指定してください。(--only database, or files.)')
}

const keepOf = (value: string | undefined): number | null => {
  if (value === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value)
  throw new Refusal('--keep には残す数を指定してください。例: --keep 14 (--keep takes how many stay.)')
}

/** `bin/admin restore`: false when a proof failed. */
export const restore = async (
  backup: string,
  { into, until, timeline }: BackupOptions,
  env: NodeJS.ProcessEnv,
  say: Say,
): Promise<boolean> => {
  if (into === undefined) throw new Refusal('--into に、復元先の空のフォルダーを指定してください。(--into names an empty folder.)')
  const place = resolve(into)
  const findings = await restoreBackup({
    backup: resolve(backup),
    into: place,
    until: untilOf(until),
    timeline: timelineOf(timeline, until),
    programs: findServerPrograms(env['POSTGRES_PROGRAMS']),
  })
  const isGood = tell(findings, say)
  say(`復元したデータベースは ${join(place, 'postgres/cluster')}、写真と書類は ${join(place, 'storage')} にあります。`)
  say('SECRET_KEY はバックアップに含まれません。元の値を設定してください（試用環境では元の DATA_DIR の secret-key をコピーします）。')
  return isGood
}

/** `latest`, or a moment; without a zone it is Japan's time. */
export const untilOf = (value: string | undefined): Recovery['until'] => {
  if (value === undefined) return 'immediate'
  if (value === 'latest') return 'latest'
  const typed = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value.trim())
  const [, day = '', time, zone = '+09:00'] = typed ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  // 2026-02-30 would be taken for a day of March.
  if (isDay(day) && !Number.isNaN(moment.getTime())) return moment
  throw new Refusal('--until には時刻か latest を指定してください。例: --until "2026-04-01 09:30" (--until takes a time, or latest.)')
}

const timelineOf = (value: string | undefined, until: string | undefined): number | null => {
  if (value === undefined) return null
  if (until !== undefined && /^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new Refusal(
    '--timeline には番号を、--until とともに指定してください。例: --until latest --timeline 1 (--timeline takes a number, beside --until.)',
  )
}

/** `bin/admin prove-backup`: false when something of it is not as it was made, or does not fit together. */
export const prove = async (backup: string, env: NodeJS.ProcessEnv, say: Say): Promise<boolean> =>
  tell(await proveBackup(resolve(backup), () => findServerPrograms(env['POSTGRES_PROGRAMS'])), say)

/** `bin/admin check-files`: false when database and storage do not belong together. */
export const check = async (ownerUrl: string, files: KeptIn, say: Say): Promise<boolean> => {
  say(`写真と書類の保存先: ${placeOf(files)}`)
  return tell(await checkFiles(ownerUrl, files.storage), say)
}

const tell = (findings: readonly Finding[], say: Say): boolean => {
  for (const finding of findings) say(lineOf(finding))
  const count = findings.filter(({ is }) => is === 'wrong').length
  say(count === 0 ? '確認できました。' : `直すところが${count}件あります。`)
  return count === 0
}
