import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { chown, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { makeFolder } from '../../platform/files/make-folder.ts'
import { diskStorage } from '../../platform/files/open-storage.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { codeOf } from '../../platform/http/error-code.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Finding, good, note, wrong } from '../doctor/findings.ts'
import { syncFolder } from '../../platform/files/disk.ts'
import { filesFolder, type Label, type LabelledDatabase, listKept, logArchiveOf, readLabel } from './kept-backups.ts'
import { segmentAfter, takeLog, type TakenLog } from './log-archive.ts'
import { EndedEarly, type PrivateServer, type Recovery, startPrivately } from './private-server.ts'
import { proveDatabase } from './prove-backup.ts'
import { namedFiles } from './named-files.ts'
import { bytesOf, leftBefore, segmentOn } from './timelines.ts'
import { unpackDatabase } from './unpack-database.ts'

export interface RestoreOrder {
  backup: string
  /** An empty folder, or one that is made: it becomes a DATA_DIR, with `postgres/cluster` and `storage`. */
  into: string
  until: Recovery['until']
  /** Null: the newest one of the archive. With `immediate` it is the backup's own. */
  timeline: number | null
  programs: string
}

/**
 * Restores the database and then the files that it names, and proves that they belong together. A file that came after the backup is looked
 * for in the other backups of the same folder. Until everything stands the cluster has another name, so a restore that was broken off is
 * never started by mistake. Throws a Refusal; what it says otherwise are findings, and the place stands even where one is wrong.
 */
export const restoreBackup = async (order: RestoreOrder): Promise<Finding[]> => {
  const { backup, into, until } = order
  refuseUnlessEmpty(into)
  const label = await readLabel(backup)
  if (label.database === null)
    throw new Refusal(
      `${backup} には写真と書類しかありません。データベースを含むバックアップを指定してください。(It holds no database; name one that does.)`,
    )
  // PostgreSQL would go to the first moment that it can, and say nothing.
  if (until instanceof Date && until < new Date(label.database.ended_at))
    throw new Refusal(
      `指定した時刻は、このバックアップが完成した ${inJapan(new Date(label.database.ended_at))} より前です。もっと古いバックアップを指定してください。(That time is before this backup was complete; name an older one.)`,
    )
  const postgres = join(into, 'postgres')
  makeFolder(postgres)
  try {
    return await fill(postgres, label, order)
  } catch (error) {
    // What came to nothing is no installation, and keeps nobody from trying again.
    for (const name of ['postgres', 'storage']) await rm(join(into, name), { recursive: true, force: true })
    throw error
  }
}

const fill = async (postgres: string, label: Label, { backup, into, until, timeline, programs }: RestoreOrder): Promise<Finding[]> => {
  const { database } = label
  if (database === null) return []
  const [growing, log] = [join(postgres, 'unfinished-cluster'), join(postgres, 'unfinished-log')]
  // Also for a backup that needs none of it: the archive knows which timelines there are, and this cluster begins another one.
  const taken = takeLog(logArchiveOf(dirname(resolve(backup))), log, database, { until, timeline }, programs)
  await unpackDatabase(backup, growing, programs)
  const server = await startPrivately(programs, growing, recoveryOf(log, until, taken)).catch((error: unknown) => {
    throw error instanceof EndedEarly ? notReached(error, taken, database) : error
  })
  const findings: Finding[] = []
  try {
    const reached = await reachOf(server, database)
    if (until instanceof Date && timeline === null) refuseLeft(taken, reached, until)
    const owner = await server.connect(database.name, database.owner)
    const storage = diskStorage(join(into, 'storage'))
    makeFolder(join(into, 'storage'))
    const { hashes, count } = await bringFiles(owner, storage, sourcesOf(backup)).finally(() => owner.end())
    findings.push(good('データベースを復元し、起動しました。'), tellReach(reached, database, taken, until))
    const isAlone = label.files === null && hashes.size < count
    if (isAlone) findings.push(note(aloneOf(hashes.size, count)))
    findings.push(...(await proveDatabase(server, label, isAlone ? null : async key => hashes.get(key) ?? null)))
  } finally {
    await server.stop()
  }
  await announceTimeline(growing)
  await rm(log, { recursive: true, force: true })
  await rename(growing, join(postgres, 'cluster'))
  await syncFolder(postgres)
  return findings
}

/** A backup of the database alone was made so because its files lie elsewhere: they lack nothing. */
const aloneOf = (found: number, count: number): string =>
  `このバックアップは --only database で作られ、写真と書類を含みません。データベースが知っている${count}件のうち${found}件を、隣のバックアップから戻しました。ほかはバケットか元のフォルダーにあるはずです。bin/admin check-files で照合してください。`

const recoveryOf = (logArchive: string, until: Recovery['until'], { stretches }: TakenLog): Recovery => ({
  logArchive,
  until,
  timeline: stretches.length === 1 ? 'current' : (stretches.at(-1)?.timeline ?? 'current'),
})

/** How far a recovery came. */
interface Reach {
  lsn: string
  /** Of the last change that it replayed; null: none. */
  changedAt: Date | null
}

const reachOf = async (server: PrivateServer, database: LabelledDatabase): Promise<Reach> => {
  const client = await server.connect(database.name, database.owner)
  const { rows } = await client
    .query<Reach>('select pg_last_wal_replay_lsn()::text as lsn, pg_last_xact_replay_timestamp() as "changedAt"')
    .finally(() => client.end())
  return rows[0] ?? { lsn: database.end.lsn, changedAt: null }
}

