import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAgain } from '../../../test/ask-again.ts'
import { endsWithTests } from '../../../test/children.ts'
import { freePort } from '../../../test/free-port.ts'
import { photoForm, sha256Of } from '../../../test/sent-photos.ts'
import { startPostgres } from '../../embedded-postgres/embedded-postgres.ts'
import { examineBackups } from '../doctor/examine-machine.ts'
import { type Label, labelFile, logArchiveOf, readSums, sumsFile } from './kept-backups.ts'

/*
 * The drill: the demo town on its own cluster, served while it is backed up, broken in every way that we know, and brought back by the
 * commands that an operator types.
 */
const folder = mkdtempSync(join(tmpdir(), 'toguchi drill '))
const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
const programOf = (name: string) => fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
const { NODE_ENV: _, DATABASE_URL: __, ...inherited } = process.env
const env = { ...inherited, DATA_DIR: dataDir, BACKUP_DIR: backups }

interface Said {
  code: number
  output: string
}

const admin = (args: string[], over: Record<string, string> = {}): Promise<Said> =>
  new Promise(done =>
    execFile(process.execPath, [programOf('admin'), ...args], { env: { ...env, ...over } }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    ),
  )

/** The newest finished backup. */
const newest = (): string => join(backups, finished().at(-1) ?? '')
const finished = (): string[] =>
  readdirSync(backups)
    .filter(name => /^\d{8}T\d{6}Z/.test(name))
    .toSorted()
const labelOf = (backup: string): Label => JSON.parse(readFileSync(join(backup, labelFile), 'utf8')) as Label

/** Their names are seconds. */
const backUp = async (...args: string[]): Promise<string> => {
  await sleep(1_100)
  const said = await admin(['backup', ...args])
  expect(said).toMatchObject({ code: 0, output: expect.stringContaining('バックアップを作成しました') })
  return newest()
}

interface Served {
  origin: string
  stop(): Promise<void>
}

