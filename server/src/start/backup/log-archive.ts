import { chownSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder } from '../../platform/files/make-folder.ts'
import { logArchiveOf } from './kept-backups.ts'
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
