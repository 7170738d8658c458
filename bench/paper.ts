import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import { type SheetKind, sheetKinds } from '@toguchi/domain/rooms/sheet-kind'
import { printDocument } from '../server/src/printing/printing.ts'
import { sheetData, sheetRoomOf, sheetTemplate } from '../server/src/printing/letters/print-sheets.ts'
import { findSheetConstruction, listSheetRooms } from '../server/src/printing/queries.ts'
import { renderTypst } from '../server/src/printing/render-paper.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { findJob, enqueueDocument } from '../server/src/platform/jobs/job-rows.ts'
import { issueAuthenticationCodes } from '../server/src/authentication-codes/authentication-codes.ts'
import { buildClient, buildConstruction, buildUser } from '../server/test/build.ts'
import { benchPlatform } from './platform.ts'

/*
 * The sheets of a building in one job, from the queue's row to the stored file, beside the engine's own time for the very same pages in
 * one go. Memory is the sum of the peaks of both processes, as Linux counts them (VmHWM). See README.md.
 */
const floors = 26
const perFloor = 12
const rounds = Number(process.argv[2] ?? 3)
const demanded = 400

const statusOf = (pid: number | 'self', field: 'VmRSS' | 'VmHWM'): number => {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // It ended between two looks.
    return 0
  }
}
const childrenOf = (): number[] =>
  readdirSync('/proc/self/task').flatMap(task =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )

/** Runs work that draws in a child process: seconds, and the peaks of this process and of the largest child. */
const measure = async (work: () => Promise<unknown>) => {
  const before = new Set(childrenOf())
  writeFileSync('/proc/self/clear_refs', '5')
  let child = 0
  const watch = setInterval(() => {
    for (const pid of childrenOf()) if (!before.has(pid)) child = Math.max(child, statusOf(pid, 'VmHWM'))
  }, 5)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  return { seconds, own: statusOf('self', 'VmHWM'), child }
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
try {
  await migrate(postgres.url)
  const databaseUrl = applicationUrlOf(postgres.url)
  const platform = benchPlatform(databaseUrl, folder)
  const world = { platform, inClient: platform.pool.write }
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const construction = await buildConstruction(world, client, { floors, perFloor })
  const ids = construction.rooms.map(room => room.id)
  const actor = { kind: 'staff', id: staff.id, clientId: client.id, canRegisterStaff: false } as const
  await platform.pool.write(client.id, async db => {
    await issueAuthenticationCodes(platform, db, client.id, ids)
    await db.updateTable('rooms').set({ construction_schedule_confirmed_at: new Date() }).where('client_id', '=', client.id).execute()
  })
  /** One job through the queue's own door: its row, the drawing, the file in the storage. */
  const print = async (kind: SheetKind) => {
    const input = { construction_id: construction.id, kind, room_ids: ids }
    const { id } = await platform.pool.write(client.id, db =>
      enqueueDocument(platform, db, actor, { kind: 'distribution_sheets', input, total: ids.length }),
    )
    const measured = await measure(() => printDocument(platform, { clientId: client.id, jobId: id }))
    const row = await platform.pool.read(client.id, db => findJob(db, actor, id))
    if (row?.state !== 'done' || row.done !== ids.length) throw new Error(`the job ended as ${row?.state}`)
    const { byte_size } = await platform.pool.read(client.id, db =>
      db
        .selectFrom('files')
        .where('id', '=', row.file_id ?? 0)
        .select('byte_size')
        .executeTakeFirstOrThrow(),
    )
    return { ...measured, megabytes: Number(byte_size) / 1024 / 1024 }
  }
  const drawAlone = async (kind: SheetKind) => {
    const found = await platform.pool.read(client.id, db => findSheetConstruction(db, client.id, construction.id))
    const rooms = await platform.pool.read(client.id, db => listSheetRooms(db, client.id, construction.id))
    if (!found) throw new Error('there is no construction')
    const pages = rooms.toSorted(comparePosting).map(room => sheetRoomOf(platform, found, room, 'AB7K9Q'))
    const data = sheetData(platform, found, pages, kind, {})
    return measure(() => renderTypst(platform, sheetTemplate, data))
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const times = async <T>(work: () => Promise<T>): Promise<T[]> => {
    const results: T[] = []
    for (let round = 0; round < rounds; round += 1) results.push(await work())
    return results
  }

  // The jobs first: what the comparison leaves in this process is not theirs.
  const printed = new Map<SheetKind, Awaited<ReturnType<typeof print>>[]>()
  for (const kind of sheetKinds) printed.set(kind, await times(() => print(kind)))
  console.log(
    `| ${ids.length} dwellings | file | peak, server + engine | of ${demanded} MB | seconds | the engine alone, in one go | ratio |`,
  )
  console.log('| --- | --: | --: | --: | --: | --: | --: |')
  for (const [kind, jobs] of printed) {
    const alone = await times(() => drawAlone(kind))
    const own = Math.max(...jobs.map(job => job.own))
    const child = Math.max(...jobs.map(job => job.child))
    const [seconds, engine] = [median(jobs.map(job => job.seconds)), median(alone.map(one => one.seconds))]
    console.log(
      `| ${[
        kind,
        `${(jobs[0]?.megabytes ?? 0).toFixed(1)} MB`,
        `${own.toFixed(0)} + ${child.toFixed(0)} = ${(own + child).toFixed(0)} MB`,
        ((own + child) / demanded).toFixed(2),
        seconds.toFixed(1),
        `${engine.toFixed(1)} s, ${Math.max(...alone.map(one => one.child)).toFixed(0)} MB`,
        (seconds / engine).toFixed(2),
      ].join(' | ')} |`,
    )
    if (own + child > demanded) process.exitCode = 1
  }
  await platform.pool.close()
  await platform.live.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
