import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { browserArguments, cheapArguments, findBrowser } from '../tools/find-browser.ts'
import { freePort } from '../server/test/free-port.ts'
import { startProduct } from '../tools/start-product.ts'
import { medianOf, percentileOf } from './child.ts'

/*
 * How long a craftsman waits for the own day in a cellar: from the navigation of a page that is opened anew, without a network and on a
 * quarter of this machine's speed, until the first room stands there as the phone showed it last (decision 109), and until the application has
 * taken over and answers presses. `--without-snapshot` opens the day as on a phone that could not keep what it showed. See README.md.
 */
const rounds = 10
const demanded = 1_000
const isWithoutSnapshot = process.argv.includes('--without-snapshot')
/** Where craftsmen begin: their own day (decision 083). */
const path = '/constructions'
const firstRoom = '[data-testid=own-day] [data-room]'

const signIn = async (page: Page, origin: string) => {
  await page.goto(origin)
  await page.getByLabel('ログインID').fill('craftsman01')
  await page.getByLabel('パスワード', { exact: true }).fill('Password1')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL(url => url.pathname !== '/')
}

type Moment = 'shown' | 'answers'

/** Runs in the page before all of its own: the first frames after which a room is to be seen there, and after which it is the application's. */
const watchRooms = `
  globalThis.moments = {}
  const note = name => {
    if (name in moments) return
    moments[name] = null
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => (moments[name] = performance.now())
    port2.postMessage(null)
  }
  const look = () => {
    const room = document.querySelector('${firstRoom}')
    if (room !== null && room.getClientRects().length > 0) note('shown')
    if (room !== null && room.closest('[data-first-paint]') === null) note('answers')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const momentOf = async (page: Page, name: Moment): Promise<number> => {
  const at = await page.evaluate<number | null>(`globalThis.moments?.${name} ?? null`)
  if (at !== null) return at
  await page.waitForTimeout(50)
  return momentOf(page, name)
}

/** Milliseconds that the page's own thread has worked, four times as many as at full speed; what others take of this machine is not in it. */
const workedFor = async (devtools: CDPSession): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const port = await freePort()
const stop = await startProduct({ dataDir: folder, port })
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArguments, ...cheapArguments] })
try {
  const origin = `http://www.localhost:${port}`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, origin)
  await page.goto(`${origin}${path}`)
  await page.locator(firstRoom).first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  // Until what the day's rooms read has been read ahead, and what stands there is kept.
  await page.waitForTimeout(15_000)
  if ((await page.evaluate<string | null>(`localStorage.getItem('day_snapshot')`)) === null) throw new Error('the phone kept no snapshot')
  await page.close()
  await context.setOffline(true)
  const times: number[] = []
  const answers: number[] = []
  const worked: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const opened = await context.newPage()
    const devtools = await context.newCDPSession(opened)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await opened.addInitScript(watchRooms)
    if (isWithoutSnapshot) await opened.addInitScript(`localStorage.removeItem('day_snapshot')`)
    // What comes after the first room is not waited for.
    await opened.goto(`${origin}${path}`, { waitUntil: 'commit' })
    times.push(await momentOf(opened, 'shown'))
    answers.push(await momentOf(opened, 'answers'))
    worked.push(await workedFor(devtools))
    await opened.close()
  }
  console.log(`Chromium ${browser.version()}, 4× slower, without a network`)
  console.log(`load of this machine: ${loadavg()[0]?.toFixed(1) ?? ''}`)
  console.log(`| ${times.length} openings of the own day | median | p95 |\n| --- | --: | --: |`)
  for (const [name, figures] of [
    ['the first room stands there', times],
    ['the application has taken over and answers presses', answers],
    ['of it the work of the page itself', worked],
  ] as const)
    console.log(`| ${name} | ${medianOf(figures).toFixed(0)} ms | ${percentileOf(figures, 0.95).toFixed(0)} ms |`)
  if (medianOf(times) > demanded) {
    console.error(`the list stood there after more than ${demanded} ms (median)`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
