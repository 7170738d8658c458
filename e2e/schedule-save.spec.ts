import { expect, test } from '@playwright/test'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import { lastingNews } from './lasting-news.ts'
import { button, cardOf, cellAt, draftCount, drag, openSchedule, rows, sheetOf, startEditing } from './schedule-page.ts'
import { buildSite } from './site.ts'
import { lineOf, openSheet, confirmSheet, moveIn, mailsTo } from './schedule-sheet.ts'

// Nine days beside one another.
test.use({ viewport: { width: 1440, height: 900 } })

test('the sheet shows before and after, who had agreed and how each is told; giving up sends nothing', async ({ page }) => {
  const site = await buildSite()
  await site.confirm('301')
  const mail = await moveIn(site, '201')
  const sent = (await mailsTo(mail)).length
  const before = await site.placeOf('201')
  await lastingNews(page)
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  await drag(page, cardOf(page, site, '201'), cellAt(page, site.day(6), rows[2]))
  await openSheet(page)
  await expect(lineOf(page, '301')).toContainText(`${formatDayShort(site.day(0))} ${rows[0]}`)
  await expect(lineOf(page, '301').locator('td b')).toHaveText(`${formatDayShort(site.day(5))} ${rows[0]}`)
  await expect(lineOf(page, '301')).toContainText('同意済み')
  await expect(lineOf(page, '201')).not.toContainText('同意済み')
  await expect(sheetOf(page)).toContainText('すでに日程に同意した部屋が1戸あります（301）')
  await expect(sheetOf(page)).toContainText('居住者への通知：メール 1戸／SMS 0戸／紙で配布 1戸／通知しない 0戸')
  const channel = (room: string) => sheetOf(page).getByLabel(`${room}への通知方法`)
  await expect(channel('201')).toHaveValue('mail')
  // What there is no address for is not offered.
  expect(await channel('301').locator('option').allTextContents()).toEqual(['紙で配布', '通知しない'])
  await button(sheetOf(page), 'すべて通知しない').click()
  await expect(channel('201')).toHaveValue('none')
  await expect(sheetOf(page)).toContainText('通知しない 2戸')
  await button(sheetOf(page), '届く方法で通知').click()
  await expect(channel('201')).toHaveValue('mail')

  // On a phone each way to be told stands whole below its room.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const room of ['201', '301']) await expect(channel(room)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })

  await button(sheetOf(page), '編集に戻る').click()
  await expect(draftCount(page)).toHaveText('変更 2件')
  await button(page, 'キャンセル').click()
  await expect(page.getByTestId('toast-body').filter({ hasText: '変更 2件を取り消しました。' })).toBeVisible()
  expect(await site.placeOf('201')).toEqual(before)
  expect(await mailsTo(mail)).toHaveLength(sent)

  // Cancelled by mistake: the draft comes back whole.
  await page.getByTestId('toast').getByRole('button', { name: '元に戻す' }).click()
  await expect(draftCount(page)).toHaveText('変更 2件')
  await openSheet(page)
  await confirmSheet(page)
  await expect.poll(async () => (await mailsTo(mail)).length).toBe(sent + 1)
  // It waits as long as the save can be taken back.
  expect((await mailsTo(mail))[0]?.sent_at).toBeNull()
})
