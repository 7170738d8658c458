import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { buildWeb } from '../server/src/start/web-build.ts'
import { browserArguments, findBrowser } from '../tools/find-browser.ts'
import { medianOf, percentileOf, startChild } from './child.ts'
import { seed, type Seeded } from './seed.ts'

/*
 * How a person feels the largest pages: the time until one can work, and the time from a key to the painted letter, in Chromium on the
 * built application. Beside each page stands the same input on an empty page: the browser's own share. See README.md.
 */
const keys = 60
const demanded = 50
/** Milliseconds: a quick typist's, some fifteen keys a second; without them, a key would wait for the frame of the one before. */
const betweenKeys = 60

interface Job {
  name: string
  path: string
  /** The input that is typed into; the page can be worked with when it is there. */
  input: string
}

/** A tower of 70 floors with 50 dwellings each, as the template of one building. */
const seedTower = async (databaseUrl: string, clientId: number): Promise<number> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into buildings (client_id, cd, name, address) values ($1, 'TOWER', '計測タワー', '東京都江東区豊洲1-1-1') returning id`,
      [clientId],
    )
    const buildingId = Number(rows[0]?.id)
    await client.query(
      `with b as (
         insert into building_blocks (client_id, building_id, position, floor_number, room_number_per_floor, floor_start)
         values ($1, $2, 1, 70, 50, 1) returning id)
       insert into building_rooms (client_id, building_id, block_id, row, col, name, name_key)
       select $1, $2, b.id, floor, col, floor || lpad(col::text, 2, '0'), floor || lpad(col::text, 2, '0')
       from b, generate_series(1, 70) floor, generate_series(1, 50) col`,
      [clientId, buildingId],
    )
    return buildingId
  } finally {
    await client.end()
  }
}

/** Runs in the page. A message is handled after the frame: then what the key changed has been painted. */
const watchKeys = `
  globalThis.painted = []
  addEventListener('keydown', () => {
    const began = performance.now()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => painted.push(performance.now() - began)
      port2.postMessage(null)
    })
  }, { capture: true })`

/** Milliseconds from every key to the frame that shows its letter. */
const type = async (page: Page, input: string): Promise<number[]> => {
  await page.locator(input).first().click()
  await page.evaluate(watchKeys)
  for (let at = 0; at < keys; at += 1) {
    await page.keyboard.press(at % 2 === 0 ? '7' : 'Backspace', { delay: 5 })
    await page.waitForTimeout(betweenKeys)
  }
  await page.waitForTimeout(200)
  return page.evaluate<number[]>('painted')
}

const measure = async (page: Page, origin: string, job: Job) => {
  const began = performance.now()
  await page.goto(`${origin}${job.path}`)
  await page.locator(job.input).first().waitFor()
  const interactive = performance.now() - began
  return { interactive, typed: await type(page, job.input) }
}

const signIn = async (page: Page, origin: string, { headers }: Seeded) => {
  await page.goto(`${origin}/terms`)
  const kept = JSON.stringify({ ...headers, strategy: 'user' })
  await page.evaluate(`for (const [name, value] of Object.entries(${kept})) localStorage.setItem(name, value)`)
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const root = fileURLToPath(new URL('..', import.meta.url))
const postgres = await startPostgres({ dataDir: folder })
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
try {
  await migrate(postgres.url)
  const seeded = await seed(postgres.url)
  const towerId = await seedTower(postgres.url, seeded.clientId)
  const { child, port } = await startChild('app-server.ts', postgres.url, await buildWeb(root, () => {}))
  const origin = `http://localhost:${port}`
  const jobs: Job[] = [
    { name: 'constructions, list of 20,000', path: '/constructions', input: 'input[name=keyword]' },
    { name: 'room composition, 3,500 rooms', path: `/buildings/${towerId}/room_composition`, input: '.room-cell' },
    {
      name: 'construction form, all sections',
      path: `/constructions/${seeded.bigConstructionId}/edit`,
      input: 'textarea[name="construction[remarks]"]',
    },
  ]
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  const empty = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await empty.setContent('<input>')
  const floor = await type(empty, 'input')
  await signIn(page, origin, seeded)
  console.log(
    `Chromium ${browser.version()}, ${keys} keys; an empty page: p50 ${medianOf(floor).toFixed(0)} ms, p95 ${percentileOf(floor, 0.95).toFixed(0)} ms`,
  )
  console.log('| page | to interactive, cold | warm | key to paint p50 | p95 | of an empty page |')
  console.log('| --- | --: | --: | --: | --: | --: |')
  let slow = false
  for (const job of jobs) {
    const cold = await measure(page, origin, job)
    const warm = await measure(page, origin, job)
    const typed = [...cold.typed, ...warm.typed]
    const p95 = percentileOf(typed, 0.95)
    if (p95 >= demanded) slow = true
    const cells = [
      `${cold.interactive.toFixed(0)} ms`,
      `${warm.interactive.toFixed(0)} ms`,
      `${medianOf(typed).toFixed(1)} ms`,
      `${p95.toFixed(1)} ms`,
      (medianOf(typed) / medianOf(floor)).toFixed(2),
    ]
    console.log(`| ${[job.name, ...cells].join(' | ')} |`)
  }
  child.disconnect()
  if (slow) {
    console.error(`a key took ${demanded} ms or more to be seen (p95)`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
