import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { untilOf } from './backup-commands.ts'
import { writeDurably } from './durable-files.ts'
import {
  expire,
  expiredAmong,
  expiredSegments,
  finishedAmong,
  labelFile,
  lastSegmentOf,
  nameOf,
  readLabel,
  segmentNameOf,
  sumLine,
  sumsFile,
  unfinishedAmong,
  unfinishedNameOf,
} from './kept-backups.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'toguchi-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = (kept: readonly { name: string }[]): string[] => kept.map(({ name }) => name)
const [monday, tuesday, wednesday] = ['20261123T000000Z', '20261124T000000Z', '20261125T000000Z']

describe('the name of a backup', () => {
  it('says when it was begun and whether the database is in it', () => {
    const at = new Date('2026-11-26T05:26:11.900Z')
    expect([nameOf(at, true), nameOf(at, false)]).toEqual(['20261126T052611Z', '20261126T052611Z-files'])
    expect(finishedAmong([nameOf(at, false), unfinishedNameOf(nameOf(at, true)), 'wal', 'lost+found'])).toEqual([
      { name: '20261126T052611Z-files', startedAt: new Date('2026-11-26T05:26:11Z'), hasDatabase: false },
    ])
    expect(unfinishedAmong(['wal', unfinishedNameOf('x')])).toEqual(['unfinished-x'])
  })
})

describe('what expires', () => {
  it('keeps so many whole ones, and those of the files until the next whole one', () => {
    const kept = finishedAmong([
      monday,
      `${monday.replace('T00', 'T05')}-files`,
      tuesday,
      wednesday,
      `${wednesday.replace('T00', 'T05')}-files`,
    ])
    expect(names(expiredAmong(kept, 2))).toEqual([monday, '20261123T050000Z-files'])
    expect(names(expiredAmong(kept, 9))).toEqual(['20261123T050000Z-files'])
  })

  it('keeps so many of the files where there is no whole one', () => {
    expect(names(expiredAmong(finishedAmong([`${monday}-files`, `${tuesday}-files`]), 1))).toEqual([`${monday}-files`])
  })

  it('is the log before the oldest backup, on every timeline, and never a history', () => {
    const start = { lsn: '1/2A000028', timeline: 3 }
    expect(segmentNameOf(start, 16 << 20)).toBe('00000003000000010000002A')
    expect(segmentNameOf({ lsn: '0/50000000', timeline: 1 }, 64 << 20)).toBe('000000010000000000000014')
    const before = ['000000030000000100000029.gz', '000000010000000100000029.gz', '0000000300000000000000FF.00000028.backup.gz']
    const needed = [
      '00000003000000010000002A.gz',
      '00000003000000010000002A.00000028.backup.gz',
      '00000002.history.gz',
      'x.part.12',
      'notes',
    ]
    expect(expiredSegments([...before, ...needed], start, 16 << 20)).toEqual(before)
  })

  it('begins after the segment in which the log of a backup ends', () => {
    expect(lastSegmentOf({ lsn: '0/3000158', timeline: 1 }, 16 << 20)).toBe('000000010000000000000003')
    expect(lastSegmentOf({ lsn: '0/3000000', timeline: 1 }, 16 << 20)).toBe('000000010000000000000002')
    expect(lastSegmentOf({ lsn: '2/0', timeline: 3 }, 16 << 20)).toBe('0000000300000001000000FF')
  })

  it('goes from the folder, with the log that nobody needs any more', async () => {
    const place = mkdtempSync(join(folder, 'kept-'))
    for (const [at, name] of [monday, tuesday].entries()) {
      mkdirSync(join(place, name))
      const { sha256 } = await writeDurably(join(place, name, sumsFile), '')
      const database = { start: { lsn: `0/${at + 2}000028`, timeline: 1 }, wal_segment_bytes: 16 << 20 }
      writeFileSync(join(place, name, labelFile), JSON.stringify({ format: 1, sums_sha256: sha256, database }))
    }
    mkdirSync(join(place, 'wal'))
    for (const segment of [1, 2, 3]) writeFileSync(join(place, 'wal', `00000001000000000000000${segment}.gz`), '')
    expect(await expire(place, 2)).toEqual([])
    expect(readdirSync(join(place, 'wal'))).toHaveLength(2)
    expect(await expire(place, 1)).toEqual([monday])
    expect(readdirSync(place)).toEqual([tuesday, 'wal'])
    expect(readdirSync(join(place, 'wal'))).toEqual(['000000010000000000000003.gz'])
  })
})

describe('a label', () => {
  it('is believed for its own list of sums alone, and under a finished name', async () => {
    const place = join(folder, monday)
    const incomplete = expect.objectContaining({ name: 'Refusal', message: expect.stringContaining('完成したバックアップではありません') })
    await expect(readLabel(place)).rejects.toEqual(incomplete)
    mkdirSync(place)
    const { sha256 } = await writeDurably(join(place, sumsFile), sumLine('base.tar.gz', '0'.repeat(64)))
    await expect(readLabel(place)).rejects.toEqual(incomplete)
    writeFileSync(join(place, labelFile), '{"format": 1, "sums')
    await expect(readLabel(place)).rejects.toEqual(incomplete)
    writeFileSync(join(place, labelFile), JSON.stringify({ format: 1, sums_sha256: sha256 }))
    expect(await readLabel(place)).toMatchObject({ format: 1 })
    writeFileSync(join(place, sumsFile), sumLine('base.tar.gz', '1'.repeat(64)))
    await expect(readLabel(place)).rejects.toMatchObject({ message: expect.stringContaining('別のバックアップと混ざっています') })
  })
})

