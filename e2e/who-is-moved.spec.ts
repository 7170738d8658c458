import { expect, test } from '@playwright/test'
import { lastingNews } from './lasting-news.ts'
import { button, fromMore, openSchedule, sheetOf } from './schedule-page.ts'
import { enter } from './sign-in.ts'
import { buildSite, staff } from './site.ts'
import { confirmSheet, lineOf, mailsTo, moveIn, openSheet } from './schedule-sheet.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a confirmed schedule made anew is a draft that names what moves, tells by the save sheet, and is taken back', async ({ page }) => {
  const site = await buildSite()
  const mail = await moveIn(site, '303')
  const sent = (await mailsTo(mail)).length
  await site.call('PATCH', `/rooms/${site.idOf('203')}/wish`, { wish: { pinned: true, note: null } })
  await site.call('POST', '/distribution_sheets', { kind: 'information', room_ids: [site.idOf('303'), site.idOf('304')] })
  const [moving, pinned] = [await site.placeOf('303'), await site.placeOf('203')]
  await lastingNews(page)
  await openSchedule(page, site)
  await fromMore(page, '工程表を作り直す')
  const modal = page.getByTestId('rebuild-modal')
  await modal.getByLabel('施工順').selectOption({ index: 1 })
  await expect(modal.getByRole('row', { name: /^303 / })).toBeVisible()
  await expect(modal.getByRole('row', { name: /^203 / })).toHaveCount(0)
  await modal.getByRole('button', { name: /^下書きに入れる（\d+戸）$/ }).click()
  await expect(modal).toBeHidden()
  // Nothing is saved yet.
  expect(await site.placeOf('303')).toEqual(moving)

  await openSheet(page)
  await expect(sheetOf(page)).toContainText('居住者への通知：メール 1戸')
  await expect(sheetOf(page)).toContainText('案内状を配布済みの部屋が2戸動きます（303、304）')
  await expect(lineOf(page, '303')).toBeVisible()
  await confirmSheet(page)
  await expect.poll(() => site.placeOf('303')).not.toEqual(moving)
  expect(await site.placeOf('203')).toEqual(pinned)
  expect(await mailsTo(mail)).toHaveLength(sent + 1)
  // It waits as long as the save can be taken back.
  expect((await mailsTo(mail))[0]?.sent_at).toBeNull()
  // Who has no mail is on the list that the news leads to.
  await button(page.getByTestId('toast'), '紙でお知らせする住戸').click()
  await expect(page.getByRole('region', { name: /^紙でお知らせする住戸/ }).getByRole('link', { name: '304', exact: true })).toBeVisible()

  await page.goto(site.schedule)
  await button(page, /^保存を元に戻す/).click()
  await button(page.getByRole('dialog'), '元に戻す').click()
  await expect.poll(() => site.placeOf('303')).toEqual(moving)
})

test('a home without mail and SMS that the office moves from its page is put on the paper list, and the news leads there', async ({
  page,
}) => {
  const site = await buildSite()
  await lastingNews(page)
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf('302')}`)
  await button(page, '日程を変更').click()
  const dialog = page.getByRole('dialog')
  // Its own slot is none of the free ones.
  await expect(dialog.getByRole('radio', { name: '今の日程' })).toBeDisabled()
  await dialog.getByRole('radio', { name: /空き/ }).last().click()
  await button(dialog, 'この日時に変更する').click()
  const news = page.getByTestId('toast').filter({ hasText: 'メール・LINE・SMSがないため、紙でのお知らせに加えました。' })
  await button(news, '紙でお知らせする住戸').click()
  const list = page.getByRole('region', { name: '紙でお知らせする住戸　1戸' })
  await expect(list.getByRole('link', { name: '302', exact: true })).toBeVisible()
  await button(list, '案内状を印刷').click()
  await expect(page.getByRole('radio', { name: '日程の変更を紙でお知らせする1戸（直近14日間に変更）' })).toBeChecked()
})