const refuseLeft = ({ stretches, isKept }: TakenLog, reached: Reach, moment: Date): void => {
  const between = leftBefore(stretches, reached, moment, isKept)
  if (between === null) return
  const { left, begun } = between
  throw new Refusal(
    `指定した時刻は、タイムライン ${begun} が始まる前で、その時刻の変更は復元によって離れたタイムライン ${left} にだけあります。その時刻に戻すには --timeline ${left} を、復元した直後の状態に戻すには --timeline ${begun} を付けてください。(That time is on a timeline that was left; say which one with --timeline.)`,
  )
}

/** How far it came; and whether that is all that is kept. */
const tellReach = (
  { lsn, changedAt }: Reach,
  database: LabelledDatabase,
  { stretches, last, gap }: TakenLog,
  until: Recovery['until'],
): Finding => {
  const reach =
    until === 'immediate'
      ? `バックアップが完成した ${inJapan(new Date(database.ended_at))} の状態です。`
      : `${lastChange(changedAt, database)}（タイムライン ${stretches.at(-1)?.timeline} の ${lsn} まで）。`
  if (until !== 'latest') return good(reach)
  // The segment that would have come next: where it is not the last, it is kept and could not be read.
  const next = segmentOn(stretches, bytesOf(lsn) / BigInt(database.wal_segment_bytes), database.wal_segment_bytes)
  const missing = gap ?? (last !== null && next < last ? next : null)
  return missing === null ? good(reach) : wrong(`${reach}${brokenAt(missing)}`)
}

const brokenAt = (segment: string): string =>
  `保管された記録（WAL）のうち ${segment} がないか壊れているため、それより後の記録が残っているのに戻せていません。ほかの控えから wal/${segment}.gz を戻して、もう一度実行してください。`

const lastChange = (at: Date | null, database: LabelledDatabase): string =>
  at === null
    ? `バックアップが完成した ${inJapan(new Date(database.ended_at))} より後の変更はありません`
    : `最後の変更は ${inJapan(at)} のものです`

/** Japan's wall clock, as `--until` takes it. */
const inJapan = (at: Date): string => `${new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 23).replace('T', ' ')}（日本時間）`

const notReached = (
  { lastChange: at, lastSegment }: EndedEarly,
  { stretches, timelines, last, gap }: TakenLog,
  database: LabelledDatabase,
): Refusal => {
  const came = lastChange(at, database)
  const next = lastSegment === null ? last : segmentAfter(lastSegment, stretches, database.wal_segment_bytes)
  const stopped = gap ?? (last !== null && next !== null && next <= last ? next : null)
  const followed = stretches.at(-1)?.timeline
  const others = timelines.filter(id => id !== followed).join('、')
  const elsewhere = others === '' ? '' : `離れたタイムライン（${others}）の時刻なら、--timeline で指定できます。`
  return stopped === null
    ? new Refusal(
        `タイムライン ${followed} には、指定した時刻より後の記録が保管されていないため、その時刻まで戻せません。${came}。--until latest を指定すると、そこまで戻します。${elsewhere}(The archived log ends before that time; try --until latest.)`,
      )
    : new Refusal(`指定した時刻まで戻せません。${came}。${brokenAt(stopped)} (A segment of the log is missing or damaged.)`)
}

/**
 * Nothing is archived while we look at the cluster, for it may be an experiment. Once it is served and archives, its timeline comes first:
 * whoever restores after that sees it in the archive and takes the next number.
 */
const announceTimeline = async (cluster: string): Promise<void> => {
  const log = join(cluster, 'pg_wal')
  const newest = readdirSync(log)
    .filter(name => /^[0-9A-F]{8}\.history$/.test(name))
    .toSorted()
    .at(-1)
  if (newest === undefined) return
  const mark = join(log, 'archive_status', `${newest}.ready`)
  await writeFile(mark, '', { mode: 0o600 })
  const { uid, gid } = statSync(cluster)
  if (process.getuid?.() === 0) await chown(mark, uid, gid)
}

const refuseUnlessEmpty = (into: string): void => {
  let names: string[]
  try {
    makeFolder(into)
    names = readdirSync(into)
  } catch (error) {
    throw new Refusal(`${into} を作成できません: ${codeOf(error)} (Cannot make the folder.)`)
  }
  if (names.length > 0)
    throw new Refusal(`${into} は空ではありません。空のフォルダーを指定してください。(The folder is not empty; name an empty one.)`)
}

/** The backup itself, then the others that stand beside it. */
const sourcesOf = (backup: string): string[] => [
  backup,
  ...listKept(dirname(resolve(backup)))
    .map(({ name }) => join(dirname(resolve(backup)), name))
    .filter(path => path !== resolve(backup)),
]

/** Copies what the database names, and tells what was copied by the hash it had on its way, and how many it names. */
const bringFiles = async (
  owner: pg.Client,
  storage: Storage,
  sources: readonly string[],
): Promise<{ hashes: Map<string, string>; count: number }> => {
  const hashes = new Map<string, string>()
  let count = 0
  for await (const { key, sha256 } of namedFiles(owner)) {
    count += 1
    for (const place of sources.map(source => join(source, filesFolder, key)).filter(path => existsSync(path))) {
      const staged = await storage.stage(createReadStream(place), { fileName: 'restored', contentType: 'application/octet-stream' })
      const hash = staged.sha256.toString('hex')
      // Damaged in one backup it may be whole in another; a damaged picture is better than none.
      if (sha256 === null || hash === sha256 || !hashes.has(key)) {
        await storage.keep(staged, key)
        hashes.set(key, hash)
      } else await storage.discard(staged)
      if (sha256 === null || hash === sha256) break
    }
  }
  return { hashes, count }
}
