import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { chown, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { makeFolder } from '../../platform/files/make-folder.ts'
import { diskStorage } from '../../platform/files/open-storage.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { codeOf } from '../../platform/http/error-code.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Finding, good } from '../doctor/findings.ts'
import { syncFolder } from '../../platform/files/disk.ts'
import { filesFolder, listKept, logArchiveOf, readLabel } from './kept-backups.ts'
import { startPrivately, type Recovery } from './private-server.ts'
import { proveDatabase } from './prove-backup.ts'
import { namedFiles } from './named-files.ts'
import { unpackDatabase } from './unpack-database.ts'

export interface RestoreOrder {
  backup: string
  /** An empty folder, or one that is made: it becomes a DATA_DIR, with `postgres/cluster` and `storage`. */
  into: string
  until: Recovery['until']
  programs: string
}

/**
 * Restores the database and then the files that it names, and proves that they belong together. A file that came after the backup is looked
 * for in the other backups of the same folder. Until everything stands the cluster has another name, so a restore that was broken off is
 * never started by mistake. Throws a Refusal; what it says otherwise are findings, and the place stands even where one is wrong.
 */
export const restoreBackup = async ({ backup, into, until, programs }: RestoreOrder): Promise<Finding[]> => {
  refuseUnlessEmpty(into)
  const label = await readLabel(backup)
  if (label.database === null)
    throw new Refusal(
      `${backup} には写真と書類しかありません。データベースを含むバックアップを指定してください。(It holds no database; name one that does.)`,
    )
  // PostgreSQL would go to the first moment that it can, and say nothing.
  if (until instanceof Date && until < new Date(label.database.ended_at))
    throw new Refusal(
      `指定した時刻は、このバックアップが完成した ${label.database.ended_at} より前です。もっと古いバックアップを指定してください。(That time is before this backup was complete; name an older one.)`,
    )
  const [postgres, growing] = [join(into, 'postgres'), join(into, 'postgres/unfinished-cluster')]
  makeFolder(postgres)
  await unpackDatabase(backup, growing, programs)
  // Also for a backup that needs none of it: the archive knows which timelines there are, and this cluster begins another one.
  const logArchive = logArchiveOf(dirname(resolve(backup)))
  const server = await startPrivately(programs, growing, { logArchive: existsSync(logArchive) ? logArchive : null, until })
  const findings: Finding[] = []
  try {
    const owner = await server.connect(label.database.name, label.database.owner)
    const storage = diskStorage(join(into, 'storage'))
    const hashes = await bringFiles(owner, storage, sourcesOf(backup)).finally(() => owner.end())
    findings.push(good('データベースを復元し、起動しました。'))
    findings.push(
      ...(await proveDatabase(server, label, label.files === null && hashes.size === 0 ? null : async key => hashes.get(key) ?? null)),
    )
  } finally {
    await server.stop()
  }
  await announceTimeline(growing)
  await rename(growing, join(postgres, 'cluster'))
  await syncFolder(postgres)
  return findings
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

/** Copies what the database names, and tells what was copied by the hash it had on its way. */
const bringFiles = async (owner: pg.Client, storage: Storage, sources: readonly string[]): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>()
  for await (const { key, sha256 } of namedFiles(owner)) {
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
  return hashes
}
