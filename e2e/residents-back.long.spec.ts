import { expect, test } from '@playwright/test'
import { buildResidentSite, comeByCode, type ResidentSite } from './resident-site.ts'

test.use({ viewport: { width: 390, height: 600 } })

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

test('Back closes what lies on the page, then leads to the page before, where one was', async ({ page }) => {
  await comeByCode(page, site.letterOf('302'))
  const scrolled = () => page.evaluate<number>('Math.round(scrollY)')
  const toDate = page.getByRole('link', { name: '日程を変更する' })
  await toDate.scrollIntoViewIfNeeded()
  await page.evaluate('scrollTo(0, 300)')
  const left = await scrolled()
  expect(left).toBeGreaterThan(100)
  await toDate.click()
  await expect(page.getByRole('heading', { level: 1, name: '工事日の変更' })).toBeVisible()
  expect(await scrolled()).toBe(0)

  const free = page.getByRole('button', { name: /を選ぶ$/ })
  if ((await free.count()) === 0) await page.getByRole('button', { name: '次の週' }).click()
  await free.first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('この枠を確保しています')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/change_construction_date_form$/)

  await free.first().click()
  await expect(dialog).toContainText('この枠を確保しています')
  await dialog.getByRole('button', { name: 'やめる' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/residents\/top$/)
  await expect.poll(scrolled).toBe(left)

  // Loaded anew, a page opens at its top, wherever the one before was left.
  await page.goto('/residents/edit')
  await expect(page.locator('main h1')).toBeVisible()
  expect(await scrolled()).toBe(0)
})
