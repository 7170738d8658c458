import { expect, test } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { buildResidentSite, register, type ResidentSite } from './resident-site.ts'

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

test('three ways to read, remembered with the account, on every page without a fault', async ({ page }) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 320, height: 700 })
  const letter = site.letterOf('302')
  await page.goto(letter.path)
  await page.getByRole('button', { name: 'やさしい日本語' }).click()
  await expect(page.locator('ruby').first()).toBeVisible()
  await page.getByRole('button', { name: 'ふつう' }).click()
  await expect(page.locator('main ruby')).toHaveCount(0)
  await register(page, letter)
  const own = [
    'top',
    'edit',
    'documents',
    'handling_equipments',
    'request_option_histories',
    'presence',
    'change_construction_date_form',
    'change_construction_options',
  ]
  const before = [letter.path, `${letter.path}?again=1`, letter.path.replace(/authentication_code$/, 'password_reminder')]
  const pages = [...own.map(name => `/residents/${name}`), ...before]
  for (const mode of ['normal', 'large', 'easy']) {
    await page.goto('/residents/top')
    // Kept with the account before the next page asks how it is to be written.
    const kept = page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/residents/me'))
    await page.locator('section[aria-label=文字と言葉] button').nth(['normal', 'large', 'easy'].indexOf(mode)).click()
    expect((await kept).status()).toBe(200)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      if (mode === 'easy') await expect(page.locator('main ruby').first()).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    }
  }
  // Another device, where nobody has chosen yet.
  await page.evaluate(`localStorage.removeItem('reading_mode')`)
  await page.goto('/residents/top')
  await expect(page.locator('html')).toHaveAttribute('data-reading', 'easy')
  // 200 % of a wide screen is half of it.
  await page.setViewportSize({ width: 640, height: 480 })
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
})
