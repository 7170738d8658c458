import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import { cardOf, middleOf, openSchedule, type Point, startEditing } from './schedule-page.ts'
import type { Site } from './site.ts'

/** A finger on the glass, as the device itself reports it: the browser decides whether it scrolls. */
export const fingerOf = async (page: Page) => {
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
    /** In one go: on a machine that is busy between two events it would be a long press. */
    async swipe(from: Point, to: Point) {
      const steps = [1, 2, 3, 4, 5, 6, 7, 8].map(step => ({
        x: from.x + ((to.x - from.x) * step) / 8,
        y: from.y + ((to.y - from.y) * step) / 8,
      }))
      await Promise.all([touch('touchStart', [from]), ...steps.map(point => touch('touchMove', [point]))])
      at = to
    },
  }
}

export const ghost = (page: Page) => page.locator('[data-testid=drag-ghost]')

export const hold = async (page: Page, card: Locator) => {
  const finger = await fingerOf(page)
  await finger.down(await middleOf(card))
  await expect(ghost(page)).toBeVisible()
  return finger
}

export const editOnPhone = async (page: Page, site: Site) => {
  await openSchedule(page, site)
  await startEditing(page)
  // What is moved and where to have to be on the screen together.
  await cardOf(page, site, '303').scrollIntoViewIfNeeded()
}
