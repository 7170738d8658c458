import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../../embedded-postgres/embedded-postgres.ts'
import { diskStorage } from '../../platform/files/open-storage.ts'
import { databasesOf, prepareDatabase } from '../databases.ts'
import type { Finding } from '../doctor/findings.ts'
import { awaitLogArchived } from '../doctor/examine-log-archive.ts'
import { backUp } from './backup-commands.ts'
import { logArchiveOf, unfinishedAmong } from './kept-backups.ts'
import { archivingSettings } from './log-archive.ts'
import { makeBackup } from './make-backup.ts'
import { findServerPrograms } from './postgres-programs.ts'
import type { Recovery } from './private-server.ts'
import { restoreBackup } from './restore-backup.ts'

/*
 * What `--until` replays: a cluster with nothing but the tables hands over its log, and the archive is then kept as docs/operation.md says,
 * damaged, or robbed of a segment.
 */
const folder = mkdtempSync(join(tmpdir(), 'toguchi replay '))
const backups = join(folder, 'backups')
let postgres: Postgres
let backup: string
/** Between the second and the third of four writes, each in a segment of its own. */
let moment: Date
const asOwner = async <T extends object>(text: string): Promise<T[]> => {
  const client = new pg.Client(postgres.url)
  await client.connect()
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
/** Writes, and has the segment with it handed over. */
const write = async (name: string): Promise<void> => void segments.push(await writeAt(postgres.url, backups, name))
/** The segment that was handed over. */
const writeAt = async (url: string, place: string, name: string): Promise<string> => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`insert into admins (login_id, name, email) values ('${name}', '${name}', '${name}@example.jp')`)
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  await client.end()
  const segment = `${rows[0]?.name}.gz`
  await isThere(join(logArchiveOf(place), segment))
  return segment
}
const isThere = async (place: string): Promise<void> => {
  for (let tries = 0; tries < 1_800 && !existsSync(place); tries += 1) await sleep(100)
  expect(existsSync(place)).toBe(true)
}
/** Of the four writes. */
const segments: string[] = []

beforeAll(async () => {
  const dataDir = join(folder, 'postgres')
  postgres = await startPostgres({ dataDir, settings: archivingSettings(backups, dataDir) })
  await prepareDatabase(databasesOf(postgres.url, { databaseUrl: postgres.url, databaseAppUrl: null, databaseSessionUrl: null }))
  const storage = diskStorage(join(folder, 'storage'))
  backup = (await makeBackup({ folder: backups, ownerUrl: postgres.url, storage, only: null, keep: null })).path
  await write('first')
  await write('second')
  await sleep(1_100)
  moment = new Date()
  await sleep(1_100)
  await write('third')
  await write('fourth')
}, 600_000)
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The backups with an archive that is otherwise. */
const backupsWith = (change: (archive: string) => void): string => {
  const copy = mkdtempSync(join(folder, 'copy-'))
  cpSync(backups, copy, { recursive: true })
  change(logArchiveOf(copy))
  return join(copy, backup.split('/').at(-1) ?? '')
}

const restore = async (
  from: string,
  until: Recovery['until'],
  timeline: number | null = null,
): Promise<{ into: string; findings: Finding[] }> => {
  const into = mkdtempSync(join(folder, 'restored-'))
  return { into, findings: await restoreBackup({ backup: from, into, until, timeline, programs: findServerPrograms(undefined) }) }
}

/** Whom a restored place knows. */
const knownIn = async (into: string): Promise<string[]> => {
  const restored = await startPostgres({ dataDir: join(into, 'postgres') })
  const client = new pg.Client(restored.url)
  await client.connect()
  const { rows } = await client.query<{ login_id: string }>('select login_id from admins order by id')
  await client.end()
  await restored.stop()
  return rows.map(({ login_id }) => login_id)
}

const wrongOf = (findings: readonly Finding[]) => findings.filter(({ is }) => is === 'wrong').map(({ says }) => says)
const saysOf = (findings: readonly Finding[]) => findings.map(({ says }) => says).join('\n')

