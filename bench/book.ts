import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { usualBook } from '@toguchi/domain/completion-books/sections'
import { deleteChunks, listChunks, listEditions, lockBook, setJob } from '../server/src/completion-books/queries.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { keepBytes } from '../server/src/platform/files/files.ts'
import { enqueueDocument, findJob } from '../server/src/platform/jobs/job-rows.ts'
import { buildPhotoSite, perRoom } from './photo-site.ts'
import { benchPlatform } from './platform.ts'

/*
 * A completion book of many rooms with twelve photos each, from the queue's row to the kept volumes: the whole of it, again after one photo
 * was corrected, and on from where kill -9 ended it. Memory is the sum of the peaks of the process that makes it and of its engine (VmHWM).
 * See README.md. node bench/book.ts [rooms] [folder to keep the volumes in]
 */
const rooms = Number(process.argv[2] ?? 300)
const kept = process.argv[3]
const demanded = { megabytes: 500, again: 0.1, pages: 500, bytes: 150 * 1024 * 1024 }

const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // It ended between two looks.
    return 0
  }
}
const childrenOf = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}
/** The engine is the child with its name in its arguments; readers of pictures have a limit of their own. */
const isEngine = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine-child')
  } catch {
    return false
  }
}
/** Watches a process that makes a book until it ends. */
const measure = async (child: ChildProcess) => {
  const peaks = { server: 0, engine: 0, reader: 0 }
  const pid = child.pid ?? 0
  const look = (name: keyof typeof peaks, peak: number) => void (peaks[name] = Math.max(peaks[name], peak))
  const watch = setInterval(() => {
    look('server', peakOf(pid))
    for (const one of childrenOf(pid)) look(isEngine(one) ? 'engine' : 'reader', peakOf(one))
  }, 20)
  const started = performance.now()
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`the process of the book ended with ${code}`)
  return { seconds: (performance.now() - started) / 1000, ...peaks }
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
try {
  await migrate(postgres.url)
  const databaseUrl = applicationUrlOf(postgres.url)
  const platform = benchPlatform(databaseUrl, folder)
  const { client, construction, actor, images, viewOf } = await buildPhotoSite(platform, folder, {
    photos: rooms * perRoom,
    rooms: { floors: Math.ceil(rooms / 10), perFloor: Math.min(10, rooms) },
    withThumbnails: true,
    noteOf: () => null,
  })
  await platform.pool.write(client.id, db =>
    db
      .updateTable('rooms')
      .set({
        status: 'completed',
        completed_at: new Date('2026-11-20T05:00:00Z'),
        closed_at: new Date('2026-11-21T05:00:00Z'),
        completion_comment: 'インターホンの呼出・通話・解錠を確認しました。',
      })
      .where('client_id', '=', client.id)
      .where('construction_id', '=', construction.id)
      .execute(),
  )

  const ask = () =>
    platform.pool.write(client.id, async db => {
      await lockBook(db, client.id, construction.id)
      const input = { construction_id: construction.id, choices: usualBook, interim: false }
      const { id } = await enqueueDocument(platform, db, actor, { kind: 'completion_book', input, total: 0 })
      await setJob(db, client.id, construction.id, id)
      return id
    })
  const begin = (id: number) =>
    spawn(
      process.execPath,
      [fileURLToPath(new URL('book-child.ts', import.meta.url)), databaseUrl, folder, String(client.id), String(id)],
      { stdio: 'inherit' },
    )
  /** In a fresh process each time, so that its memory is that of one book. */
  const make = async (id: number) => {
    const measured = await measure(begin(id))
    const row = await platform.pool.read(client.id, db => findJob(db, actor, id))
    if (row?.state !== 'done') throw new Error(`the job ended as ${row?.state}: ${row?.error}`)
    const [edition] = await platform.pool.read(client.id, db => listEditions(db, client.id, construction.id, true))
    if (!edition) throw new Error('there is no edition')
    return { ...measured, edition }
  }
  const chunks = () => platform.pool.read(client.id, db => listChunks(db, client.id, construction.id))

  // Ended in the middle, and taken up again.
  const job = await ask()
  const child = begin(job)
  while ((await chunks()).length < rooms / 2) {
    if (child.exitCode !== null) throw new Error(`the process of the book ended with ${child.exitCode} before it was half made`)
    await wait(50)
  }
  child.kill('SIGKILL')
  const before = (await chunks()).map(({ file_id }) => file_id)
  const resumed = await make(job)
  const after = new Set((await chunks()).map(({ file_id }) => file_id))
  const again = before.filter(id => !after.has(id)).length

  // All of it.
  await platform.pool.write(client.id, db => deleteChunks(db, client.id, [construction.id]))
  const whole = await make(await ask())

  // One photo corrected.
  const corrected = await platform.pool.write(client.id, async db => {
    const bytes = viewOf(7, 65_000)
    const file_id = await keepBytes(platform, db, client.id, { bytes, fileName: 'photo.jpg', contentType: 'image/jpeg' })
    const uuid = images[Math.floor(images.length / 2)]!.uuid
    await db.updateTable('room_images').set({ view_file_id: file_id }).where('client_id', '=', client.id).where('uuid', '=', uuid).execute()
    return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  })
  const drawn = new Set((await chunks()).map(({ file_id }) => file_id))
  const one = await make(await ask())
  const redrawn = (await chunks()).filter(({ file_id }) => !drawn.has(file_id)).length

  const { volumes, pages } = whole.edition
  const sizes = volumes.map(({ pages: own_, byte_size }) => `${own_} pages, ${(byte_size / 1024 / 1024).toFixed(0)} MB`).join('; ')
  console.log(
    `| rooms, photos, pages | volumes | whole | server + engine (+ reader) | one photo corrected (${corrected}) | after kill -9 |`,
  )
  console.log('| --- | --- | --: | --: | --: | --: |')
  console.log(
    `| ${rooms}, ${images.length}, ${pages} | ${sizes} | ${whole.seconds.toFixed(0)} s | ${whole.server.toFixed(0)} + ${whole.engine.toFixed(0)} = ${(whole.server + whole.engine).toFixed(0)} MB (+ ${whole.reader.toFixed(0)}) | ${redrawn} chunks, ${one.seconds.toFixed(1)} s, ${((one.seconds / whole.seconds) * 100).toFixed(0)} % | ${before.length} chunks kept, ${again} drawn again, ${resumed.seconds.toFixed(0)} s |`,
  )
  if (kept !== undefined) {
    mkdirSync(kept, { recursive: true })
    for (const { file_id, file_name } of volumes) {
      const file = await platform.pool.read(client.id, db =>
        db.selectFrom('files').where('client_id', '=', client.id).where('id', '=', file_id).select('storage_key').executeTakeFirstOrThrow(),
      )
      writeFileSync(join(kept, file_name), await buffer(platform.storage.read(file.storage_key)))
    }
  }
  const isLarge = volumes.some(volume => volume.pages > demanded.pages || volume.byte_size > demanded.bytes)
  if (
    whole.server + whole.engine > demanded.megabytes ||
    one.seconds / whole.seconds > demanded.again ||
    again > 0 ||
    redrawn > 1 ||
    isLarge
  )
    process.exitCode = 1
  await platform.fileReader.close()
  await platform.pool.close()
  await platform.live.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
