import { expect, test } from '@playwright/test'
import { cardOf, cellAt, draftCount, middleOf, rows } from './schedule-page.ts'
import { buildSite } from './site.ts'
import { ghost, hold, editOnPhone } from './schedule-finger.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('a long press takes a card, and it is put where the finger leaves', async ({ page }) => {
  const site = await buildSite({ completed: false })
  // A free frame beside the card: on a phone two days are seen at once.
  await site.save({ assigns_attributes: [{ ...(await site.placeOf('202')), room_id: site.idOf('202'), _destroy: true }] })
  await editOnPhone(page, site)
  const free = cellAt(page, site.day(1))
  await expect(free).toHaveAttribute('data-kind', 'droppable')
  const finger = await hold(page, cardOf(page, site, '303'))
  await finger.moveTo(await middleOf(free))
  await expect(page.locator('[data-testid=drag-hint]')).toContainText(rows[0])
  await finger.up()
  await expect(ghost(page)).toHaveCount(0)
  await expect(free).toContainText('303')
  await expect(draftCount(page)).toHaveText('変更 1件')
})
