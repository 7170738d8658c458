import { expect, test } from '@playwright/test'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import { button, cellAt, gridOf, homeOf, openSchedule, rows, said, sheetOf, startEditing } from './schedule-page.ts'
import { buildSite } from './site.ts'
import { tabTo, press, tabStop, editByKeys } from './schedule-keys.ts'

// Nothing here touches the mouse: whoever cannot, or will not, plans a building all the same.

test('several cards are chosen with Space, moved by the plain form, saved, reloaded and taken back', async ({ page }) => {
  const site = await buildSite()
  const before = await Promise.all(['301', '201'].map(site.placeOf))
  await editByKeys(page, site)
  await press(page, 'Space')
  await expect(said(page)).toHaveText('1戸を選択中です。')
  await press(page, 'ArrowDown', 'Space')
  await expect(said(page)).toHaveText('2戸を選択中です。')
  await expect(await homeOf(page, site, '201')).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, button(page, '日付を選んで移動'), 'Shift+Tab')
  await press(page, 'Enter')

  const form = page.getByTestId('move-form')
  await expect(form.getByLabel('工事日')).toBeFocused()
  const date = form.getByLabel('工事日')
  while ((await date.inputValue()) !== site.day(6)) await press(page, 'ArrowDown')
  await tabTo(page, form.getByLabel('時間枠'))
  await press(page, 'ArrowDown')
  await tabTo(page, button(form, 'ここに移動'))
  await press(page, 'Enter')
  await expect(said(page)).toContainText(`301ほか1戸を${formatDayShort(site.day(6))} ${rows[2]}に移動しました。`)

  await tabTo(page, button(page, '変更を保存'))
  await press(page, 'Enter')
  await expect(sheetOf(page).locator('tbody tr')).toHaveCount(2)
  await tabTo(page, button(sheetOf(page), '保存して通知（2戸）'))
  await press(page, 'Enter')
  await expect(sheetOf(page)).toBeHidden()
  // What was pressed is gone: the keys go on at the cell where they were.
  await expect(tabStop(page)).toBeFocused()
  await page.reload()
  await expect(cellAt(page, site.day(6), rows[2])).toContainText('301')
  await expect(cellAt(page, site.day(6), rows[3])).toContainText('201')

  await tabTo(page, page.getByRole('button', { name: /^保存を元に戻す（あと\d+分）$/ }))
  await press(page, 'Enter')
  await tabTo(page, button(page.getByRole('dialog'), '元に戻す'))
  await press(page, 'Enter')
  await expect(page.getByTestId('toast-body').first()).toBeVisible()
  await expect(await homeOf(page, site, '301')).toContainText('301')
  await expect(tabStop(page)).toBeFocused()
  expect(await Promise.all(['301', '201'].map(site.placeOf))).toEqual(before)
})

test('the arrows go by cell, row and sheet, and Enter opens a room while nothing is edited', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await tabTo(page, tabStop(page))
  await press(page, 'End')
  await expect(cellAt(page, site.day(11))).toBeFocused()
  await press(page, 'Control+End')
  await expect(cellAt(page, site.day(11), rows[3])).toBeFocused()
  await press(page, 'Control+Home')
  await expect(cellAt(page, site.day(-2))).toBeFocused()
  await press(page, 'PageDown')
  await expect(cellAt(page, site.day(5))).toBeFocused()
  await press(page, 'PageUp', 'ArrowRight', 'ArrowRight')
  await expect(await homeOf(page, site, '301')).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByTestId('room-panel').getByRole('heading', { name: '301号室' })).toBeFocused()
})

test('everything can be chosen with Ctrl+A and let go with Escape', async ({ page }) => {
  const site = await buildSite()
  await editByKeys(page, site)
  await press(page, 'Control+a')
  await expect(page.getByTestId('selection-count')).toHaveText('12戸を選択中')
  await press(page, 'Escape')
  await expect(page.getByTestId('selection-count')).toHaveCount(0)
  await press(page, 'Enter')
  await tabTo(page, button(page, '次の空き枠へ'), 'Shift+Tab')
  await press(page, 'Enter')
  await expect(tabStop(page)).toBeFocused()
  await expect(tabStop(page)).toHaveAttribute('data-kind', 'droppable')
})

for (const [width, height] of [
  [1280, 500],
  [390, 844],
] as const)
  test(`by room every focused cell is in sight, and every number whole, at ${width} × ${height} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const site = await buildSite({ floors: 9 })
    await openSchedule(page, site, { search: '?view=room' })
    const heads = await gridOf(page)
      .locator('[data-grid-part=row-head] b')
      .evaluateAll(numbers => numbers.map(number => number.getClientRects().length))
    expect(heads.length).toBeGreaterThan(5)
    expect(heads.every(lines => lines === 1)).toBe(true)
    await startEditing(page)
    await tabTo(page, tabStop(page))
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
    for (let row = 0; row < 36; row += 1) {
      await press(page, 'ArrowDown')
      await expect(tabStop(page)).toBeFocused()
      // What lies over the middle, the foot and the head of the cell is the cell.
      const isSeen = await tabStop(page).evaluate(cell => {
        const { left, top, width: wide, height: high } = cell.getBoundingClientRect()
        return [0.2, 0.5, 0.8].every(part => {
          const over = cell.ownerDocument.elementFromPoint(left + wide / 2, top + high * part)
          return over !== null && (cell === over || cell.contains(over))
        })
      })
      expect(isSeen, `row ${row}`).toBe(true)
    }
  })
