import { expect, test } from '@playwright/test'
import { cardOf, cellAt, draftCount, middleOf, said } from './schedule-page.ts'
import { buildSite } from './site.ts'
import { fingerOf, ghost, hold, editOnPhone } from './schedule-finger.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('a swipe over a card scrolls the sheet and takes nothing', async ({ page }) => {
  const site = await buildSite()
  await editOnPhone(page, site)
  const grid = page.getByTestId('schedule-grid')
  const before = await grid.evaluate(element => element.scrollLeft)
  const finger = await fingerOf(page)
  const { x, y } = await middleOf(cardOf(page, site, '303'))
  await finger.swipe({ x, y }, { x: x - 150, y })
  await expect(ghost(page)).toHaveCount(0)
  await finger.up()
  await expect.poll(() => grid.evaluate(element => element.scrollLeft)).toBeGreaterThan(before + 60)
  await expect(draftCount(page)).toHaveText('変更 0件')
  await expect(page.getByRole('button', { name: '移動をやめる' })).toHaveCount(0)
})

test('a card that is let go outside of the sheet stays where it was', async ({ page }) => {
  const site = await buildSite()
  await editOnPhone(page, site)
  const finger = await hold(page, cardOf(page, site, '303'))
  await finger.moveTo(await middleOf(page.getByRole('heading', { level: 1 })))
  await finger.up()
  await expect(ghost(page)).toHaveCount(0)
  await expect(draftCount(page)).toHaveText('変更 0件')
})

test('a tap takes a card and another puts it down', async ({ page }) => {
  const site = await buildSite()
  await editOnPhone(page, site)
  await cardOf(page, site, '303').tap()
  await expect(said(page)).toContainText('303を選びました。')
  await page.getByRole('button', { name: '次の空き枠へ' }).tap()
  await cellAt(page, site.day(5)).tap()
  await expect(draftCount(page)).toHaveText('変更 1件')
  await expect(cellAt(page, site.day(5))).toContainText('303')
})