describe('restore', () => {
  it('refuses a moment that the backup is younger than, before it writes anything', async () => {
    const place = join(folder, tuesday)
    mkdirSync(place)
    const { sha256 } = await writeDurably(join(place, sumsFile), '')
    writeFileSync(
      join(place, labelFile),
      JSON.stringify({ format: 1, sums_sha256: sha256, database: { ended_at: '2026-11-24T00:00:05Z' } }),
    )
    const into = join(folder, 'into')
    await expect(
      restoreBackup({ backup: place, into, until: new Date('2026-11-24T00:00:04Z'), timeline: null, programs: '/nowhere' }),
    ).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringMatching(/完成した 2026-11-24 09:00:05\.000（日本時間） より前.*もっと古いバックアップ/),
    })
    expect(readdirSync(into)).toEqual([])
  })
})

describe('the lines of docs/operation.md that put a restored pair in place', () => {
  const [, document = ''] = readFileSync(new URL('../../../../docs/operation.md', import.meta.url), 'utf8').split('\n### Back again\n')
  const block = /Then both halves take their places[^]*?```sh\n([^]*?)```/.exec(document)?.[1] ?? ''
  let root = ''
  let [database, files] = ['', '']
  /** As pasted into a shell, below a folder of ours, where units and owners are nobody's; `failing` is a command that fails. */
  const paste = (failing = 'none'): number | null => {
    const programs = mkdtempSync(join(folder, 'programs-'))
    for (const name of ['systemctl', 'chown'])
      writeFileSync(join(programs, name), `#!/bin/sh\ncase "${name} $*" in *"${failing}"*) exit 1; esac\n`, { mode: 0o755 })
    const lines = block.replaceAll('/var/lib/', `${root}/`)
    return spawnSync('bash', ['-c', lines], { env: { PATH: `${programs}:${process.env['PATH']}` } }).status
  }
  const fill = (place: string, content: string): void => {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'content'), content)
  }
  const restored = (content: string): void => {
    fill(join(root, 'restored/postgres/cluster'), content)
    fill(join(root, 'restored/storage'), content)
  }
  const served = (): string[] => [database, files].map(place => readFileSync(join(place, 'content'), 'utf8'))
  beforeEach(() => {
    root = mkdtempSync(join(folder, 'machine-'))
    ;[database, files] = [join(root, 'postgresql/18/main'), join(root, 'toguchi')]
    fill(database, 'live')
    fill(files, 'live')
  })

  it('can be pasted again, also for a second restore, and keep what was there', async () => {
    expect(block).toContain('postgresql/18/main')
    restored('first')
    expect(paste()).toBe(0)
    expect(served()).toEqual(['first', 'first'])
    expect(existsSync(join(root, 'restored'))).toBe(false)
    expect(paste()).not.toBe(0)
    expect(served()).toEqual(['first', 'first'])
    // Their names are seconds.
    await sleep(1_100)
    restored('second')
    expect(paste()).toBe(0)
    expect(served()).toEqual(['second', 'second'])
    const kept = readdirSync(root).filter(name => name.startsWith('toguchi.before-'))
    expect(kept.toSorted().map(name => readFileSync(join(root, name, 'content'), 'utf8'))).toEqual(['live', 'first'])
    expect(readdirSync(join(root, 'postgresql/18'))).toHaveLength(3)
  })

  it('move nothing where the restore was refused, half of it is missing, or the server does not stop', () => {
    mkdirSync(join(root, 'restored'))
    expect(paste()).not.toBe(0)
    fill(join(root, 'restored/postgres/cluster'), 'first')
    expect(paste()).not.toBe(0)
    restored('first')
    expect(paste('systemctl stop')).not.toBe(0)
    expect(served()).toEqual(['live', 'live'])
    expect(readdirSync(root).toSorted()).toEqual(['postgresql', 'restored', 'toguchi'])
  })

  it.each(['chown -R postgres', 'chown -R toguchi', 'systemctl start postgresql'])('go on where they stopped, at %s', async failing => {
    rmSync(database, { recursive: true })
    restored('first')
    expect(paste(failing)).not.toBe(0)
    await sleep(1_100)
    expect(paste()).toBe(0)
    expect(served()).toEqual(['first', 'first'])
    // What was there is kept once, and no half of the restored pair is.
    expect(readdirSync(root).filter(name => name.startsWith('toguchi.before-'))).toHaveLength(1)
    expect(existsSync(join(root, 'restored'))).toBe(false)
  })
})

describe('--until', () => {
  it('is a moment, of Japan where no zone is said, or the end of what is kept', () => {
    expect(untilOf(undefined)).toBe('immediate')
    expect(untilOf('latest')).toBe('latest')
    expect(untilOf('2026-04-01 09:30')).toEqual(new Date('2026-04-01T00:30:00Z'))
    expect(untilOf('2026-04-01T09:30:15.5Z')).toEqual(new Date('2026-04-01T09:30:15.500Z'))
    for (const nonsense of ['yesterday', '2026-13-01 09:30', '2026-02-30 09:30', '2026-04-01', '2026-04-01 24:30'])
      expect(() => untilOf(nonsense)).toThrow('--until')
  })
})