/** Archives, where it is told to: the place that is backed up does. */
const serve = async (place: string, archive = place === dataDir ? backups : ''): Promise<Served> => {
  const port = await freePort()
  const child = endsWithTests(
    spawn(process.execPath, [programOf('main'), '--api-only'], {
      env: { ...env, DATA_DIR: place, BACKUP_DIR: archive, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    await sleep(200)
  }
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

let served: Served
beforeAll(async () => {
  served = await serve(dataDir)
  await findRoom()
}, 900_000)
afterAll(async () => {
  await served?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const signIn = async (origin: string): Promise<Record<string, string>> => {
  const answer = await fetch(`${origin}/api/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id: 'staffadmin01', password: 'Password1' }),
  })
  expect(answer.status).toBe(200)
  return Object.fromEntries(['access-token', 'client', 'uid', 'token-type'].map(name => [name, answer.headers.get(name) ?? '']))
}

/** Photos of a room of the demo town that is open, and one of its places to photograph. */
let [room, position] = ['', '']
const findRoom = async (): Promise<void> => {
  const [found] = await asOwner<{ construction_id: string; room_id: string; place: string }>(
    `select r.construction_id, r.id as room_id, e.id as place from users u
     join rooms r on r.client_id = u.client_id and r.closed_at is null
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
     join photography_place_entries e on e.client_id = r.client_id and e.construction_id = r.construction_id and e.area = 'private'
     where u.login_id = 'staffadmin01' order by r.id limit 1`,
  )
  room = `/api/constructions/${found?.construction_id}/rooms/${found?.room_id}/room_images`
  position = `place-${found?.place}`
}

interface Photo {
  uuid: string
  sha256: string
}

/** Each photo is another one, and a few kilobytes large. */
const takePhoto = async (origin: string, session: Record<string, string>): Promise<Photo> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888888', noise } })
    .jpeg()
    .toBuffer()
  const uuid = randomUUID()
  const { body, headers } = photoForm({ uuid, position, timing: 'under_construction' }, bytes)
  const answer = await askAgain(`${origin}${room}`, {
    method: 'POST',
    headers: { ...session, ...headers },
    body: Uint8Array.from(body),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return { uuid, sha256: sha256Of(bytes) }
}

const deletePhoto = async (session: Record<string, string>, { uuid }: Photo): Promise<void> => {
  const answer = await fetch(`${served.origin}${room}/${uuid}`, { method: 'DELETE', headers: session })
  expect(answer.status).toBe(200)
}

/** The photos of the room that another place serves, each read by its link and held to its hash. */
const readPhotos = async (place: string): Promise<string[]> => {
  copyFileSync(join(dataDir, 'secret-key'), join(place, 'secret-key'))
  const restored = await serve(place)
  try {
    const answer = await fetch(`${restored.origin}${room}`, { headers: await signIn(restored.origin) })
    const { room_images } = (await answer.json()) as { room_images: { uuid: string; view_url: string }[] }
    for (const { view_url } of room_images) {
      const picture = await fetch(
        new URL(new URL(view_url, restored.origin).pathname + new URL(view_url, restored.origin).search, restored.origin),
      )
      expect(picture.status).toBe(200)
      expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBeGreaterThan(0)
    }
    return room_images.map(({ uuid }) => uuid)
  } finally {
    await restored.stop()
  }
}

const asOwner = async <T extends object>(text: string, place = dataDir): Promise<T[]> => {
  const postgres = await startPostgres({ dataDir: join(place, 'postgres') })
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** A copy that may be broken: without the links that it shares with others. */
const copyOf = (backup: string): string => {
  const copy = join(mkdtempSync(join(folder, 'copy-')), basename(backup))
  cpSync(backup, copy, { recursive: true })
  return copy
}

const changeByte = (place: string): void => {
  const bytes = readFileSync(place)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff
  writeFileSync(place, bytes)
}

/** Some photo of a backup, by its name there. */
const someFile = async (backup: string): Promise<string> =>
  [...(await readSums(backup)).keys()].findLast(name => name.startsWith('files/1/')) ?? ''

const emptyPlace = (): string => mkdtempSync(join(folder, 'restored-'))

describe('backup and restore', { timeout: 900_000 }, () => {
  let first: string
  let second: string
  let photos: Photo[]
  /** Between two photos, after the second backup. */
  let moment: string

  it('makes a pair while people write and delete, which proves itself and is served again elsewhere', async () => {
    const session = await signIn(served.origin)
    let isOver = false
    photos = [await takePhoto(served.origin, session)]
    let written = 0
    const hasGoneOn = Promise.withResolvers<void>()
    const people = (async () => {
      while (!isOver) {
        photos.push(await takePhoto(served.origin, session))
        written += 1
        // A place takes ten photos.
        const gone = photos.length > 3 ? photos.splice(1, 1)[0] : undefined
        if (gone) await deletePhoto(session, gone)
        if (written > 3) hasGoneOn.resolve()
      }
    })()
    // However slow the machine is, people write and delete before the backup begins, while it is made and after it.
    await Promise.race([people, hasGoneOn.promise])
    const before = written
    first = await backUp().finally(() => (isOver = true))
    await people
    expect(written).toBeGreaterThan(before)

    expect(await admin(['prove-backup', first])).toMatchObject({ code: 0, output: expect.stringContaining('確認できました') })
    const place = emptyPlace()
    const said = await admin(['restore', first, '--into', place])
    expect(said).toMatchObject({ code: 0, output: expect.stringContaining('記録どおりの内容があります') })
    for (const proof of ['行レベルセキュリティが有効です', '行レベルセキュリティを回避できません', '台帳と合っています'])
      expect(said.output).toContain(proof)
    expect(await readPhotos(place)).toContain(photos[0]?.uuid)
    // Into a place that holds something it restores nothing.
    expect(await admin(['restore', first, '--into', place])).toMatchObject({ code: 1, output: expect.stringContaining('空ではありません') })
  })

  it('copies only what is new, lets nobody else read it, and keeps as many as it is told', async () => {
    const session = await signIn(served.origin)
    photos.push(await takePhoto(served.origin, session))
    second = await backUp()
    const { files } = labelOf(second)
    const before = new Set((await readSums(first)).keys())
    const after = [...(await readSums(second)).keys()].filter(name => name.startsWith('files/'))
    const added = after.filter(name => !before.has(name))
    expect(added.length).toBeGreaterThan(0)
    // Logos, whose hash nobody knows, are copied each time; the demo town's companies have some or none.
    expect(files?.copied).toBe(added.length + after.filter(name => name.startsWith('files/logos/')).length)
    const shared = after.find(name => before.has(name) && name.startsWith('files/1/')) ?? ''
    expect(statSync(join(second, shared)).ino).toBe(statSync(join(first, shared)).ino)
    expect(statSync(second).mode & 0o077).toBe(0)
    expect(statSync(join(second, 'base.tar.gz')).mode & 0o077).toBe(0)
    await backUp('--keep', '2')
    expect(finished()).toHaveLength(2)
    expect(existsSync(first)).toBe(false)
    // What was linked is whole when the older name is gone.
    expect(await admin(['prove-backup', second])).toMatchObject({ code: 0 })
  })

  it('never looks complete when it is killed in the middle, and the next one clears it away', async () => {
    const kept = finished()
    const child = endsWithTests(spawn(process.execPath, [programOf('admin'), 'backup'], { env, stdio: 'ignore' }))
    const ended = once(child, 'exit')
    const growing = (): string | undefined => readdirSync(backups).find(name => name.startsWith('unfinished-'))
    const size = () => statSync(join(backups, growing() ?? '', 'base.tar.gz'), { throwIfNoEntry: false })?.size ?? 0
    while (child.exitCode === null && size() === 0) await sleep(2)
    child.kill('SIGKILL')
    await ended
    const left = join(backups, growing() ?? 'none')
    expect(existsSync(left)).toBe(true)
    expect(finished()).toEqual(kept)
    expect(await admin(['prove-backup', left])).toMatchObject({
      code: 1,
      output: expect.stringContaining('完成したバックアップではありません'),
    })
    expect(await admin(['restore', left, '--into', emptyPlace()])).toMatchObject({ code: 1 })
    // Nor when somebody gives it the name of a finished one.
    const renamed = copyOf(left).replace('unfinished-', '')
    cpSync(left, renamed, { recursive: true })
    expect(await admin(['prove-backup', renamed])).toMatchObject({
      code: 1,
      output: expect.stringContaining('完成したバックアップではありません'),
    })
    const alone = mkdtempSync(join(folder, 'alone-'))
    cpSync(left, join(alone, basename(left)), { recursive: true })
    expect(await examineBackups(alone, Date.now())).toMatchObject([
      { is: 'wrong', says: expect.stringContaining('バックアップがありません') },
    ])
    second = await backUp()
    expect(growing()).toBeUndefined()
  })

  it('says that the disk is full, and takes away nothing but what it was writing', async () => {
    const kept = finished()
    // A process that may write files of half a megabyte: for it, the disk is full then.
    const limited = 'trap "" XFSZ; ulimit -f 1024; exec "$@"'
    const said = await new Promise<Said>(done =>
      execFile('sh', ['-c', limited, 'sh', process.execPath, programOf('admin'), 'backup'], { env }, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
      ),
    )
    expect(said).toMatchObject({ code: 1, output: expect.stringContaining('ディスクの空きがない') })
    expect(readdirSync(backups).toSorted()).toEqual([...kept, 'wal'])
  })

  it('finds what is damaged in a backup, and what is missing', async () => {
    const name = await someFile(second)
    const damaged = copyOf(second)
    changeByte(join(damaged, name))
    expect(await admin(['prove-backup', damaged])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`壊れたファイルが1件あります: ${name}`),
    })
    // A restore goes on, and says so.
    expect(await admin(['restore', damaged, '--into', emptyPlace()])).toMatchObject({
      code: 1,
      output: expect.stringContaining('内容が記録と違うファイルが1件あります'),
    })
    const missing = copyOf(second)
    rmSync(join(missing, name))
    expect(await admin(['prove-backup', missing])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`失われたファイルが1件あります: ${name}`),
    })
    const torn = copyOf(second)
    changeByte(join(torn, 'base.tar.gz'))
    expect(await admin(['prove-backup', torn])).toMatchObject({ code: 1, output: expect.stringContaining('base.tar.gz') })
    expect(await admin(['restore', torn, '--into', emptyPlace()])).toMatchObject({ code: 1 })
    const relisted = copyOf(second)
    changeByte(join(relisted, sumsFile))
    expect(await admin(['prove-backup', relisted])).toMatchObject({
      code: 1,
      output: expect.stringContaining('このバックアップのものではありません'),
    })
  })

  it('finds a database and files that are not of one moment, in a backup and in a restored place', async () => {
    const session = await signIn(served.origin)
    const gone = photos.pop()
    if (gone) await deletePhoto(session, gone)
    const added = await takePhoto(served.origin, session)
    photos.push(added)
    const yesterday = second
    const today = await backUp()
    const swapped = (part: string, database: string, files: string): string => {
      const mixed = join(mkdtempSync(join(folder, `mixed-${part}-`)), basename(files))
      cpSync(files, mixed, { recursive: true })
      for (const name of ['base.tar.gz', 'backup_manifest']) copyFileSync(join(database, name), join(mixed, name))
      return mixed
    }
    expect(await admin(['prove-backup', swapped('old', yesterday, today)])).toMatchObject({
      code: 1,
      output: expect.stringContaining('base.tar.gz'),
    })
    expect(await admin(['prove-backup', swapped('new', today, yesterday)])).toMatchObject({
      code: 1,
      output: expect.stringContaining('base.tar.gz'),
    })

    const [old, current] = [emptyPlace(), emptyPlace()]
    expect(await admin(['restore', yesterday, '--into', old])).toMatchObject({ code: 0 })
    expect(await admin(['restore', today, '--into', current])).toMatchObject({ code: 0 })
    const check = (database: string, files: string) =>
      admin(['check-files'], { DATA_DIR: database, STORAGE_DIR: join(files, 'storage'), BACKUP_DIR: '' })
    expect(await check(old, old)).toMatchObject({ code: 0 })
    expect(await check(old, current)).toMatchObject({ code: 1, output: expect.stringContaining('データベースが知らないファイル') })
    expect(await check(current, old)).toMatchObject({ code: 1, output: expect.stringContaining('内容がないファイル') })
    second = today
  })

  it('goes back to a moment between two writes, and says what the files of that moment lack', async () => {
    const session = await signIn(served.origin)
    const earlier = await takePhoto(served.origin, session)
    await sleep(1_500)
    moment = new Date().toISOString()
    await sleep(1_500)
    const later = await takePhoto(served.origin, session)
    await archiveLog()

    // The log is handed over every minute, files by the next backup: until then a restored database knows photos that nobody has.
    const without = await admin(['restore', second, '--into', emptyPlace(), '--until', moment])
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining('内容がないファイル') })

    const bridge = await backUp('--only', 'files')
    expect(labelOf(bridge)).toMatchObject({ database: null, files: { missing: [], damaged: [] } })
    expect(await admin(['prove-backup', bridge])).toMatchObject({
      code: 0,
      output: expect.stringContaining('データベースは含まれていません'),
    })
    const place = emptyPlace()
    expect(await admin(['restore', second, '--into', place, '--until', moment])).toMatchObject({ code: 0 })
    const there = await readPhotos(place)
    expect(there).toContain(earlier.uuid)
    expect(there).not.toContain(later.uuid)
    const end = emptyPlace()
    expect(await admin(['restore', second, '--into', end, '--until', 'latest'])).toMatchObject({ code: 0 })
    expect(await readPhotos(end)).toContain(later.uuid)

    expect(await admin(['restore', second, '--into', emptyPlace(), '--until', '2099-01-01 00:00'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('その時刻まで戻せません'),
    })
    expect(await admin(['restore', second, '--into', emptyPlace(), '--until', '2020-01-01 00:00'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('もっと古いバックアップ'),
    })
    expect(await admin(['restore', bridge, '--into', emptyPlace()])).toMatchObject({
      code: 1,
      output: expect.stringContaining('写真と書類しかありません'),
    })
  })

  it('begins a timeline that no other restore has begun', async () => {
    const [one, other] = [emptyPlace(), emptyPlace()]
    await admin(['restore', second, '--into', one])
    const historiesOf = (place: string) => readdirSync(join(place, 'postgres/cluster/pg_wal')).filter(name => name.endsWith('.history'))
    expect(historiesOf(one)).toEqual(['00000002.history'])
    copyFileSync(join(dataDir, 'secret-key'), join(one, 'secret-key'))
    const again = await serve(one, backups)
    await isArchived('00000002.history.gz')
    const [segment] = await asOwner<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name', one)
    await isArchived(`${segment?.name}.gz`)
    await again.stop()
    await admin(['restore', second, '--into', other])
    expect(historiesOf(other)).toEqual(['00000003.history'])
  })

  it('follows the newest timeline, and one that was left when it is told so', async () => {
    const until = (...args: string[]) => admin(['restore', second, '--into', emptyPlace(), '--until', ...args])
    expect(await until('latest')).toMatchObject({ code: 0, output: expect.stringContaining('（タイムライン 2 の') })
    const refused = await until(moment)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('離れたタイムライン 1 にだけあります') })
    expect(refused.output.trim().split('\n')).toHaveLength(1)
    expect(await until(moment, '--timeline', '1')).toMatchObject({ code: 0, output: expect.stringContaining('（タイムライン 1 の') })
    expect(await until('latest', '--timeline', 'one')).toMatchObject({ code: 1, output: expect.stringContaining('--timeline には番号を') })
  })

  it('never overwrites an archived segment, and takes the same one twice', async () => {
    const archive = logArchiveOf(backups)
    const program = fileURLToPath(new URL('../../../../bin/archive-wal', import.meta.url))
    const [one, other, target] = [join(folder, 'one'), join(folder, 'other'), join(archive, 'drill')]
    writeFileSync(one, 'segment')
    writeFileSync(other, 'another')
    const run = (from: string) => new Promise<number>(done => execFile(program, [from, target], error => done(Number(error?.code ?? 0))))
    expect([await run(one), await run(one), await run(other), await run(join(folder, 'none'))]).toEqual([0, 0, 1, 1])
    expect(readdirSync(archive).filter(name => name.startsWith('drill'))).toEqual(['drill.gz'])
  })
})

/** Waits until the server has handed the present segment over by itself, as it does every minute. */
const archiveLog = async (): Promise<void> => {
  const [segment] = await asOwner<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
  await isArchived(`${segment?.name}.gz`)
}

const isArchived = async (name: string): Promise<void> => {
  const place = join(logArchiveOf(backups), name)
  for (let tries = 0; tries < 6_000 && !existsSync(place); tries += 1) await sleep(100)
  expect(existsSync(place)).toBe(true)
}
