import { expect, type Page, test } from '@playwright/test'
import { enter, residentRoom, signIn } from './sign-in.ts'

/** Keeps the application back until it is let go: what stands there meanwhile came with the document. */
const holdApplication = async (page: Page): Promise<() => void> => {
  let letGo = () => {}
  const released = new Promise<void>(done => (letGo = done))
  await page.route(/\/assets\/.*\.js$/, async route => {
    await released
    await route.continue()
  })
  return letGo
}

const firstPaint = (page: Page) => page.locator('[data-first-paint]')

test('a login page is there before the application, and what was typed and sent into it counts', async ({ page }) => {
  const letGo = await holdApplication(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(firstPaint(page).getByRole('heading', { name: 'ログイン' })).toBeVisible()
  await expect(page.getByText('読み込んでいます')).toBeHidden()
  await page.getByLabel('ログインID').fill('staff01')
  await page.getByLabel('パスワード', { exact: true }).fill('Password1')
  await page.getByRole('button', { name: 'ログイン' }).click()
  // Nothing went anywhere, least of all into the address.
  await expect(page).toHaveURL('/')
  letGo()
  await page.waitForURL(url => url.pathname !== '/')
  await expect(page.getByTestId('header-user')).toBeVisible()
})

test('a press that begins before the application and ends after it counts once', async ({ page }) => {
  const letGo = await holdApplication(page)
  await page.goto(`${residentRoom}/authentication_code`, { waitUntil: 'commit' })
  const large = page.getByRole('button', { name: '大きい文字' })
  await large.hover()
  await page.mouse.down()
  letGo()
  await expect(firstPaint(page)).toHaveCount(0)
  await page.mouse.up()
  await expect(large).toHaveAttribute('aria-pressed', 'true')
})

test('the letter’s page takes the code before the application, and keeps it and the place of the keyboard', async ({ page }) => {
  const letGo = await holdApplication(page)
  await page.goto(`${residentRoom}/authentication_code`, { waitUntil: 'commit' })
  const code = page.getByLabel(/^認証コード/)
  await code.fill('ab7k9q')
  await firstPaint(page).getByRole('button', { name: '大きい文字' }).click()
  await code.focus()
  letGo()
  await expect(firstPaint(page)).toHaveCount(0)
  await expect(code).toHaveValue('AB7K-9Q')
  await expect(code).toBeFocused()
  await expect(page.getByRole('button', { name: '大きい文字' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('号室')
})

test('whoever is signed in sees no login page on the way, and a resident the frame of their own', async ({ page }) => {
  await enter(page, 'resident01')
  const letGo = await holdApplication(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('読み込んでいます').last()).toBeVisible()
  await expect(firstPaint(page)).toBeHidden()
  await page.goto('/residents/top', { waitUntil: 'commit' })
  await expect(firstPaint(page).getByRole('button', { name: '大きい文字' })).toBeVisible()
  letGo()
  await expect(page.getByRole('region', { name: '工事日' })).toBeVisible()
})

test('a resident reads the date before the application is there, and the page that comes says the same at the same place', async ({
  page,
  baseURL,
}) => {
  // Where letters lead: at the host of their own company.
  const host = (baseURL ?? '').replace('//www.', '//001.')
  await signIn(page, 'resident01', `${host}${residentRoom}/login`)
  await page.waitForURL(`${host}/residents/top`)
  let letGo = () => {}
  const released = new Promise<void>(done => (letGo = done))
  await page.route(/\/assets\/(react-dom|start)-.*\.js$/, async route => {
    await released
    await route.continue()
  })
  await page.goto(`${host}/residents/top`, { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  const day = page.getByRole('region', { name: '工事日' }).locator('p').nth(1)
  await expect(firstPaint(page).getByRole('region', { name: '工事日' })).toBeVisible()
  await expect(firstPaint(page).getByText('読み込んでいます')).toBeHidden()
  const seen = async () => ({
    said: [await heading.textContent(), await day.textContent()],
    at: [await heading.boundingBox(), await day.boundingBox()],
  })
  const before = await seen()
  letGo()
  await expect(firstPaint(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'カレンダーに追加' })).toBeVisible()
  expect(await seen()).toEqual(before)
})

test('whoever has no session any more reads no date on the way out', async ({ page }) => {
  await enter(page, 'resident01')
  await page.evaluate(() => localStorage.setItem('access-token', 'of-nobody'))
  await page.goto('/residents/top')
  await expect(page).not.toHaveURL(/\/residents\/top/)
  await expect(page.getByRole('region', { name: '工事日' })).toHaveCount(0)
})
