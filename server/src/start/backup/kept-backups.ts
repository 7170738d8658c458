import { readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../platform/http/error-code.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LogPlace } from './base-backup.ts'
import { hashOf } from './durable-files.ts'

/** What stands in a folder of backups besides backups: the archive of the write-ahead log. */
export const logArchiveOf = (folder: string): string => join(folder, 'wal')

/** The last thing that is written into a backup. Without it, and under another name, a backup is not one. */
export const labelFile = 'backup.json'
/** Every file of a backup but the label, as `sha256sum -c` reads it. */
export const sumsFile = 'SHA256SUMS'
export const tarFile = 'base.tar.gz'
export const manifestFile = 'backup_manifest'
export const filesFolder = 'files'

/** What a backup says of itself. */
export interface Label {
  format: 1
  started_at: string
  finished_at: string
  /** Of the file of sums: the label vouches for it, and it for everything else. */
  sums_sha256: string
  /** The newest migration of the program that made it. */
  newest_migration: string
  database: LabelledDatabase | null
  files: LabelledFiles | null
}

export interface LabelledDatabase {
  /** The product's database in the cluster, and the owner of its tables. */
  name: string
  owner: string
  server_version: string
  wal_segment_bytes: number
  start: LogPlace
  end: LogPlace
  /** By the clock of the database, when the copy was complete: it cannot become anything older. */
  ended_at: string
}

export interface LabelledFiles {
  count: number
  bytes: number
  /** Those that did not lie in an older backup yet. */
  copied: number
  /** Keys of rows whose bytes the storage did not have, or had otherwise than the row says. */
  missing: string[]
  damaged: string[]
}

/** A name in a folder of backups that says when a finished backup was begun, and whether it holds the database. */
export interface KeptBackup {
  name: string
  startedAt: Date
  hasDatabase: boolean
}

const unfinished = 'unfinished-'

/** `20261126T052611Z`, of the files alone `20261126T052611Z-files`. */
export const nameOf = (startedAt: Date, hasDatabase: boolean): string =>
  `${startedAt.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}${hasDatabase ? '' : '-files'}`

export const unfinishedNameOf = (name: string): string => `${unfinished}${name}`

