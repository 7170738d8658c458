import { expect, test } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { enter } from './sign-in.ts'
import { png, file, widthOf, choose, keepAsTheyAre } from './chosen-files.ts'

test('the common area is photographed by place and stage, on a phone', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await enter(page, 'craftsman01')
  await page.goto('/constructions/3/common_area_images')
  const slot = page.getByRole('group', { name: '管理室親機 施工後' })
  await expect(slot).toHaveAttribute('data-state', 'missing')
  await expect(page.getByRole('group', { name: '管理室親機 施工中' })).toHaveCount(0)

  await page.route('**/common_area_images', route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await choose(slot, file('1.png', png), file('2.png', png))
  await keepAsTheyAre(page, 2)
  await expect(slot.getByRole('button', { name: '再送する' })).toHaveCount(2)
  await expect(slot.getByRole('alert')).toContainText('通信できませんでした。')
  await page.getByRole('button', { name: 'メニュー' }).first().click()
  await page.getByRole('link', { name: '工事詳細' }).click()
  await page.getByRole('dialog', { name: '送信が終わっていない写真があります' }).getByRole('button', { name: 'このページに残る' }).click()
  await page.unroute('**/common_area_images')
  for (let left = 2; left > 0; left -= 1) {
    await slot.getByRole('button', { name: '再送する' }).first().click()
    await expect(slot.getByRole('button', { name: '再送する' })).toHaveCount(left - 1)
  }
  await expect(slot).toContainText('撮影済 2枚')

  await page.reload()
  await slot.getByRole('button', { name: '管理室親機 施工後 1枚目を開く' }).click()
  const viewer = page.getByTestId('viewer')
  await expect(viewer.locator('figure[data-state=shown] img')).toBeVisible()
  await expect(viewer.getByRole('img', { name: /電子小黒板.*撮影箇所 管理室親機.*施工時期 施工後/ })).toBeVisible()
  await viewer.getByLabel('電子小黒板を表示').uncheck()
  await expect(viewer.getByRole('img', { name: /電子小黒板/ })).toHaveCount(0)
  await expect(viewer).toContainText('撮影 ')
  expect.soft(await faultsOf(page)).toEqual([])
  const count = viewer.locator('[data-testid=viewer-count]')
  const before = await count.textContent()
  await page.keyboard.press('ArrowLeft')
  await expect(count).not.toHaveText(before ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(count).toHaveText(before ?? '')
  await viewer.getByRole('button', { name: '削除' }).click()
  const question = page.getByRole('dialog', { name: 'この写真を削除します。よろしいですか？' })
  await question.getByRole('button', { name: '削除する' }).click()
  await expect(viewer).toHaveCount(0)
  await expect(slot.getByRole('button', { name: /枚目を開く/ })).toHaveCount(1)
  expect(await widthOf(page)).toBeLessThanOrEqual(390)
  await context.close()
})
