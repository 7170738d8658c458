import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type LedgerChoices, ledgerOrientations, photosPerPage, usualChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { listLedgerImages } from '../server/src/photo-ledgers/ledger-images.ts'
import { ledgerParts, planLedger } from '../server/src/photo-ledgers/ledger-pages.ts'
import { photoLedgerPapers } from '../server/src/photo-ledgers/photo-ledgers.ts'
import { findLedgerConstruction } from '../server/src/photo-ledgers/queries.ts'
import { enqueueDocument, findJob } from '../server/src/platform/jobs/job-rows.ts'
import { printDocument } from '../server/src/printing/printing.ts'
import { buildPhotoSite, perRoom, run } from './photo-site.ts'
import { benchPlatform } from './platform.ts'

/*
 * A photo ledger in one job, from the queue's row to the stored file, beside the engine's own time for the very same pages in one go, the
 * views already derived. Memory is the sum of the peaks of this process and of the largest child (VmHWM). See README.md.
 * node bench/ledger.ts [photos] [rounds] [folder to keep the PDFs in]
 */
const count = Number(process.argv[2] ?? 300)
const rounds = Number(process.argv[3] ?? 3)
const kept = process.argv[4]
const demanded = { ratio: 1.3, megabytes: 500 }

const peakOf = (pid: number | 'self'): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // It ended between two looks.
    return 0
  }
}
const childrenOf = (): number[] =>
  readdirSync('/proc/self/task').flatMap(task =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )
const measure = async (work: () => Promise<unknown>) => {
  const before = new Set(childrenOf())
  writeFileSync('/proc/self/clear_refs', '5')
  let child = 0
  const watch = setInterval(() => {
    for (const pid of childrenOf()) if (!before.has(pid)) child = Math.max(child, peakOf(pid))
  }, 5)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  return { seconds, own: peakOf('self'), child }
}
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** All that a page can look like, to be looked at. */
const everyShape = ledgerOrientations.flatMap(orientation =>
  [false, true].flatMap(beside =>
    photosPerPage.map(per_page => ({ name: `${orientation}-${per_page}${beside ? '-beside' : ''}`, orientation, beside, per_page })),
  ),
)

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
try {
  await migrate(postgres.url)
  const platform = benchPlatform(applicationUrlOf(postgres.url), folder)
  const { client, construction, actor } = await buildPhotoSite(platform, folder, {
    photos: count,
    rooms: { floors: Math.ceil(count / perRoom / 12), perFloor: 12 },
    withThumbnails: false,
    noteOf: at => (at % 7 === 0 ? '既設配線を流用、結線部は圧着端子とする' : null),
  })
  await platform.pool.write(client.id, db =>
    db
      .insertInto('signboard_settings')
      .values({ client_id: client.id, construction_id: construction.id, corner: 'lower_left', work_kind: 'インターホン設備更新' })
      .execute(),
  )
  const job = async (choices: LedgerChoices) => {
    const input = { ...choices, construction_id: construction.id }
    const { id } = await platform.pool.write(client.id, db =>
      enqueueDocument(platform, db, actor, { kind: 'photo_ledger', input, total: count }),
    )
    const measured = await measure(() => printDocument(platform, { clientId: client.id, jobId: id }, photoLedgerPapers))
    const row = await platform.pool.read(client.id, db => findJob(db, actor, id))
    if (row?.state !== 'done') throw new Error(`the job ended as ${row?.state}`)
    const file = await platform.pool.read(client.id, db =>
      db
        .selectFrom('files')
        .where('id', '=', row.file_id ?? 0)
        .select(['byte_size', 'storage_key'])
        .executeTakeFirstOrThrow(),
    )
    return { ...measured, megabytes: Number(file.byte_size) / 1024 / 1024, key: file.storage_key }
  }
  const usual = usualChoices(false)
  // The first is measured too: a server that has made nothing yet.
  const jobs = [await job(usual)]
  if (kept !== undefined) {
    mkdirSync(kept, { recursive: true })
    const keep = async (name: string, key: string) => writeFileSync(join(kept, `${name}.pdf`), await buffer(platform.storage.read(key)))
    await keep('portrait-3', jobs[0]!.key)
    for (const { name, ...shape } of count > 60 ? [] : everyShape) await keep(name, (await job({ ...usual, ...shape })).key)
  }

  // The very same pages, their pictures in a folder, in one go.
  const alone = join(folder, 'alone')
  mkdirSync(alone)
  const { images, facts } = await platform.pool.read(client.id, async db => ({
    images: await listLedgerImages(db, client.id, construction.id),
    facts: await findLedgerConstruction(db, client.id, construction.id),
  }))
  if (!facts) throw new Error('there is no construction')
  const plan = planLedger(images, usual, [])
  const pages: unknown[] = []
  let whole: { cover?: unknown } | undefined
  const keyOf = (key: string) => join(folder, 'files', ...key.split('/'))
  const show = ({ row }: { row: { view_key: string | null } }) => Promise.resolve(readFileSync(keyOf(row.view_key ?? '')))
  for (const part of ledgerParts({ plan, construction: facts, choices: usual, at: new Date(), show })) {
    const { data } = await part.makeReady(alone)
    whole ??= data
    pages.push(...(data as { pages: unknown[] }).pages)
  }
  writeFileSync(join(alone, 'data.json'), JSON.stringify({ ...whole, pages }))
  const template = fileURLToPath(new URL('../server/src/photo-ledgers/photo-ledger.typ', import.meta.url))
  // In pairs, one right after the other: what else runs on the machine concerns both.
  const engines = []
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) jobs.push(await job(usual))
    if (count <= 600) engines.push(await measure(() => run('engine-alone.ts', template, alone)))
  }
  const ratios = engines.map(({ seconds }, round) => jobs[round]!.seconds / seconds)
  const ratio = median(ratios)
  const [serverPeak, childPeak] = [Math.max(...jobs.map(one => one.own)), Math.max(...jobs.map(one => one.child))]
  const aloneText =
    engines.length === 0
      ? '– | –'
      : `${median(engines.map(one => one.seconds)).toFixed(1)} s, ${Math.max(...engines.map(one => one.child)).toFixed(0)} MB | ${ratio.toFixed(2)} (${ratios.map(one => one.toFixed(2)).join(', ')})`
  console.log(`| photos, pages | file | job | peak, server + engine | the engine alone, in one go | ratio of pairs |`)
  console.log('| --- | --: | --: | --: | --: | --: |')
  console.log(
    `| ${count}, ${plan.total} | ${jobs[0]!.megabytes.toFixed(0)} MB | ${median(jobs.map(one => one.seconds)).toFixed(1)} s | ${serverPeak.toFixed(0)} + ${childPeak.toFixed(0)} = ${(serverPeak + childPeak).toFixed(0)} MB | ${aloneText} |`,
  )
  if (serverPeak + childPeak > demanded.megabytes || ratio > demanded.ratio) process.exitCode = 1
  await platform.pool.close()
  await platform.live.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
