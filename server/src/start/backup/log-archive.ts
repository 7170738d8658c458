import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseLaunch } from '../../embedded-postgres/launch.ts'
import { makeFolder } from '../../platform/files/make-folder.ts'
import { codeOf } from '../../platform/http/error-code.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type LabelledDatabase, logArchiveOf, segmentNameOf } from './kept-backups.ts'
import { quoted, type Recovery } from './private-server.ts'
import {
  bytesOf,
  chooseStretches,
  isHistory,
  numberOfSegment,
  readTimeline,
  segmentOn,
  type Stretch,
  timelineOf,
  timelinesFrom,
} from './timelines.ts'

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
  /** What is replayed: the backup's own timeline, then those that were begun since. */
  stretches: readonly Stretch[]
  /** Every timeline that the backup leads to. */
  timelines: readonly number[]
  /** Whether the archive has log of a timeline from a place on. */
  isKept: (timeline: number, place: bigint) => boolean
  /** The last segment that can be replayed: from the backup's end to here none is missing. Null: there is none. */
  last: string | null
  /** The first segment that is missing although later ones are there. */
  gap: string | null
}

/**
 * Copies what a recovery needs out of the archive: the histories of timelines, and unless it ends with the backup itself every segment from
 * there on. The archive belongs to somebody else's PostgreSQL and the one that recovers runs as whom it can; of a file that it may not read
 * it would think that it is not there, and take that for the end. Throws a Refusal where we may not read it, or where nothing can be replayed.
 */
export const takeLog = (
  archive: string,
  folder: string,
  database: LabelledDatabase,
  { until, timeline }: { until: Recovery['until']; timeline: number | null },
  programs: string,
): TakenLog => {
  const withSegments = until !== 'immediate'
  const names = namesIn(archive, withSegments)
  const histories = names.filter(isHistory)
  const timelines = withSegments ? histories.map(name => reading(join(archive, name), () => readTimeline(archive, name))) : []
  const stretches = chooseStretches(timelines, database, withSegments ? timeline : database.end.timeline)
  const segments = withSegments ? segmentsOf(names, stretches, database) : []
  if (withSegments && segments.length === 0)
    throw new Refusal(
      `${archive} に、このバックアップより後の記録（WAL）がありません。archive_command と保管先を確認してください。--until を付けなければ、バックアップの時点に戻します。(No archived log after this backup; without --until its own moment is restored.)`,
    )
  if (withSegments) refuseUnbegun(stretches, segments, database.wal_segment_bytes)
  makeFolder(folder)
  const { owner } = chooseLaunch(programs, folder)
  for (const name of [...histories, ...segments.map(each => `${each}.gz`)]) {
    const place = join(folder, name)
    // Not copyFileSync: for root it keeps owner and mode, which are what is in the way.
    reading(join(archive, name), () => writeFileSync(place, readFileSync(join(archive, name)), { mode: 0o600 }))
    if (owner) chownSync(place, owner.uid, owner.gid)
  }
  const bytes = database.wal_segment_bytes
  return {
    folder,
    stretches,
    timelines: timelinesFrom(timelines, database),
    isKept: (id, place) => segmentsIn(names).some(name => timelineOf(name) === id && numberOfSegment(name, bytes) >= place / BigInt(bytes)),
    ...judgeSegments(segments, stretches, database),
  }
}

const segmentsIn = (names: readonly string[]): string[] => names.flatMap(name => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1] ?? [])

/** The archived segments of a way, in its order. What other timelines have of the same places is not on it. */
const segmentsOf = (
  names: readonly string[],
  stretches: readonly Stretch[],
  { end, wal_segment_bytes: bytes }: LabelledDatabase,
): string[] => {
  const first = segmentNameOf(end, bytes).slice(8)
  return segmentsIn(names)
    .filter(name => name.slice(8) >= first && name === segmentOn(stretches, numberOfSegment(name, bytes), bytes))
    .toSorted()
}

/** The segment in which a timeline begins holds the end of the one before, too: without it neither is replayed to where they meet. */
const refuseUnbegun = (stretches: readonly Stretch[], segments: readonly string[], segmentBytes: number): void => {
  for (const [at, { timeline, beginsAt }] of stretches.entries()) {
    const before = stretches[at - 1]
    const segment = segmentOn(stretches, beginsAt / BigInt(segmentBytes), segmentBytes)
    if (before === undefined || segments.includes(segment)) continue
    throw new Refusal(
      `タイムライン ${timeline} の最初の記録（WAL）${segment} が保管されていません。始まったばかりなら1分ほど待って、もう一度実行してください。離れたタイムラインの時刻に戻すのであれば --timeline ${before.timeline} を付けます。(The beginning of the newest timeline is not archived.)`,
    )
  }
}

/** How far a row of segments goes before one is missing. The first may lie in the backup alone. */
const judgeSegments = (
  segments: readonly string[],
  stretches: readonly Stretch[],
  { end, wal_segment_bytes: bytes }: LabelledDatabase,
): Pick<TakenLog, 'last' | 'gap'> => {
  const there = new Set(segments)
  const first = segmentOn(stretches, bytesOf(end.lsn) / BigInt(bytes), bytes)
  let last: string | null = null
  let next = first
  for (; there.has(next) || next === first; next = segmentAfter(next, stretches, bytes)) if (there.has(next)) last = next
  return { last, gap: segments.some(name => name > next) ? next : null }
}

/** The name that follows on a way. Names grow along it: later timelines have higher numbers. */
export const segmentAfter = (name: string, stretches: readonly Stretch[], segmentBytes: number): string =>
  segmentOn(stretches, numberOfSegment(name, segmentBytes) + 1n, segmentBytes)

const reading = <T>(place: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable(place, error)
  }
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
