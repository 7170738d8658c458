import { expect, type Page, test } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { buildResidentSite, register, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { staff } from './site.ts'
import { turnToWeekWith } from './turn-week.ts'

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

const own = [
  'top',
  'edit',
  'documents',
  'handling_equipments',
  'request_option_histories',
  'presence',
  'change_construction_date_form',
  'change_construction_options',
].map(name => `/residents/${name}`)

const beforeSigningIn = ({ path }: { path: string }): string[] => [
  path,
  `${path}?again=1`,
  path.replace(/authentication_code$/, 'password_reminder'),
]

const choices = { large: '大きい文字', easy: 'やさしい日本語' } as const
type Choice = keyof typeof choices

/** Turns the two switches so that just these are on, and waits until the account has them. */
const read = async (page: Page, wanted: readonly Choice[]) => {
  await page.goto('/residents/top')
  // What the document came with shows no switch as on.
  await expect(page.locator('[data-first-paint]')).toHaveCount(0)
  for (const choice of ['large', 'easy'] as const) {
    const button = page
      .getByRole('region', { name: '文字と言葉' })
      .getByRole('button')
      .nth(choice === 'large' ? 0 : 1)
    const pressed = (await button.getAttribute('aria-pressed')) === 'true'
    if (pressed === wanted.includes(choice)) continue
    const kept = page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/residents/me'))
    await button.click()
    expect((await kept).status()).toBe(200)
  }
}

const beyondTheEdge = (page: Page) => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('two ways to read that combine, remembered with the account, on every page without a fault', async ({ page }) => {
  test.setTimeout(400_000)
  await page.setViewportSize({ width: 320, height: 700 })
  const letter = site.letterOf('302')
  await page.goto(letter.path)
  await page.getByRole('button', { name: choices.easy }).click()
  await expect(page.locator('ruby').first()).toBeVisible()
  await page.getByRole('region', { name: '文字と言葉' }).getByRole('button').nth(1).click()
  await expect(page.locator('main ruby')).toHaveCount(0)
  await register(page, letter)
  const pages = [...own, ...beforeSigningIn(letter)]
  for (const wanted of [[], ['large'], ['large', 'easy']] as const) {
    await read(page, wanted)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      if (wanted.some(choice => choice === 'easy')) await expect(page.locator('main ruby').first()).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      expect(await beyondTheEdge(page)).toBe(0)
    }
  }
  // Another device, where nobody has chosen yet.
  await page.evaluate('localStorage.removeItem("reading_size"), localStorage.removeItem("reading_words")')
  await page.goto('/residents/top')
  await expect(page.locator('html')).toHaveAttribute('data-words', 'easy')
  await expect(page.locator('html')).toHaveAttribute('data-size', 'large')
  // Once chosen on the device, no page stands in the usual words, not even for a picture.
  await page.evaluate('localStorage.setItem("reading_words", "easy")')
  await page.addInitScript(`new MutationObserver(() => {
    const heading = document.querySelector('#app main h1')
    if (heading?.checkVisibility()) (globalThis.headings ??= new Set()).add(heading.innerHTML.includes('<ruby>'))
  }).observe(document, { childList: true, subtree: true, characterData: true })`)
  for (const path of ['/residents/top', '/residents/presence', letter.path]) {
    await page.goto(path)
    await expect(page.locator('main h1 ruby').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('[...globalThis.headings]')).toEqual([true])
  }
  // 200 % of a wide screen is half of it.
  await page.setViewportSize({ width: 640, height: 480 })
  expect(await beyondTheEdge(page)).toBe(0)
})

test('easy words that do not come are said, and the usual ones stand', async ({ page }) => {
  const refused = /\/assets\/easy-japanese-[^/]*\.js/
  await page.route(refused, route => route.abort())
  await page.goto(site.letterOf('304').path)
  await expect(page.locator('[data-first-paint]')).toHaveCount(0)
  const heading = await page.locator('main h1').textContent()
  await page.getByRole('button', { name: choices.easy }).click()
  await expect(page.getByText('やさしい日本語を読み込めませんでした。')).toBeVisible()
  await expect(page.locator('main h1')).toHaveText(heading ?? '')
  await page.unroute(refused)
  await page.reload()
  await expect(page.locator('main ruby').first()).toBeVisible()
})

const everyPage = async (page: Page, paths: readonly string[], look: () => Promise<void>) => {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await look()
  }
}

/** What stands beyond the right edge, named, so that a failure says what is too wide. */
const tooWide = `(() => {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  return [...document.querySelectorAll('body *')]
    .filter(each => each.getBoundingClientRect().right > width + 0.5 && each.closest('.sr-only') === null)
    .map(each => location.pathname + ' ' + each.tagName + '.' + each.className + ' ' + (each.textContent ?? '').slice(0, 20))
})()`

test('letters grow with those of the browser, and no page scrolls sideways on the narrowest phone', async ({ page }) => {
  test.setTimeout(400_000)
  const letter = site.letterOf('303')
  await register(page, letter)
  const pages = [...own, ...beforeSigningIn(letter)]
  const sizeOfLetters = () => page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('main h1')).fontSize)`)
  await page.goto('/residents/top')
  await expect(page.locator('main h1')).toBeVisible()
  const usual = await sizeOfLetters()
  // 90 % (base.css) of letters twice as large.
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style')
    style.textContent = sessionStorage.getItem('letters') === 'double' ? 'html { font-size: 180% }' : ''
    document.head.append(style)
  })`)
  await page.evaluate(`sessionStorage.setItem('letters', 'double')`)
  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto('/residents/top')
  await expect(page.locator('main h1')).toBeVisible()
  expect((await sizeOfLetters()) / usual).toBeCloseTo(2, 1)
  await everyPage(page, pages, async () => expect.soft(await page.evaluate(tooWide)).toEqual([]))
  await read(page, ['large', 'easy'])
  await everyPage(page, pages, async () => expect.soft(await page.evaluate(tooWide)).toEqual([]))
  await page.evaluate(`sessionStorage.removeItem('letters')`)
  await page.setViewportSize({ width: 180, height: 400 })
  await everyPage(page, pages, async () => expect.soft(await page.evaluate(tooWide)).toEqual([]))
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('every page and the login stand out from their ground, the office stays light', async ({ page, browser }) => {
    test.setTimeout(400_000)
    const ground = () => page.evaluate<string>(`getComputedStyle(document.querySelector('[data-layout]')).backgroundColor`)
    const light = 'rgb(245, 246, 247)'
    for (const path of ['/', '/login_id_reminder', '/password_reminder']) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      expect(await ground()).not.toBe(light)
      expect(await faultsOf(page)).toEqual([])
    }
    const letter = site.letterOf('304')
    await register(page, letter)
    await everyPage(page, [...own, ...beforeSigningIn(letter)], async () => {
      expect(await ground()).not.toBe(light)
      expect.soft(await faultsOf(page)).toEqual([])
    })
    await page.goto('/residents/change_construction_date_form')
    const free = page.getByRole('button', { name: /を選ぶ$/ })
    await turnToWeekWith(page, free)
    await free.first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    const office = await browser.newPage({ colorScheme: 'dark' })
    await enter(office, staff)
    await office.goto('/mypage')
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(office.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await office.close()
  })
})
