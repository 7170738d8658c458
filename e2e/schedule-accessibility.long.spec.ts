import { expect, type Page, test } from '@playwright/test'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { faultsOf } from './axe.ts'
import { button, cardOf, draftCount, fromMore, gridOf, openSchedule, sheetOf, startEditing } from './schedule-page.ts'
import { enter } from './sign-in.ts'
import { buildSite } from './site.ts'

const looksRight = async (page: Page, state: string) => {
  await expect(page.getByTestId('loading-overlay')).toBeHidden()
  expect.soft(await faultsOf(page), state).toEqual([])
}
const views = { frame: '枠', room: '部屋', building: '建物' } as const

for (const width of [1280, 390])
  test.describe(`nothing stands in anybody's way at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('in the three views, looked at and edited, with rooms in every state', async ({ page }) => {
      await enter(page, 'staff01')
      for (const [view, label] of Object.entries(views)) {
        await page.goto(`/constructions/3/detail_schedule?view=${view}`)
        await gridOf(page).waitFor()
        await looksRight(page, label)
        await startEditing(page)
        await looksRight(page, `${label} 編集`)
      }
    })

    test('while cards are held and chosen, frames edited and what is changed is looked over', async ({ page }) => {
      const site = await buildSite({ deadline: -1 })
      await site.confirm('301')
      await openSchedule(page, site)
      await fromMore(page, '枠編集')
      await looksRight(page, '枠編集')
      await button(page.getByRole('group', { name: '編集の種類' }), '部屋の移動').click()
      await cardOf(page, site, '303').click({ modifiers: ['Shift'] })
      await looksRight(page, '選択')
      await button(page, '未割当に戻す').click()
      await cardOf(page, site, '301').click()
      await looksRight(page, '移動中')
      await button(page, '日付を選んで移動').click()
      await page.getByTestId('move-form').getByLabel('工事日').selectOption(site.day(5))
      await looksRight(page, '日付を選んで移動')
      await button(page.getByTestId('move-form'), 'ここに移動').click()
      await looksRight(page, '理由')
      await page.getByTestId('reason-modal').getByLabel('理由').fill('本人から依頼')
      await button(page.getByTestId('reason-modal'), 'この理由で移動').click()
      await expect(draftCount(page)).toHaveText('変更 2件')
      await button(page, '変更を保存').click()
      await expect(sheetOf(page)).toBeVisible()
      await looksRight(page, '変更を保存')
      await button(sheetOf(page), '編集に戻る').click()
      await page
        .getByRole('button', { name: formatDayLong(site.day(1)) })
        .first()
        .click()
      await looksRight(page, '日の操作')
      await button(page.getByTestId('day-modal'), '休工日にする').click()
      await button(page.getByTestId('day-off-modal'), 'キャンセル').waitFor()
      await looksRight(page, '休工日')
      await button(page.getByTestId('day-off-modal'), 'キャンセル').click()
      await button(page, 'キャンセル').click()
      await fromMore(page, '工程の設定')
      await button(page.getByTestId('plan-settings'), '保存').waitFor()
      await looksRight(page, '工程の設定')
    })
  })
