import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test'
import { cardOf, cellAt, draftCount, middleOf, openSchedule, type Point, rows, said, startEditing } from './schedule-page.ts'
import { buildSite, type Site } from './site.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

/** A finger on the glass, as the device itself reports it: the browser decides whether it scrolls. */
const fingerOf = async (page: Page) => {
  const device: CDPSession = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })
  let at: Point = { x: 0, y: 0 }
  return {
    down: (point: Point) => touch('touchStart', [(at = point)]),
    async moveTo(point: Point) {
      const [from, steps] = [at, 8]
      for (let step = 1; step <= steps; step += 1)
        await touch('touchMove', [
          (at = { x: from.x + ((point.x - from.x) * step) / steps, y: from.y + ((point.y - from.y) * step) / steps }),
        ])
    },
    up: () => touch('touchEnd', []),
  }
}
const ghost = (page: Page) => page.locator('.sg-ghost')
const hold = async (page: Page, card: Locator) => {
  const finger = await fingerOf(page)
  await finger.down(await middleOf(card))
  await expect(ghost(page)).toBeVisible()
  return finger
}
const edit = async (page: Page, site: Site) => {
  await openSchedule(page, site)
  await startEditing(page)
  // What is moved and where to have to be on the screen together.
  await cardOf(page, site, '303').scrollIntoViewIfNeeded()
}

test('a swipe over a card scrolls the sheet and takes nothing', async ({ page }) => {
  const site = await buildSite()
  await edit(page, site)
  const grid = page.getByTestId('schedule-grid')
  const before = await grid.evaluate(element => element.scrollLeft)
  const finger = await fingerOf(page)
  const { x, y } = await middleOf(cardOf(page, site, '303'))
  await finger.down({ x, y })
  await finger.moveTo({ x: x - 150, y })
  await expect(ghost(page)).toHaveCount(0)
  await finger.up()
  await expect.poll(() => grid.evaluate(element => element.scrollLeft)).toBeGreaterThan(before + 60)
  await expect(draftCount(page)).toHaveText('変更 0件')
  await expect(page.getByRole('button', { name: '移動をやめる' })).toHaveCount(0)
})

test('a long press takes a card, and it is put where the finger leaves', async ({ page }) => {
  const site = await buildSite({ completed: false })
  // A free frame beside the card: on a phone two days are seen at once.
  await site.save({ assigns_attributes: [{ ...(await site.placeOf('202')), room_id: site.idOf('202'), _destroy: true }] })
  await edit(page, site)
  const free = cellAt(page, site.day(1))
  await expect(free).toHaveAttribute('data-kind', 'droppable')
  const finger = await hold(page, cardOf(page, site, '303'))
  await finger.moveTo(await middleOf(free))
  await expect(page.locator('.sg-ghost-hint')).toContainText(rows[0])
  await finger.up()
  await expect(ghost(page)).toHaveCount(0)
  await expect(free).toContainText('303')
  await expect(draftCount(page)).toHaveText('変更 1件')
})

test('a card that is let go outside of the sheet stays where it was', async ({ page }) => {
  const site = await buildSite()
  await edit(page, site)
  const finger = await hold(page, cardOf(page, site, '303'))
  await finger.moveTo(await middleOf(page.getByRole('heading', { level: 1 })))
  await finger.up()
  await expect(ghost(page)).toHaveCount(0)
  await expect(draftCount(page)).toHaveText('変更 0件')
})

test('a tap takes a card and another puts it down', async ({ page }) => {
  const site = await buildSite()
  await edit(page, site)
  await cardOf(page, site, '303').tap()
  await expect(said(page)).toContainText('303を選びました。')
  await page.getByRole('button', { name: '次の空き枠へ' }).tap()
  await cellAt(page, site.day(5)).tap()
  await expect(draftCount(page)).toHaveText('変更 1件')
  await expect(cellAt(page, site.day(5))).toContainText('303')
})
