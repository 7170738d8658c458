import { expect, type Locator, type Page, test } from '@playwright/test'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import { button, cellAt, draftCount, homeOf, openSchedule, rows, said, sheetOf } from './schedule-page.ts'
import { buildSite, type Site } from './site.ts'

// Nothing here touches the mouse: whoever cannot, or will not, plans a building all the same.

/** Presses Tab until something has the focus, as a person would. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor()
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await target.evaluate(element => element.matches(':focus'))) return
    await page.keyboard.press(key)
  }
  throw new Error(`120 × ${key} do not lead to ${target.toString()}`)
}
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** The one cell of the grid that Tab reaches. */
const tabStop = (page: Page) => page.locator('[data-testid=schedule-cell][tabindex="0"]')

const edit = async (page: Page, site: Site) => {
  await openSchedule(page, site)
  await tabTo(page, button(page, '編集'))
  await press(page, 'Enter')
  await tabTo(page, tabStop(page))
}

test('a card is taken, carried, refused with a reason, put down, undone and redone', async ({ page }) => {
  const site = await buildSite()
  await edit(page, site)
  // The sheet opens at today, and so does the tab stop.
  await expect(await homeOf(page, site, '301')).toBeFocused()
  await press(page, 'Enter')
  await expect(said(page)).toHaveAttribute('aria-live', 'polite')
  await expect(said(page)).toHaveText('301を選びました。移動先を選んでください。Escで取り消します。')
  await press(page, 'ArrowRight')
  await expect(said(page)).toContainText('移動できません。定員：202が割り当てられています。')
  await press(page, 'ArrowRight', 'ArrowRight')
  await expect(cellAt(page, site.day(3))).toBeFocused()
  await expect(said(page)).toContainText('移動できません。休工日です。')
  await press(page, 'Enter')
  await expect(said(page)).toHaveText('301：移動できません。休工日です。')
  await press(page, 'ArrowRight')
  await expect(said(page)).toContainText('移動できません。準備日です。')
  await press(page, 'ArrowRight', 'ArrowDown')
  const goal = `${formatDayShort(site.day(5))} ${rows[1]}`
  await expect(said(page)).toHaveText(`${goal}。ここに移動できます。`)
  await press(page, 'Enter')
  await expect(said(page)).toHaveText(`301を${goal}に移動しました。`)
  await expect(cellAt(page, site.day(5), rows[1])).toBeFocused()
  await expect(cellAt(page, site.day(5), rows[1])).toContainText('301')
  await expect(draftCount(page)).toHaveText('変更 1件')
  await press(page, 'Control+z')
  await expect(draftCount(page)).toHaveText('変更 0件')
  await press(page, 'Control+y')
  await expect(draftCount(page)).toHaveText('変更 1件')

  await press(page, 'Enter', 'ArrowRight', 'ArrowUp')
  await expect(said(page)).toContainText('ここに移動できます。')
  await press(page, 'Escape')
  await expect(said(page)).toHaveText('301の移動を取り消しました。')
  await expect(cellAt(page, site.day(5), rows[1])).toBeFocused()
  await expect(draftCount(page)).toHaveText('変更 1件')
})

test('several cards are chosen with Space, moved by the plain form, saved, reloaded and taken back', async ({ page }) => {
  const site = await buildSite()
  const before = await Promise.all(['301', '201'].map(site.placeOf))
  await edit(page, site)
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

  await tabTo(page, button(page, '変更を確定して通知'))
  await press(page, 'Enter')
  await expect(sheetOf(page).locator('tbody tr')).toHaveCount(2)
  await tabTo(page, button(sheetOf(page), '確定して通知（2戸）'))
  await press(page, 'Enter')
  await expect(sheetOf(page)).toBeHidden()
  await page.reload()
  await expect(cellAt(page, site.day(6), rows[2])).toContainText('301')
  await expect(cellAt(page, site.day(6), rows[3])).toContainText('201')

  await tabTo(page, page.getByRole('button', { name: /^保存を元に戻す（あと\d+分）$/ }))
  await press(page, 'Enter')
  await tabTo(page, button(page.getByRole('dialog'), '元に戻す'))
  await press(page, 'Enter')
  await expect(page.getByTestId('toast-body').first()).toBeVisible()
  await expect(await homeOf(page, site, '301')).toContainText('301')
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
  await page.waitForURL(url => url.pathname === `/constructions/${site.id}/rooms/${site.idOf('301')}`)
})

test('everything can be chosen with Ctrl+A and let go with Escape', async ({ page }) => {
  const site = await buildSite()
  await edit(page, site)
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
