import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { assign, comeIn, contractorOfToday, invite, newNumber } from './invited-crew.ts'

// Decision 109: the day opens with what this phone showed last, before any script of the application has come.

/** Somebody of today's crew whose day no other journey builds houses into. */
let mobile: string
let person: number
test.beforeEach(async () => {
  mobile = newNumber()
  person = (await invite('staff01', await contractorOfToday(), mobile)).id
  await assign(person)
})
test.afterEach(() => assign(person, false))

const daySnapshot = (page: Page) => page.locator('[data-day-snapshot]')
const nextDoor = (page: Page) => page.getByTestId('next-visit')
const keptSnapshot = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('day_snapshot')`)

const opened = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ...options })
  const page = await context.newPage()
  await comeIn(page, mobile)
  await expect(nextDoor(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^工事一覧/ })).toBeVisible()
  await expect.poll(() => keptSnapshot(page), { timeout: 120_000 }).toContain('next-visit')
  return page
}

/** Keeps React back until it is let go. */
const holdApplication = async (page: Page): Promise<() => void> => {
  let letGo = () => {}
  const released = new Promise<void>(done => (letGo = done))
  await page.route(/\/assets\/application-.*\.js$/, async route => {
    await released
    await route.continue()
  })
  return () => letGo()
}

/** What is to be seen, and where: of the head, of the day, and of each of its rooms, links and buttons. */
const seen = `[...document.querySelectorAll('header, header :is(a, button), main, main h1, [data-testid=day-count], [data-testid=own-day] :is([data-room], h2, dt, dd, a, button, p), footer a')]
  .filter(each => each.closest('[data-late]') === null)
  .map(each => {
    const { x, y, width } = each.getBoundingClientRect()
    return each.tagName + ' ' + each.textContent + ' ' + [x, y, width].map(Math.round).join()
  })`

test('shows the day before the application is there, and the page that comes says the same at the same place', async ({ browser }) => {
  const page = await opened(browser, { serviceWorkers: 'block' })
  const letGo = await holdApplication(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(daySnapshot(page).getByTestId('next-visit')).toBeVisible()
  // Nothing of it says how things stand now, nothing is news, and its links are links.
  await expect(daySnapshot(page).locator('[role=status], [role=alert], [aria-live], [data-late], [disabled], script')).toHaveCount(0)
  await expect(
    daySnapshot(page)
      .getByRole('banner')
      .getByText(/圏外|応答なし/),
  ).toHaveCount(0)
  await expect(daySnapshot(page).getByRole('link', { name: '不在' })).toHaveAttribute('href', /\/rooms\/\d+\?task=absence$/)
  const before = await page.evaluate<string[]>(seen)
  expect(before.length).toBeGreaterThan(20)
  await page.screenshot({ path: '.cache/test-results/day-snapshot.png' })
  await page.evaluate('scrollTo(0, 300)')
  // In the first picture after the last one of it.
  await page.evaluate(`void (globalThis.after = new Promise(done => new MutationObserver(() => {
    if (document.querySelector('[data-day-snapshot]') !== null || document.querySelector('[data-testid=next-visit]') === null) return
    requestAnimationFrame(() => done({ scrolled: scrollY, seen: (scrollTo(0, 0), ${seen}) }))
  }).observe(document.getElementById('app'), { childList: true })))`)
  letGo()
  const after = await page.evaluate<{ scrolled: number; seen: string[] }>('after')
  expect(after).toEqual({ scrolled: 300, seen: before })
  await expect(daySnapshot(page)).toHaveCount(0)
  await page.screenshot({ path: '.cache/test-results/day-snapshot-after.png' })
  await page.context().close()
})

test('does what was pressed before the application once it is there, and once', async ({ browser }) => {
  const page = await opened(browser, { serviceWorkers: 'block' })
  const arrivals: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/arrival')) arrivals.push(request.url())
  })
  const room = await nextDoor(page).getAttribute('data-room')
  const letGo = await holdApplication(page)
  await page.reload({ waitUntil: 'commit' })
  const arrive = daySnapshot(page).getByRole('button', { name: '到着', exact: true })
  await arrive.tap()
  await arrive.tap()
  await expect(arrive).toHaveCSS('opacity', '0.6')
  // After a moment it says that it is of before.
  await expect
    .poll(() => page.evaluate(`getComputedStyle(document.querySelector('[data-day-snapshot]'), '::after').visibility`))
    .toBe('visible')
  letGo()
  await expect(nextDoor(page)).toContainText('到着済')
  await expect(nextDoor(page)).toHaveAttribute('data-room', room!)
  await expect.poll(() => arrivals.length).toBe(1)
  // The card says so at once: the server is to have heard it before the page is gone.
  const takenBack = page.waitForResponse(response => response.request().method() === 'DELETE' && response.url().endsWith('/arrival'))
  await nextDoor(page).getByRole('button', { name: '到着を取り消す' }).click()
  await takenBack
  await expect(nextDoor(page).getByRole('button', { name: '到着', exact: true })).toBeVisible()
  expect(arrivals).toHaveLength(1)
  await page.context().close()
})

/** Runs before the page's own: whether what was shown last stood there, and what was seen in its last picture and in the first one after. */
const watchTakeOver = `
  globalThis.pictures = { last: null, first: null }
  const look = () => {
    const snapshot = document.querySelector('[data-day-snapshot] [data-room]')
    if (snapshot !== null && snapshot.getClientRects().length > 0) pictures.last = ${seen}
    else if (document.querySelector('[data-testid=next-visit]') !== null) return void (pictures.first = ${seen})
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

test('opens without a network with it, also with what waits on the phone', async ({ browser }) => {
  const page = await opened(browser)
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await page.context().setOffline(true)
  await nextDoor(page).getByRole('button', { name: '到着', exact: true }).click()
  await expect(nextDoor(page)).toContainText('到着 送信待ち', { timeout: 120_000 })
  await expect.poll(() => keptSnapshot(page)).toContain('到着 送信待ち')
  await page.addInitScript(watchTakeOver)
  await page.goto('/constructions')
  await expect(page.getByText(/^圏外/)).toBeVisible()
  await expect.poll(() => page.evaluate<boolean>('pictures.first !== null')).toBe(true)
  const { last, first } = await page.evaluate<{ last: string[] | null; first: string[] | null }>('pictures')
  expect(last?.join()).toContain('到着 送信待ち')
  // What the head says of the line comes when it comes, and moves nothing of the day.
  const ofDay = (picture: string[] | null) => picture?.slice(picture.findIndex(line => line.startsWith('H1 '))) ?? []
  expect(ofDay(last).length).toBeGreaterThan(20)
  expect(ofDay(first)).toEqual(ofDay(last))
  // More has come below by now.
  const now = ofDay(await page.evaluate<string[]>(seen))
  const standing = ofDay(last).filter(line => !/^A (利用規約|プライバシーポリシー|特定商取引法)/.test(line))
  expect(now).toEqual(expect.arrayContaining(standing))
  await nextDoor(page).getByRole('button', { name: '到着を取り消す' }).click()
  await expect(nextDoor(page).getByRole('button', { name: '到着', exact: true })).toBeVisible()
  await page.context().close()
})

test('is gone with the session, is nobody else’s, and is of no other day or version', async ({ browser }) => {
  const page = await opened(browser, { serviceWorkers: 'block' })
  const snapshot = await keptSnapshot(page)
  if (snapshot === null) throw new Error('nothing was kept')
  const letGo = await holdApplication(page)
  const isShown = async (kept: object): Promise<boolean> => {
    await page.evaluate(`localStorage.setItem('day_snapshot', ${JSON.stringify(JSON.stringify(kept))})`)
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(page.locator('[data-day-snapshot], .arriving')).toBeVisible()
    // Its styles are there already.
    await page.evaluate('globalThis.daySnapshot')
    return (await daySnapshot(page).count()) > 0
  }
  const whole = JSON.parse(snapshot) as { from: number; until: number; entry: string; accounts: string; styles: string[] }
  expect(whole.entry).toMatch(/^\/assets\/base-/)
  expect(await isShown(whole)).toBe(true)
  const day = 24 * 3_600_000
  expect(await isShown({ ...whole, from: whole.from - day, until: whole.until - day })).toBe(false)
  expect(await isShown({ ...whole, from: whole.from + day, until: whole.until + day })).toBe(false)
  expect(await isShown({ ...whole, entry: '/assets/index-00000000.js' })).toBe(false)
  expect(await isShown({ ...whole, accounts: `another${whole.accounts}` })).toBe(false)
  expect(await isShown({ ...whole, accounts: `${whole.accounts},001/craftsman01` })).toBe(false)
  expect(await isShown(whole)).toBe(true)

  letGo()
  await expect(daySnapshot(page)).toHaveCount(0)
  await page.getByTestId('header-user').click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page.getByLabel('ログインID')).toBeVisible()
  expect(await page.evaluate<string[]>('Object.values(localStorage).filter(kept => kept.includes("own-day"))')).toEqual([])
  // Even where it were left.
  await page.evaluate(`localStorage.setItem('day_snapshot', ${JSON.stringify(snapshot)})`)
  await page.getByLabel('ログインID').fill('craftsman01')
  await page.getByLabel('パスワード', { exact: true }).fill('Password1')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByTestId('own-day')).toBeVisible()
  expect(await keptSnapshot(page)).not.toBe(snapshot)
  await page.addInitScript(
    `document.addEventListener('DOMContentLoaded', () => (globalThis.atFirst = globalThis.daySnapshot !== undefined))`,
  )
  await page.evaluate(`localStorage.setItem('day_snapshot', ${JSON.stringify(snapshot)})`)
  await page.reload()
  await expect(page.getByTestId('own-day')).toBeVisible()
  expect(await page.evaluate<boolean>('globalThis.atFirst')).toBe(false)
  await page.context().close()
})
