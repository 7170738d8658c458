import { expect, type Page, test } from '@playwright/test'
import { buildResidentSite, type ResidentSite } from './resident-site.ts'

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

/** Every press of a finger on a page, whatever it meets. */
const countTaps = async (page: Page) => {
  let taps = 0
  await page.exposeFunction('countTap', () => (taps += 1))
  await page.addInitScript(`addEventListener('pointerdown', () => window.countTap(), true)`)
  return () => taps
}

test('from the QR to the confirmed date: at most four taps and eight characters; another date: three taps', async ({ page }) => {
  const { path, code } = site.letterOf('102')
  const taps = await countTaps(page)
  const typed = code.replace('-', '')
  expect(typed).toHaveLength(8)
  await page.goto(path)
  await page.locator('[name=authentication_code]').tap()
  await page.keyboard.type(typed)
  await page.getByRole('button', { name: '工事日を見る' }).tap()
  await page.getByRole('button', { name: 'この日程で確定する' }).tap()
  await expect(page.getByText('日程は確定しています')).toBeVisible()
  expect(taps()).toBeLessThanOrEqual(4)

  const before = taps()
  await page.getByRole('link', { name: '日程を変更する' }).tap()
  // Whichever other time is free first: each frame's button says its day and hours.
  await page
    .getByRole('button', { name: /を選ぶ$/ })
    .first()
    .tap()
  await page.getByRole('dialog').getByRole('button', { name: '変更する' }).tap()
  await page.waitForURL('**/residents/top')
  expect(taps() - before).toBeLessThanOrEqual(3)
})
