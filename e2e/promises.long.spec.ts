import { expect, test } from '@playwright/test'
import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { callAs } from './behind.ts'
import { lastingNews } from './lasting-news.ts'
import { buildResidentSite, comeByCode, register, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { staff } from './site.ts'
import { standsWell } from './stands-well.ts'

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

test('the resident’s own page says who was there, and takes a wish where no frame fits', async ({ page }) => {
  await comeByCode(page, site.letterOf('102'))
  // Whoever needs help at once taps the number.
  await expect(page.getByRole('link', { name: /^電話で問い合わせる/ })).toHaveAttribute('href', /^tel:[\d-]+$/)
  await callAs(staff, 'POST', `/constructions/${site.id}/rooms/${site.idOf('102')}/absence`, { absence: {} })
  await page.reload()
  await expect(page.getByRole('region', { name: '工事日' })).toContainText('ご不在でした')
  await expect(page.getByText('お伺いしましたが、ご不在でした', { exact: true })).toBeVisible()
  await standsWell(page)
  await page.getByRole('link', { name: '新しい日時を選ぶ' }).click()
  await page.getByRole('button', { name: '合う日時がないときは、ご希望の日を伝える' }).click()
  await page.getByRole('button', { name: 'この希望を送る' }).click()
  await expect(page.getByTestId('field-error').first()).toBeVisible()
  // The day off and the day of preparation are nothing to wish for.
  const days = page.getByLabel('第1希望の日').getByRole('option')
  await expect(days.filter({ hasText: formatDayWithoutYear(site.day(2)) })).toHaveCount(1)
  for (const off of [3, 4]) await expect(days.filter({ hasText: formatDayWithoutYear(site.day(off)) })).toHaveCount(0)
  await page.getByLabel('第1希望の日').selectOption({ index: 2 })
  await page.getByLabel('第1希望の時間').selectOption({ label: '夕方以降' })
  await page.getByRole('button', { name: 'ほかの日も伝える' }).click()
  await page.getByLabel('第5希望（なくてもかまいません）の日').selectOption({ index: 4 })
  await page.getByLabel('ご要望').fill('午後7時からは家にいます')
  await page.locator('[name=phone]').fill('090-1234-5678')
  await standsWell(page)
  await page.getByRole('button', { name: 'この希望を送る' }).click()
  await expect(page.getByText(/の午後5時までに、お電話します。/)).toBeVisible()

  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/remaining_constructions`)
  await expect(page.getByRole('row').filter({ hasText: '102' })).toContainText(/までに電話.*夕方以降.*090-1234-5678/)
})

test('the code alone shows the date of a dwelling that has a login, and nothing else', async ({ page, browser }) => {
  const letter = site.letterOf('103')
  const owner = await browser.newContext()
  await register(await owner.newPage(), letter)
  await owner.close()
  await comeByCode(page, letter)
  await expect(page.getByText('まだ確定していません')).toBeVisible()
  await expect(page.getByText('緑川')).toHaveCount(0)
  await page.goto('/residents/request_option_histories')
  await page.waitForURL('**/residents/edit')
  await expect(page.getByText('ログインが必要です')).toBeVisible()
  await standsWell(page)
  await page.getByRole('link', { name: 'ログインする' }).click()
  await expect(page.getByRole('heading', { name: '居住者ログイン' })).toBeVisible()
})

test('news on a telephone never makes a finger wait: the next touch ends it', async ({ page }) => {
  await lastingNews(page)
  await comeByCode(page, site.letterOf('302'))
  await page.getByRole('link', { name: '日程を変更する' }).tap()
  await page
    .getByRole('button', { name: /を選ぶ$/ })
    .last()
    .tap()
  await page.getByRole('dialog').getByRole('button', { name: '変更する' }).tap()
  await page.waitForURL('**/residents/top')
  const news = page.getByTestId('toast')
  await expect(news).toBeVisible()
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(news).toHaveCount(0)
})
