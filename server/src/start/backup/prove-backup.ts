import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Finding, good, note, wrong } from '../doctor/findings.ts'
import { hashOf } from './durable-files.ts'
import { filesFolder, type Label, labelFile, readLabel, readSums, sumsFile } from './kept-backups.ts'
import { startPrivately, type PrivateServer } from './private-server.ts'
import { proveBooks, proveFiles, proveRowSecurity, type HashOfKey } from './prove-pair.ts'
import { unpackDatabase } from './unpack-database.ts'

/**
 * Proves a backup without restoring over anything: every file of it has its hash; its database, unpacked into a folder that is thrown away
 * again, recovers, and is held to the files beside it. Throws a Refusal where it is no finished backup.
 */
export const proveBackup = async (backup: string, programs: () => string): Promise<Finding[]> => {
  const label = await readLabel(backup)
  const sums = await readSums(backup)
  const pieces = await provePieces(backup, sums)
  const labelled = [...pieces, ...proveLabel(label)]
  // Of a damaged archive PostgreSQL would only say less clearly that it is damaged.
  if (label.database === null || pieces.some(({ is }) => is === 'wrong')) return labelled
  const folder = await mkdtemp(join(tmpdir(), 'toguchi-unpacked-'))
  try {
    const cluster = join(folder, 'cluster')
    await unpackDatabase(backup, cluster, programs())
    const server = await startPrivately(programs(), cluster, { logArchive: null, until: 'immediate', timeline: 'current' })
    try {
      const hashOfKey = label.files === null ? null : async (key: string) => sums.get(join(filesFolder, key)) ?? null
      return [...labelled, good('データベースは復元でき、起動します。'), ...(await proveDatabase(server, label, hashOfKey))]
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The proofs that a restored database and its files have to pass; without files, those of the database alone. */
export const proveDatabase = async (server: PrivateServer, { database }: Label, hashOfKey: HashOfKey | null): Promise<Finding[]> => {
  if (database === null) return []
  const owner = await server.connect(database.name, database.owner)
  try {
    return [
      ...(hashOfKey === null ? [] : await proveFiles(owner, hashOfKey)),
      ...(await proveRowSecurity(owner, role => server.connect(database.name, role))),
      await proveBooks(owner),
    ]
  } finally {
    await owner.end()
  }
}

/** Every file that the sums name is there with its hash, and nothing else is. */
const provePieces = async (backup: string, sums: ReadonlyMap<string, string>): Promise<Finding[]> => {
  const [missing, damaged]: string[][] = [[], []]
  for (const [name, sha256] of sums) {
    const hash = await hashOf(join(backup, name)).catch(() => null)
    if (hash === null) missing?.push(name)
    else if (hash !== sha256) damaged?.push(name)
  }
  const others = (await readdir(backup, { recursive: true, withFileTypes: true }))
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name).slice(backup.length + 1))
    .filter(name => !sums.has(name) && name !== sumsFile && name !== labelFile)
  return [
    ...named(missing ?? [], 'バックアップから失われたファイル'),
    ...named(damaged ?? [], 'バックアップの中で壊れたファイル'),
    ...named(others, 'このバックアップのものではないファイル'),
    ...(missing?.length === 0 && damaged?.length === 0 ? [good(`バックアップのファイル${sums.size}件は、作成したときのままです。`)] : []),
  ]
}

const named = (names: readonly string[], what: string): Finding[] =>
  names.length === 0 ? [] : [wrong(`${what}が${names.length}件あります: ${names.slice(0, 5).join('、')}${names.length > 5 ? ' ほか' : ''}`)]

const proveLabel = ({ database, files }: Label): Finding[] => [
  ...(database === null ? [note('データベースは含まれていません（写真と書類だけのバックアップです）。')] : []),
  ...(files === null ? [note('写真と書類は含まれていません（データベースだけのバックアップです）。')] : []),
]
