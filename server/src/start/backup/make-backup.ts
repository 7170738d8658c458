import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrationNames, migrationsFolder, ownNeeds } from '../../migrate/migrations.ts'
import { reasonOf } from '../../migrate/reason-of.ts'
import { demandMigratedDatabase } from '../../migrate/whose-database.ts'
import { isDiskFull, syncFolder } from '../../platform/files/disk.ts'
import { removalsHold } from '../../platform/files/hold-removals.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { codeOf, messageOf } from '../../platform/http/error-code.ts'
import { Problem } from '../../platform/http/problem.ts'
import { Refusal } from '../../platform/refusal.ts'
import { takeBaseBackup } from './base-backup.ts'
import { copyFiles, openSums, type PreviousFiles, type Sums } from './copy-files.ts'
import { hashOf, writeDurably } from './durable-files.ts'
import {
  expire,
  filesFolder,
  type Label,
  labelFile,
  type LabelledDatabase,
  type LabelledFiles,
  listKept,
  makeBackupsFolder,
  manifestFile,
  nameOf,
  readLabel,
  removeUnfinished,
  sumsFile,
  tarFile,
  unfinishedNameOf,
} from './kept-backups.ts'

export interface BackupOrder {
  /** The folder of all backups. */
  folder: string
  ownerUrl: string
  storage: Storage
  /** One half alone: of a database that somebody else backs up, or of an object store that keeps versions. */
  only: 'database' | 'files' | null
  /** How many backups stay; null: all. */
  keep: number | null
}

export interface MadeBackup {
  /** Its folder. */
  path: string
  label: Label
  expired: string[]
}

/**
 * Makes one backup: the database, then the files that it names, while no bytes are removed. It grows under another name, everything is made
 * durable, the label comes last, and only then it takes its name: what is broken off never looks finished, and the next backup takes it
 * away. Throws a Refusal; a full disk takes nothing away but what was just being written.
 */
export const makeBackup = async (order: BackupOrder): Promise<MadeBackup> => {
  const owner = await connectAsOwner(order.ownerUrl)
  try {
    await demandMigratedDatabase(owner, ownNeeds())
    await makeBackupsFolder(order.folder)
    await takeTurn(owner)
    await removeUnfinished(order.folder)
    const startedAt = new Date()
    const name = nameOf(startedAt, order.only !== 'files')
    const growing = join(order.folder, unfinishedNameOf(name))
    if (existsSync(join(order.folder, name))) throw new Refusal(`${name} はもうあります。(It exists already.)`)
    try {
      await mkdir(growing, { mode: 0o700 })
      const label = await fill(growing, order, owner, startedAt)
      await rename(growing, join(order.folder, name))
      await syncFolder(order.folder)
      const expired = order.keep === null ? [] : await expire(order.folder, order.keep)
      return { path: join(order.folder, name), label, expired }
    } catch (error) {
      await rm(growing, { recursive: true, force: true }).catch(() => undefined)
      throw error
    }
  } catch (error) {
    throw refusalOr(error, order.folder)
  } finally {
    await owner.end().catch(() => undefined)
  }
}

const fill = async (growing: string, order: BackupOrder, owner: pg.Client, startedAt: Date): Promise<Label> => {
  const previous = await findPrevious(order.folder)
  const sums = openSums(join(growing, sumsFile))
  let [database, files]: [LabelledDatabase | null, LabelledFiles | null] = [null, null]
  try {
    if (order.only !== 'files') database = await copyDatabase(order.ownerUrl, owner, growing, sums)
    if (order.only !== 'database') files = await copyFiles(owner, order.storage, growing, { previous, sums })
  } finally {
    await sums.close()
  }
  const label: Label = {
    format: 1,
    started_at: startedAt.toISOString(),
    finished_at: new Date().toISOString(),
    sums_sha256: await hashOf(join(growing, sumsFile)),
    newest_migration: migrationNames(migrationsFolder).at(-1) ?? '',
    database,
    files,
  }
  await syncFolder(growing)
  await writeDurably(join(growing, labelFile), `${JSON.stringify(label, null, 2)}\n`)
  await syncFolder(growing)
  return label
}

const connectAsOwner = async (ownerUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'toguchi backup', connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new Refusal(
      `データベースに接続できません。DATABASE_URL（所有者）を確認してください: ${reasonOf(error)} (Cannot connect; check DATABASE_URL.)`,
    )
  }
}

/** Milliseconds that a removal under way may take. */
const removalPatience = 120_000

/** One backup at a time, and from now until this connection ends no bytes are removed. */
const takeTurn = async (owner: pg.Client): Promise<void> => {
  const { rows } = await owner.query<{ mine: boolean }>(`select pg_try_advisory_lock(hashtext('toguchi backup')) as mine`)
  if (rows[0]?.mine !== true) throw new Refusal('別のバックアップが実行中です。(Another backup is running.)')
  await owner.query(`set lock_timeout = ${removalPatience}`)
  try {
    await owner.query(`select pg_advisory_lock(${removalsHold})`)
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error
    throw new Refusal(
      'ファイルの削除が続いているため、始められません。しばらくしてからもう一度実行してください。(Files are being removed; try again.)',
    )
  }
}

const copyDatabase = async (ownerUrl: string, owner: pg.Client, growing: string, sums: Sums): Promise<LabelledDatabase> => {
  const { rows } = await owner.query<Omit<LabelledDatabase, 'start' | 'end' | 'ended_at'>>(
    `select current_database() as name, current_user as owner, current_setting('server_version') as server_version,
       (select setting::int from pg_settings where name = 'wal_segment_size') as wal_segment_bytes`,
  )
  const [database] = rows
  if (database === undefined) throw new Error('the server does not say what it is')
  const { start, end, tar, manifest } = await takeBaseBackup(ownerUrl, join(growing, tarFile), join(growing, manifestFile))
  await sums.add(tarFile, tar.sha256)
  await sums.add(manifestFile, manifest.sha256)
  const { rows: clocks } = await owner.query<{ at: Date }>('select clock_timestamp() as at')
  return { ...database, start, end, ended_at: (clocks[0]?.at ?? new Date()).toISOString() }
}

/** The newest backup that has files: what lies there need not be copied again. */
const findPrevious = async (folder: string): Promise<PreviousFiles | null> => {
  for (const { name } of listKept(folder)) {
    const path = join(folder, name)
    const label = await readLabel(path).catch(() => null)
    if (label?.files && existsSync(join(path, filesFolder))) return { folder: path, damaged: new Set(label.files.damaged) }
  }
  return null
}

/** What an operator can mend, as a sentence; anything else as it is. */
const refusalOr = (error: unknown, folder: string): unknown => {
  if (isDiskFull(error))
    return new Refusal(
      `ディスクの空きがないため、バックアップを中止しました（以前のバックアップはそのままです）: ${folder} (No space left; the older backups are untouched.)`,
    )
  if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? ''))
    return new Refusal(
      `この利用者には ${pathOf(error) ?? folder} を読み書きする権限がありません。バックアップの利用者（toguchi-backup）で実行してください: ${codeOf(error)} (Not permitted; run it as the user of backups.)`,
    )
  // What the storage says of a bucket that is away.
  if (error instanceof Problem)
    return new Refusal(
      `写真と書類の保存先（バケット）から読めないため、バックアップを中止しました。S3_… の設定と、バケットのサーバーを確認してください。(The bucket cannot be read: ${messageOf(error.cause ?? error)})`,
    )
  return error
}

const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
