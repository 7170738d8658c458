import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserArguments, findBrowser } from '../tools/find-browser.ts'
import { freePort } from '../server/test/free-port.ts'
import { startProduct } from '../tools/start-product.ts'
import { medianOf, percentileOf } from './child.ts'

/*
 * How long a craftsman stands before a wall: from the touch of the shutter until the camera stands painted at the next place and may be
 * pressed again, and until the photo lies on the disk of the phone. Chromium's own false camera, nothing slowed down. See README.md.
 */
const photos = 30
const demanded = 300

interface Room {
  id: number
  name: string
  photo_slots: unknown[]
}

/** Runs in the page. A message is handled after the frame: then the next place has been painted. */
const watchShutter = `
  globalThis.ready = []
  globalThis.kept = []
  const list = () => document.querySelectorAll('[data-testid=camera] ol li')
  addEventListener('click', ({ target }) => {
    if (!target.closest('[data-testid=shutter]')) return
    const began = performance.now()
    const before = list().length
    let painted = false
    const observer = new MutationObserver(() => {
      const shots = list()
      if (shots.length <= before) return
      if (!painted && document.querySelector('[data-testid=shutter]').getAttribute('aria-disabled') === 'false') {
        painted = true
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => ready.push(performance.now() - began)
          port2.postMessage(null)
        })
      }
      if (shots[0].dataset.state === 'keeping') return
      kept.push(performance.now() - began)
      if (painted) observer.disconnect()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  }, { capture: true })`

const countOf = (page: Page) => page.evaluate<number>('ready.length')

const measureRoom = async (page: Page, origin: string, room: Room, most: number) => {
  await page.goto(`${origin}/constructions/3/rooms/${room.id}`)
  await page.getByRole('button', { name: '撮影する' }).first().click()
  const video = page.getByTestId('finder').locator('video')
  await video.waitFor()
  await page.waitForTimeout(1_500)
  await page.evaluate(watchShutter)
  for (let at = 0; at < most; at += 1) {
    await page.getByTestId('shutter').tap()
    while ((await countOf(page)) <= at) await page.waitForTimeout(20)
    // As long as somebody needs at least to hold the phone elsewhere.
    await page.waitForTimeout(800)
  }
  return page.evaluate<{ ready: number[]; kept: number[]; size: number[] }>(`({
    ready, kept, size: [document.querySelector('video').videoWidth, document.querySelector('video').videoHeight] })`)
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const port = await freePort()
const stop = await startProduct({ dataDir: folder, port })
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [...browserArguments, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})
try {
  const origin = `http://www.localhost:${port}`
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })).newPage()
  await page.goto(origin)
  await page.getByLabel('ログインID').fill('craftsman01')
  await page.getByLabel('パスワード', { exact: true }).fill('Password1')
  const answered = page.waitForResponse(answer => answer.url().includes('/auth/sign_in'))
  await page.getByRole('button', { name: 'ログイン' }).click()
  const headers = await (await answered).allHeaders()
  const session = Object.fromEntries(['access-token', 'client', 'uid', 'token-type'].map(name => [name, headers[name] ?? '']))
  await page.waitForURL(url => url.pathname !== '/')
  const get = async <Answer>(path: string): Promise<Answer> =>
    // SAFETY: the server compares its answers with their contract while it is on trial.
    (await (await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: session })).json()) as Answer
  const { rooms } = await get<{ rooms: { id: number; status: string }[] }>('/constructions/3/working_process')
  const [ready, kept]: [number[], number[]] = [[], []]
  let size: number[] = []
  for (const { id } of rooms.filter(({ status }) => status === 'waiting')) {
    if (ready.length >= photos) break
    const { room } = await get<{ room: Room }>(`/constructions/3/rooms/${id}`)
    const measured = await measureRoom(page, origin, room, Math.min(room.photo_slots.length + 1, photos - ready.length))
    ready.push(...measured.ready)
    kept.push(...measured.kept)
    size = measured.size
  }
  const cells = (name: string, times: number[]) =>
    `| ${name} | ${times.length} | ${medianOf(times).toFixed(0)} ms | ${percentileOf(times, 0.95).toFixed(0)} ms |`
  console.log(`Chromium ${browser.version()}, a false camera of ${size.join(' × ')}`)
  console.log('| from the shutter | photos | median | p95 |\n| --- | --: | --: | --: |')
  console.log(cells('the camera stands at the next place', ready))
  console.log(cells('the photo lies on the disk', kept))
  if (medianOf(ready) > demanded) {
    console.error(`the next place came after more than ${demanded} ms (median)`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