describe('replaying the archived log', { timeout: 600_000 }, () => {
  it('goes to the end, or to a moment, and says how far it came', async () => {
    const all = await restore(backup, 'latest')
    expect(wrongOf(all.findings)).toEqual([])
    expect(saysOf(all.findings)).toMatch(/最後の変更は \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    expect(await knownIn(all.into)).toEqual(['first', 'second', 'third', 'fourth'])
    const some = await restore(backup, moment)
    expect(wrongOf(some.findings)).toEqual([])
    expect(await knownIn(some.into)).toEqual(['first', 'second'])
    const none = await restore(backup, 'immediate')
    expect(saysOf(none.findings)).toContain('バックアップが完成した')
    expect(await knownIn(none.into)).toEqual([])
  })

  // Only root can give files to somebody else.
  it.skipIf(process.getuid?.() !== 0)('reads an archive of the owners and modes that the document gives it', async () => {
    const from = backupsWith(archive => {
      const [postgresUser, backupGroup] = [64_001, 64_002]
      for (const name of readdirSync(archive)) {
        chownSync(join(archive, name), postgresUser, backupGroup)
        chmodSync(join(archive, name), 0o640)
      }
      chownSync(archive, postgresUser, backupGroup)
      chmodSync(archive, 0o2770)
    })
    const all = await restore(from, 'latest')
    expect(wrongOf(all.findings)).toEqual([])
    expect(await knownIn(all.into)).toEqual(['first', 'second', 'third', 'fourth'])
    expect(await knownIn((await restore(from, moment)).into)).toEqual(['first', 'second'])
  })

  it('takes a segment that is missing in the middle, or damaged, for no end', async () => {
    const [, second = '', third = ''] = segments
    for (const change of [
      (archive: string) => rmSync(join(archive, third)),
      (archive: string) => truncateSync(join(archive, third), 100),
    ]) {
      const from = backupsWith(change)
      const { into, findings } = await restore(from, 'latest')
      expect(wrongOf(findings)).toEqual([expect.stringContaining(third.replace('.gz', ''))])
      expect(await knownIn(into)).toEqual(['first', 'second'])
      await expect(restore(from, new Date())).rejects.toThrow(third.replace('.gz', ''))
    }
    // Whoever wants to go no further than that needs nothing of it.
    const before = backupsWith(archive => rmSync(join(archive, segments[3] ?? '')))
    expect(wrongOf((await restore(before, moment)).findings)).toEqual([])
    expect(second).not.toBe('')
  })

  it('follows the newest timeline, and a moment that only one that was left has when it is told so', async () => {
    const from = backupsWith(() => undefined)
    const place = dirname(from)
    // Between the third and the fourth write on the first timeline, which the restore to the moment before leaves.
    const [{ at } = { at: new Date(0) }] = await asOwner<{ at: Date }>(
      `select a.created_at - interval '1 millisecond' as at from admins a where a.login_id = 'fourth'`,
    )
    const { into } = await restore(from, moment)
    // As it is served: it archives into the archive that it came from.
    const dataDir = join(into, 'postgres')
    const served = await startPostgres({ dataDir, settings: archivingSettings(place, dataDir) })
    await isThere(join(logArchiveOf(place), '00000002.history.gz'))
    await expect(restore(from, 'latest')).rejects.toThrow('最初の記録（WAL）00000002')
    const begun = await writeAt(served.url, place, 'fifth')
    await sleep(1_100)
    const between = new Date()
    await sleep(1_100)
    await writeAt(served.url, place, 'sixth')
    const storage = diskStorage(join(folder, 'storage'))
    const { path: later } = await makeBackup({ folder: place, ownerUrl: served.url, storage, only: null, keep: null })
    await writeAt(served.url, place, 'seventh')
    await served.stop()

    const newest = await restore(from, 'latest')
    expect(wrongOf(newest.findings)).toEqual([])
    expect(saysOf(newest.findings)).toContain('タイムライン 2 の')
    expect(await knownIn(newest.into)).toEqual(['first', 'second', 'fifth', 'sixth', 'seventh'])
    expect(await knownIn((await restore(from, between)).into)).toEqual(['first', 'second', 'fifth'])
    expect(await knownIn((await restore(later, 'latest')).into)).toEqual(['first', 'second', 'fifth', 'sixth', 'seventh'])
    // What both timelines have in common.
    expect(await knownIn((await restore(from, moment)).into)).toEqual(['first', 'second'])

    await expect(restore(from, at)).rejects.toThrow(/タイムライン 1 にだけあります。.*--timeline 1 を、.*--timeline 2 を/)
    expect(await knownIn((await restore(from, at, 1)).into)).toEqual(['first', 'second', 'third'])
    expect(await knownIn((await restore(from, at, 2)).into)).toEqual(['first', 'second'])
    expect(await knownIn((await restore(from, 'latest', 1)).into)).toEqual(['first', 'second', 'third', 'fourth'])
    await expect(restore(from, new Date('2099-01-01'))).rejects.toThrow(/タイムライン 2 には.*離れたタイムライン（1）/)
    await expect(restore(from, 'latest', 7)).rejects.toThrow('--timeline に指定できるのは 1、2 です')
    await expect(restore(later, 'latest', 1)).rejects.toThrow('--timeline に指定できるのは 2 です')
    // A segment that is missing on the newer timeline is no end of it.
    rmSync(join(logArchiveOf(place), begun))
    await expect(restore(from, between)).rejects.toThrow(begun.replace('.gz', ''))
  })

  it('takes no timeline for left whose log was all replayed', async () => {
    const from = backupsWith(() => undefined)
    const place = dirname(from)
    const { into } = await restore(from, 'latest')
    const later = new Date()
    await sleep(1_100)
    const dataDir = join(into, 'postgres')
    const served = await startPostgres({ dataDir, settings: archivingSettings(place, dataDir) })
    await writeAt(served.url, place, 'fifth')
    await served.stop()
    expect(await knownIn((await restore(from, later)).into)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('says of a backup of a timeline that was left that it leads no further', async () => {
    const from = backupsWith(() => undefined)
    const place = dirname(from)
    const storage = diskStorage(join(folder, 'storage'))
    const { path } = await makeBackup({ folder: place, ownerUrl: postgres.url, storage, only: null, keep: null })
    await write('on the left timeline')
    cpSync(logArchiveOf(backups), logArchiveOf(place), { recursive: true })
    const { into } = await restore(from, moment)
    const dataDir = join(into, 'postgres')
    const served = await startPostgres({ dataDir, settings: archivingSettings(place, dataDir) })
    await writeAt(served.url, place, 'on the newer one')
    await served.stop()
    await expect(restore(path, 'latest')).rejects.toThrow(/離れたタイムライン 1 のもの.*今のタイムライン 2 .*--timeline 1 /)
    expect(await knownIn((await restore(path, 'latest', 1)).into)).toContain('on the left timeline')
  })

  it('refuses a moment that only the left timeline has, also where a backup was made while others committed', async () => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    let isMade = false
    const committing = (async () => {
      while (!isMade) await client.query('select pg_current_xact_id()')
    })().finally(() => client.end())
    const storage = diskStorage(join(folder, 'storage'))
    const place = dirname(backupsWith(() => undefined))
    const { path } = await makeBackup({ folder: place, ownerUrl: postgres.url, storage, only: null, keep: null }).finally(() => {
      isMade = true
    })
    await committing
    await sleep(1_100)
    const left = new Date()
    await sleep(1_100)
    await write('after that moment')
    cpSync(logArchiveOf(backups), logArchiveOf(place), { recursive: true })
    const { into } = await restore(path, 'immediate')
    const dataDir = join(into, 'postgres')
    const served = await startPostgres({ dataDir, settings: archivingSettings(place, dataDir) })
    await writeAt(served.url, place, 'on the newer timeline')
    await served.stop()
    await expect(restore(path, left)).rejects.toThrow(/タイムライン 1 にだけあります/)
    expect(await knownIn((await restore(path, left, 2)).into)).not.toContain('after that moment')
  })

  it('refuses when there is no archive, and leaves nothing behind where it came to nothing', async () => {
    const from = backupsWith(archive => rmSync(archive, { recursive: true }))
    const into = mkdtempSync(join(folder, 'restored-'))
    const order = { backup: from, into, until: 'latest' as const, timeline: null, programs: findServerPrograms(undefined) }
    await expect(restoreBackup(order)).rejects.toThrow('wal')
    await expect(restoreBackup({ ...order, backup, until: new Date('2099-01-01') })).rejects.toThrow(/最後の変更は \d{4}-/)
    expect(readdirSync(into)).toEqual([])
    expect(wrongOf(await restoreBackup({ ...order, until: 'immediate' }))).toEqual([])
  })

  it('makes a backup although its log cannot be archived, and says which file cannot, and why', async () => {
    const [next] = await asOwner<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
    const blocked = join(logArchiveOf(backups), `${next?.name}.gz`)
    writeFileSync(blocked, 'the log of another cluster')
    const said: string[] = []
    const place = { storage: diskStorage(join(folder, 'storage')), bucket: null, folder: join(folder, 'storage') }
    const order = { folder: backups, ownerUrl: postgres.url, files: place }
    const say = (line: string) => void said.push(line)
    expect(await backUp(order, {}, say)).toBe(false)
    expect(said.filter(line => line.startsWith('✗'))).toEqual([
      expect.stringMatching(new RegExp(`${next?.name} を保管できていません（最後の失敗は .*同じ名前で内容の違うファイル`)),
    ])
    expect(unfinishedAmong(readdirSync(backups))).toEqual([])
    const made = said[0]?.split(': ')[1] ?? ''
    expect(wrongOf((await restore(made, 'immediate')).findings)).toEqual([])
    // What comes after it is not there, and its last segment is in the backup alone.
    await expect(restore(made, new Date())).rejects.toThrow('記録（WAL）')
    rmSync(blocked)
    await sleep(1_100)
    said.length = 0
    expect(await backUp(order, {}, say)).toBe(true)
    expect(said.filter(line => line.startsWith('✗'))).toEqual([])
  })

  it('says that nothing is archived where no segment comes and none fails', async () => {
    const never = { end: { lsn: 'FF/0', timeline: 1 }, wal_segment_bytes: 16 << 20 }
    const client = new pg.Client(postgres.url)
    await client.connect()
    const findings = await awaitLogArchived(client, never, backups, 1).finally(() => client.end())
    expect(wrongOf(findings)).toEqual([expect.stringContaining('00000001000000FE000000FF が、待っても保管されません')])
  })

  it('says of a database that was backed up without its files that they are elsewhere, and makes a place for them', async () => {
    await asOwner(
      `insert into clients (cd, name, logo_path, logo_content_type) values ('001', '会社', '/api/logos/11111111-1111-4111-8111-111111111111', 'image/png')`,
    )
    const alone = mkdtempSync(join(folder, 'alone-'))
    const storage = diskStorage(join(folder, 'storage'))
    const order = { folder: alone, ownerUrl: postgres.url, storage, keep: null }
    const { path } = await makeBackup({ ...order, only: 'database' })
    const { into, findings } = await restore(path, 'immediate')
    expect(wrongOf(findings)).toEqual([])
    expect(saysOf(findings)).toContain('1件のうち0件')
    expect(readdirSync(into).toSorted()).toEqual(['postgres', 'storage'])
    // Lacking in one that was made with its files it is a loss.
    await sleep(1_100)
    const whole = await makeBackup({ ...order, only: null })
    expect(wrongOf((await restore(whole.path, 'immediate')).findings)).toEqual([expect.stringContaining('内容がないファイルが1件')])
  })
})
