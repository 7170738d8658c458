import { expect, test } from '@playwright/test'
import { cellAt, draftCount, openSchedule, saveAll, startEditing } from './schedule-page.ts'
import { buildSite } from './site.ts'

// Nine days beside one another.
test.use({ viewport: { width: 1440, height: 900 } })

test('a card is dragged onto a droppable cell, saved, and found there after a reload', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  const cell = cellAt(page, site.day(5))
  await expect(cell).toHaveAttribute('data-kind', 'droppable')
  await page.getByTestId(`room-card-${site.idOf('301')}`).dragTo(cell)
  await expect(draftCount(page)).toHaveText('変更 1件')
  await expect(cell).toContainText('301')
  await saveAll(page)
  await page.reload()
  await expect(cellAt(page, site.day(5))).toContainText('301')
  expect(await site.placeOf('301')).toMatchObject({ date: site.day(5), frame_number: 1 })
})
