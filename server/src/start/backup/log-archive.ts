import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseLaunch } from '../../embedded-postgres/launch.ts'
import { makeFolder } from '../../platform/files/make-folder.ts'
import { codeOf } from '../../platform/http/error-code.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type LabelledDatabase, logArchiveOf, segmentNameOf } from './kept-backups.ts'
import { quoted } from './private-server.ts'

const program = fileURLToPath(new URL('../../../../bin/archive-wal', import.meta.url))

/** Seconds of changes that are lost at most when the database's disk is: a segment is handed over that often, if anything was written. */
const archiveTimeout = 60

/**
 * Settings that make the embedded cluster hand its log to the folder of backups, segment by segment; none where no folder is named. The
 * archive belongs to whoever the server runs as, which is whoever the folder of the cluster belongs to.
 */
export const archivingSettings = (backupDir: string | null, postgresFolder: string): Record<string, string> => {
  if (backupDir === null) return {}
  const archive = logArchiveOf(backupDir)
  makeFolder(archive)
  const owner = statSync(postgresFolder, { throwIfNoEntry: false })
  if (owner !== undefined && process.getuid?.() === 0) chownSync(archive, owner.uid, owner.gid)
  return {
    archive_mode: 'on',
    archive_command: `${quoted(program)} %p ${quoted(join(archive, '/'))}%f`,
    archive_timeout: String(archiveTimeout),
  }
}

/** What of an archive a recovery is given. */
export interface TakenLog {
  /** Readable for whoever the recovering server runs as. */
  folder: string
  /** The last segment that can be replayed: from the backup's end to here none is missing. Null: there is none. */
  last: string | null
  /** The first segment that is missing although later ones are there. */
  gap: string | null
}

/**
 * Copies what a recovery needs out of the archive: the histories of timelines, and with `withSegments` every segment from the end of the
 * backup on. The archive belongs to somebody else's PostgreSQL and the one that recovers runs as whom it can; of a file that it may not read
 * it would think that it is not there, and take that for the end. Throws a Refusal where we may not read it, or where nothing can be replayed.
 */
export const takeLog = (archive: string, folder: string, database: LabelledDatabase, withSegments: boolean, programs: string): TakenLog => {
  const names = namesIn(archive, withSegments)
  const first = segmentNameOf(database.end, database.wal_segment_bytes)
  const segments = names
    .flatMap(name => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1] ?? [])
    .filter(name => name.startsWith(first.slice(0, 8)) && name >= first)
    .toSorted()
  if (withSegments && segments.length === 0)
    throw new Refusal(
      `${archive} に、このバックアップより後の記録（WAL）がありません。archive_command と保管先を確認してください。--until を付けなければ、バックアップの時点に戻します。(No archived log after this backup; without --until its own moment is restored.)`,
    )
  makeFolder(folder)
  const { owner } = chooseLaunch(programs, folder)
  const histories = names.filter(name => /^[0-9A-F]{8}\.history\.gz$/.test(name))
  for (const name of [...histories, ...(withSegments ? segments.map(each => `${each}.gz`) : [])]) {
    const place = join(folder, name)
    try {
      // Not copyFileSync: for root it keeps owner and mode, which are what is in the way.
      writeFileSync(place, readFileSync(join(archive, name)), { mode: 0o600 })
    } catch (error) {
      throw unreadable(join(archive, name), error)
    }
    if (owner) chownSync(place, owner.uid, owner.gid)
  }
  return { folder, ...judgeSegments(segments, first, database.wal_segment_bytes) }
}

/** How far a row of segments goes before one is missing. The first may lie in the backup alone. */
const judgeSegments = (segments: readonly string[], first: string, segmentBytes: number): Pick<TakenLog, 'last' | 'gap'> => {
  const there = new Set(segments)
  let last: string | null = null
  let next = first
  for (; there.has(next) || next === first; next = segmentAfter(next, segmentBytes)) if (there.has(next)) last = next
  return { last, gap: segments.some(name => name > next) ? next : null }
}

/** The name that follows, on the same timeline. */
export const segmentAfter = (name: string, segmentBytes: number): string => {
  const [high, low] = [name.slice(8, 16), name.slice(16)].map(part => Number.parseInt(part, 16)) as [number, number]
  const isLast = (low + 1) * segmentBytes >= 2 ** 32
  const halves = isLast ? [high + 1, 0] : [high, low + 1]
  return name.slice(0, 8) + halves.map(part => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

const namesIn = (archive: string, isNeeded: boolean): string[] => {
  try {
    return readdirSync(archive)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !isNeeded) return []
    throw unreadable(archive, error)
  }
}

const unreadable = (place: string, error: unknown): Refusal =>
  new Refusal(
    `記録（WAL）の ${place} を読めません: ${codeOf(error)}。読める利用者（root など）で実行してください。(Cannot read the archived log; run it as somebody who may.)`,
  )
