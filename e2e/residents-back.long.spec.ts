import { expect, test } from '@playwright/test'
import { buildResidentSite, comeByCode, type ResidentSite } from './resident-site.ts'
import { turnToWeekWith } from './turn-week.ts'

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
  await expect.poll(scrolled).toBe(0)

  const free = page.getByRole('button', { name: /を選ぶ$/ })
  await turnToWeekWith(page, free)
  await free.first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('この枠を確保しています')
  // What holds, what would hold, and what the change costs, before it is made (practice §2).
  await expect(dialog).toContainText('変更前')
  await expect(dialog).toContainText(/このページからの変更は、あと\d回できます。/)
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

test('What was typed stands there again after Back and after a reload, and no password does', async ({ page }) => {
  await comeByCode(page, site.letterOf('301'))
  await page.goto('/residents/edit')
  const name = page.locator('input[name=name]')
  await name.fill('山本 さくら')
  await page.locator('input[name=password]').fill('secret1234')
  await page.reload()
  await expect(name).toHaveValue('山本 さくら')
  await expect(page.locator('input[name=password]')).toHaveValue('')
  await page.goto('/residents/top')
  await page.goBack()
  await expect(name).toHaveValue('山本 さくら')
})
