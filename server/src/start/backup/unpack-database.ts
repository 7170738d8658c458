import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseLaunch } from '../../embedded-postgres/launch.ts'
import { makeFolder } from '../../platform/files/make-folder.ts'
import { messageOf } from '../../platform/http/error-code.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashOf } from './durable-files.ts'
import { manifestFile, tarFile } from './kept-backups.ts'

const run = promisify(execFile)

/**
 * Unpacks the database of a backup into `cluster`, which is made, and holds every file to the server's own list (what pg_verifybackup does).
 * It is left ready to be recovered. Throws a Refusal that names what is damaged.
 */
export const unpackDatabase = async (backup: string, cluster: string, programs: string): Promise<void> => {
  makeFolder(cluster)
  const { owner } = chooseLaunch(programs, cluster)
  await run('tar', ['-xzf', join(backup, tarFile), '-C', cluster, '--no-same-owner']).catch((error: unknown) => {
    throw new Refusal(`データベースのバックアップを展開できません: ${messageOf(error)} (Cannot unpack.)`)
  })
  await holdToManifest(await readFile(join(backup, manifestFile), 'utf8'), cluster)
  // Archive recovery: without it the server would go on with the old timeline, beside the one that was backed up.
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  // PostgreSQL refuses folders that others may look into.
  await mkdir(join(cluster, 'pg_wal/summaries'), { recursive: true, mode: 0o700 })
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster])
}

interface Manifest {
  Files: { Path?: string; 'Encoded-Path'?: string; Size: number; Checksum: string }[]
}

/** What the server leaves out of its own list: the log, which has checksums in itself, and what it writes after the list. */
const isListed = (path: string): boolean => !path.startsWith('pg_wal/') && path !== 'backup_manifest'

const holdToManifest = async (text: string, cluster: string): Promise<void> => {
  const checksum = /"Manifest-Checksum": "([0-9a-f]{64})"\}\s*$/.exec(text)?.[1]
  const vouched = text.slice(0, text.lastIndexOf('"Manifest-Checksum"'))
  if (checksum !== createHash('sha256').update(vouched).digest('hex')) throw damaged(manifestFile)
  const { Files } = JSON.parse(text) as Manifest
  const listed = new Set<string>()
  for (const file of Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString()
    listed.add(path)
    if (isListed(path) && (await hashOf(join(cluster, path)).catch(() => null)) !== file.Checksum) throw damaged(path)
  }
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(cluster.length + 1)
    if (entry.isFile() && isListed(path) && !listed.has(path)) throw damaged(path)
  }
}

const damaged = (path: string): Refusal =>
  new Refusal(`データベースのバックアップのうち ${path} が壊れています。別のバックアップを使ってください。(Damaged; use another backup.)`)
