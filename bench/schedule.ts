import { createServer, type Server } from 'node:http'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { DetailSchedule } from '../domain/src/schedule/contract.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { buildWeb } from '../server/src/start/web-build.ts'
import { browserArguments, findBrowser } from '../tools/find-browser.ts'
import { type Child, medianOf, startChild } from './child.ts'
import { seedSchedule } from './schedule-seed.ts'

/*
 * The detail schedule in Chromium: main-thread CPU of the first render, of scrolling and of a drop, with 1,000 rooms × 90 days × 4 time
 * frames, beside a static HTML table of the cells in sight (the floor) and AG Grid. Medians. See README.md.
 */
const [rounds = 5] = process.argv.slice(2, 3).map(Number)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const viewport = { width: 1280, height: 720 }
/** What the issue demands: times the floor, milliseconds a frame, milliseconds, megabytes. */
const demanded = { render: 1.6, scroll: 3, drop: 16, heap: 150 }
let missed = 0
const judge = (value: number, most: number, unit: string): string => {
  if (value > most) missed += 1
  return `${value.toFixed(unit === 'MB' ? 0 : 2)} ${unit}${value > most ? ` (more than ${most})` : ''}`
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
/** Files from memory, so that no disk is measured. */
const serve = (files: ReadonlyMap<string, Buffer | string>): Promise<{ server: Server; origin: string }> =>
  new Promise(done => {
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname
      const body = files.get(path)
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': types[extname(path)] ?? 'text/plain' })
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      done({ server, origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` })
    })
  })

/** Seconds of main-thread work, as the browser counts it: since the page was begun, because each document has a count of its own. */
const cpuOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}
const settle = (page: Page) =>
  page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 120))))')

/** With everything in the browser's caches and in its code cache, as for whoever opens the schedule every day. */
const warmCost = (url: string, ready: string) =>
  withPage(async (page, session) => {
    for (let visit = 0; visit < 3; visit += 1) {
      await page.goto(url)
      await page.locator(ready).first().waitFor()
      await settle(page)
    }
    await page.goto('about:blank')
    await page.goto(url)
    await page.locator(ready).first().waitFor()
    await settle(page)
    return (await cpuOf(session)) * 1_000
  })

const withPage = async <T>(work: (page: Page, session: CDPSession) => Promise<T>): Promise<T> => {
  const context = await browser.newContext({ viewport, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return await work(page, session)
  } finally {
    await context.close()
  }
}

/** Milliseconds of CPU from asking for a page until what is looked for has been drawn. */
const renderCost = (url: string, ready: string) =>
  withPage(async (page, session) => {
    await page.goto('about:blank')
    await page.goto(url)
    await page.locator(ready).first().waitFor()
    await settle(page)
    return (await cpuOf(session)) * 1_000
  })

/** Runs in the page: so many frames of scrolling by so many pixels. */
const scrollBy = (selector: string, axis: 'scrollTop' | 'scrollLeft', pixels: number, frames: number) => `
  new Promise(done => {
    const box = document.querySelector(${JSON.stringify(selector)})
    let left = ${frames}
    const step = () => { if (left-- === 0) return done(); box.${axis} += ${pixels}; requestAnimationFrame(step) }
    step()
  })`
const scrollCost = async (page: Page, session: CDPSession, selector: string) => {
  const costs: number[] = []
  for (const [axis, pixels, frames] of [
    ['scrollTop', 90, 90],
    ['scrollLeft', 60, 80],
  ] as const) {
    const before = await cpuOf(session)
    await page.evaluate(scrollBy(selector, axis, pixels, frames))
    await settle(page)
    costs.push((((await cpuOf(session)) - before) * 1_000) / frames)
  }
  return costs
}

/**
 * The floor: a plain table of the cells that are in sight, heads included, each with what is seen in it: the same card, coloured by the
 * same style sheet. `words` alone is the floor below it, a table of bare text.
 */
const floorPage = (cells: readonly (readonly string[])[], sheet: string) => `<!doctype html><html lang="ja"><meta charset="utf-8">
<style>body{margin:0;font:12.5px sans-serif}table{border-collapse:collapse}td,th{border:1px solid #ccc;width:110px;height:42px;padding:3px}</style>
${sheet}<table id="floor">${cells.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></html>`

const agPage = (schedule: DetailSchedule) => {
  const names = new Map(
    schedule.assigns.map(each => [`${each.date}/${each.construction_time_frame_id}/${each.frame_number}`, each.room.name]),
  )
  const rows = schedule.construction_time_frames.flatMap(frame =>
    Array.from({ length: frame.maximum_frame_number }, (_, at) => ({
      name: `${frame.start_at} ${at + 1}`,
      ...Object.fromEntries(schedule.dates.map(({ date }) => [date, names.get(`${date}/${frame.id}/${at + 1}`) ?? ''])),
    })),
  )
  const columns = [{ field: 'name', pinned: 'left', width: 106 }, ...schedule.dates.map(({ date }) => ({ field: date, width: 122 }))]
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><div id="grid" style="width:1280px;height:720px"></div>
<script src="/ag-grid.js"></script><script>
agGrid.createGrid(document.getElementById('grid'), { columnDefs: ${JSON.stringify(columns)}, rowData: ${JSON.stringify(rows)}, rowHeight: 50, headerHeight: 76 })
</script></html>`
}

const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
const children: Child[] = []
try {
  await migrate(postgres.url)
  const { headers, constructionId } = await seedSchedule(postgres.url, 1_000)
  const application = await startChild('app-server.ts', postgres.url, await buildWeb(root, () => {}))
  children.push(application)
  const origin = `http://localhost:${application.port}`
  const path = `/api/constructions/${constructionId}/detail_schedule`
  const answer = await (await fetch(`${origin}${path}`, { headers })).text()
  const schedule = JSON.parse(answer) as DetailSchedule

  await build({
    root: join(root, 'web/bench'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: join(folder, 'grid'), target: 'esnext' },
  })
  const files = new Map<string, Buffer | string>([['/schedule.json', answer]])
  for (const file of readdirSync(join(folder, 'grid'), { recursive: true, withFileTypes: true }))
    if (file.isFile()) {
      const full = join(file.parentPath, file.name)
      files.set(full.slice(join(folder, 'grid').length), readFileSync(full))
    }
  files.set('/ag-grid.js', readFileSync(join(root, 'node_modules/ag-grid-community/dist/ag-grid-community.min.js')))
  files.set('/ag.html', agPage(schedule))
  const { server, origin: still } = await serve(files)

  const sheet = [...files.keys()]
    .filter(path => path.endsWith('.css'))
    .map(path => `<link rel="stylesheet" href="${path}">`)
    .join('')
  for (const view of ['frame', 'room', 'building'])
    await withPage(async page => {
      await page.goto(`${still}/index.html?view=${view}`)
      await page.locator('[data-testid=room-card]').first().waitFor()
      const cellsOf = (what: 'innerHTML' | 'textContent') =>
        page.evaluate<string[][]>(`{
        const seen = cell => cell.getBoundingClientRect().left < innerWidth
        const heads = [...document.querySelectorAll('[data-grid-part=head] [role=columnheader]')].filter(seen).map(cell => cell.${what})
        const rows = [...document.querySelectorAll('[role=row]:has([role=rowheader])')].filter(row => row.getBoundingClientRect().top < innerHeight).map(row => {
          const cells = [...row.children].filter(seen).map(cell => cell.${what})
          return [...cells, ...Array(Math.max(0, heads.length - cells.length)).fill('')]
        })
        ;[heads, ...rows]
        }`)
      files.set(`/floor-${view}.html`, floorPage(await cellsOf('innerHTML'), sheet))
      files.set(`/words-${view}.html`, floorPage(await cellsOf('textContent'), ''))
    })

  console.log(
    `Chromium ${browser.version()}, ${schedule.assigns.length} rooms × ${schedule.dates.length} days × ${schedule.construction_time_frames.length} time frames, medians of ${rounds}`,
  )
  console.log(
    '| view | first visit, floor / ours | | again, floor / ours | | again, words alone | AG Grid, again | scroll down / across, a frame |',
  )
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |')
  for (const view of ['frame', 'room', 'building']) {
    const [floorUrl, wordsUrl, ourUrl] = [`${still}/floor-${view}.html`, `${still}/words-${view}.html`, `${still}/index.html?view=${view}`]
    const ready = '[data-testid=room-card]'
    const taken: Record<'floor' | 'ours' | 'warmFloor' | 'warmWords' | 'warm' | 'ag', number>[] = []
    for (let round = 0; round < rounds; round += 1)
      taken.push({
        floor: await renderCost(floorUrl, '#floor td'),
        ours: await renderCost(ourUrl, ready),
        warmFloor: await warmCost(floorUrl, '#floor td'),
        warmWords: await warmCost(wordsUrl, '#floor td'),
        warm: await warmCost(ourUrl, ready),
        ag: view === 'frame' ? await warmCost(`${still}/ag.html`, '.ag-cell') : 0,
      })
    const costOf = (what: keyof (typeof taken)[number]) => medianOf(taken.map(each => each[what]))
    const scrolls: number[][] = []
    for (let round = 0; round < rounds; round += 1)
      scrolls.push(
        await withPage(async (page, session) => {
          await page.goto(`${still}/index.html?view=${view}`)
          await page.locator('[data-testid=room-card]').first().waitFor()
          await settle(page)
          return scrollCost(page, session, '[data-testid=schedule-grid]')
        }),
      )
    const [floor, ours, warmFloor, warm, ag] = [costOf('floor'), costOf('ours'), costOf('warmFloor'), costOf('warm'), costOf('ag')]
    const words = costOf('warmWords')
    const [down, across] = [medianOf(scrolls.map(([y = 0]) => y)), medianOf(scrolls.map(([, x = 0]) => x))]
    const cells = [
      view,
      `${floor.toFixed(0)} / ${ours.toFixed(0)} ms`,
      `${(ours / floor).toFixed(2)} ×`,
      `${warmFloor.toFixed(0)} / ${warm.toFixed(0)} ms`,
      judge(warm / warmFloor, demanded.render, '×'),
      `${words.toFixed(0)} ms, ${(warm / words).toFixed(2)} ×`,
      ag === 0 ? '–' : `${ag.toFixed(0)} ms, ${(ag / warmFloor).toFixed(1)} ×`,
      `${judge(down, demanded.scroll, 'ms')} / ${judge(across, demanded.scroll, 'ms')}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  server.close()

  // The page itself, with everything around the grid: a drop, and what it holds in memory.
  await withPage(async (page, session) => {
    await page.goto(`${origin}/terms`)
    const kept = JSON.stringify({ ...headers, strategy: 'user' })
    await page.evaluate(`for (const [name, value] of Object.entries(${kept})) localStorage.setItem(name, value)`)
    await page.goto(`${origin}/constructions/${constructionId}/detail_schedule`)
    await page.locator('[data-testid=room-card]').first().waitFor()
    await settle(page)
    const opening = (await cpuOf(session)) * 1_000
    await page.getByRole('button', { name: '編集', exact: true }).click()
    await settle(page)
    const drops: number[] = []
    for (let round = 0; round < rounds * 3; round += 1) {
      const from = await page.locator('[data-testid=schedule-cell] [data-card]').first().boundingBox()
      const to = await page.locator('[data-testid=schedule-cell][data-kind=droppable]').first().boundingBox()
      if (from === null || to === null) throw new Error('nothing to drag')
      await page.mouse.move(from.x + 20, from.y + 20)
      await page.mouse.down()
      await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 })
      await settle(page)
      const cpu = await cpuOf(session)
      await page.mouse.up()
      await settle(page)
      drops.push(((await cpuOf(session)) - cpu) * 1_000)
    }
    const idle = await cpuOf(session)
    await settle(page)
    const quiet = ((await cpuOf(session)) - idle) * 1_000
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    console.log(`opening the page: ${opening.toFixed(0)} ms of CPU`)
    console.log(`drop: ${judge(medianOf(drops), demanded.drop, 'ms')} (the same wait without a drop: ${quiet.toFixed(1)} ms)`)
    console.log(`heap: ${judge(usedSize / 1_048_576, demanded.heap, 'MB')}`)
  })
  if (missed > 0) {
    console.error(`${missed} of the demands were missed`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  for (const { child } of children) child.disconnect()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