/** The finished backups among the names of a folder, newest first. */
export const finishedAmong = (names: readonly string[]): KeptBackup[] =>
  names
    .flatMap(name => {
      const [, y, mo, d, h, mi, s, alone] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-files)?$/.exec(name) ?? []
      return y === undefined ? [] : [{ name, startedAt: new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`), hasDatabase: alone === undefined }]
    })
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || b.name.localeCompare(a.name))

export const unfinishedAmong = (names: readonly string[]): string[] => names.filter(name => name.startsWith(unfinished))

/**
 * Which backups go, so that `keep` whole ones stay. Those of the files alone bridge the time to the next whole one and go with it; where
 * there are no whole ones (a database that somebody else backs up) they are what is kept.
 */
export const expiredAmong = (kept: readonly KeptBackup[], keep: number): KeptBackup[] => {
  const whole = kept.filter(({ hasDatabase }) => hasDatabase)
  if (whole.length === 0) return kept.slice(keep)
  const newest = whole[0]?.startedAt ?? new Date(0)
  return [...whole.slice(keep), ...kept.filter(({ hasDatabase, startedAt }) => !hasDatabase && startedAt < newest)]
}

/** Names in the archive of the log that no backup from `oldest` on needs: segments before it, on whatever timeline. Histories stay. */
export const expiredSegments = (names: readonly string[], oldest: LogPlace, segmentBytes: number): string[] => {
  const first = segmentNameOf(oldest, segmentBytes).slice(8)
  return names.filter(name => {
    const segment = /^[0-9A-F]{8}([0-9A-F]{16})(\.[0-9A-F]{8}\.backup)?\.gz$/.exec(name)?.[1]
    return segment !== undefined && segment < first
  })
}

/** The file of the write-ahead log that holds a place: timeline, then the number of the segment in two halves. */
export const segmentNameOf = ({ lsn, timeline }: LogPlace, segmentBytes: number): string => {
  const [high = '', low = ''] = lsn.split('/')
  const halves = [timeline, Number.parseInt(high, 16), Math.floor(Number.parseInt(low, 16) / segmentBytes)]
  return halves.map(part => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** The segment that holds the last byte before a place: where a backup ends is the first that it does not need. */
export const lastSegmentOf = ({ lsn, timeline }: LogPlace, segmentBytes: number): string => {
  const [high = '', low = ''] = lsn.split('/')
  const before = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) - 1n
  return segmentNameOf({ timeline, lsn: `${(before >> 32n).toString(16)}/${(before & 0xff_ff_ff_ffn).toString(16)}` }, segmentBytes)
}

/** The label of a finished backup, when its list of sums is the one that it vouches for. Throws a Refusal. */
export const readLabel = async (backup: string): Promise<Label> => {
  if (unfinishedAmong([backup.split('/').at(-1) ?? '']).length > 0) throw incomplete(backup)
  let label: Label
  try {
    label = JSON.parse(await readFile(join(backup, labelFile), 'utf8')) as Label
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '') || error instanceof SyntaxError) throw incomplete(backup)
    throw error
  }
  if (label.format !== 1) throw new Refusal(`${backup} は新しい版のバックアップです。(Made by a newer version.)`)
  const sums = await hashOf(join(backup, sumsFile)).catch(() => null)
  if (sums !== label.sums_sha256)
    throw new Refusal(
      `${backup} の ${sumsFile} が、このバックアップのものではありません。壊れているか、別のバックアップと混ざっています。(The list of sums is damaged, or another backup's.)`,
    )
  return label
}

const incomplete = (backup: string): Refusal => new Refusal(`${backup} は完成したバックアップではありません。(Not a finished backup.)`)

/** Path and SHA-256 of every file of a backup. */
export const readSums = async (backup: string): Promise<Map<string, string>> =>
  new Map(
    (await readFile(join(backup, sumsFile), 'utf8'))
      .split('\n')
      .filter(line => line !== '')
      .map(line => [line.slice(66), line.slice(0, 64)]),
  )

export const sumLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`

/** Makes the folder of backups for its owner alone; one that is there stays as it is. */
export const makeBackupsFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Refusal(`バックアップのフォルダー ${folder} を作成できません: ${codeOf(error)} (Cannot make the folder.)`)
  }
}

/** Takes away what was broken off. Only whoever holds the backup's lock may call it. */
export const removeUnfinished = async (folder: string): Promise<void> => {
  for (const name of unfinishedAmong(await readdir(folder))) await rm(join(folder, name), { recursive: true, force: true })
}

/** Takes away expired backups, then the log that only they needed. Names what went. */
export const expire = async (folder: string, keep: number): Promise<string[]> => {
  const gone = expiredAmong(finishedAmong(await readdir(folder)), keep).map(({ name }) => name)
  for (const name of gone) {
    // The label first: what is half gone is no backup any more.
    await rm(join(folder, name, labelFile), { force: true })
    await rm(join(folder, name), { recursive: true, force: true })
  }
  const oldest = finishedAmong(await readdir(folder)).findLast(({ hasDatabase }) => hasDatabase)
  if (oldest !== undefined) await expireLog(folder, await readLabel(join(folder, oldest.name)))
  return gone
}

const day = 86_400_000

const expireLog = async (folder: string, { database }: Label): Promise<void> => {
  const archive = logArchiveOf(folder)
  const names = await readdir(archive).catch(() => [])
  if (database === null) return
  for (const name of expiredSegments(names, database.start, database.wal_segment_bytes)) await rm(join(archive, name), { force: true })
  // Left by an archiver that was killed while it wrote.
  for (const name of names.filter(each => each.includes('.part.'))) {
    const { mtimeMs } = await stat(join(archive, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > day) await rm(join(archive, name), { force: true })
  }
}

/** The finished backups of a folder, newest first. */
export const listKept = (folder: string): KeptBackup[] => finishedAmong(readdirSync(folder))
