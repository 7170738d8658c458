import { expect, test } from '@playwright/test'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import { cellAt, draftCount, homeOf, rows, said } from './schedule-page.ts'
import { buildSite } from './site.ts'
import { press, editByKeys } from './schedule-keys.ts'

// Nothing here touches the mouse: whoever cannot, or will not, plans a building all the same.

test('a card is taken, carried, refused with a reason, put down, undone and redone', async ({ page }) => {
  const site = await buildSite()
  await editByKeys(page, site)
  // The sheet opens at today, and so does the tab stop.
  await expect(await homeOf(page, site, '301')).toBeFocused()
  await press(page, 'Enter')
  await expect(said(page)).toHaveAttribute('aria-live', 'polite')
  await expect(said(page)).toHaveText('301を選びました。移動先を選んでください。Escで取り消します。')
  await press(page, 'ArrowRight')
  await expect(said(page)).toContainText('202と入れ替える（Enter）')
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
