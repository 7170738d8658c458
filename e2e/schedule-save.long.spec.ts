import { type Browser, expect, type Page, test } from '@playwright/test'
import { formatDayLong, formatDayShort } from '@toguchi/domain/calendar/day'
import { callAs } from './behind.ts'
import {
  button,
  cardOf,
  cellAt,
  draftCount,
  drag,
  dragOver,
  fromMore,
  homeOf,
  openSchedule,
  rows,
  said,
  saveAll,
  sheetOf,
  startEditing,
} from './schedule-page.ts'
import { buildSite, craftsman, type Site, staff } from './site.ts'
import { lineOf, openSheet, confirmSheet, moveIn, mailsTo } from './schedule-sheet.ts'

// Nine days beside one another.
test.use({ viewport: { width: 1440, height: 900 } })

const timelineOf = async (page: Page, site: Site, room: string) => {
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf(room)}`)
  return page.getByTestId('room-timeline')
}

test('whom one does not want told gets no message', async ({ page }) => {
  const site = await buildSite()
  const mail = await moveIn(site, '201')
  const sent = (await mailsTo(mail)).length
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '201'), cellAt(page, site.day(6)))
  await openSheet(page)
  await button(sheetOf(page), 'すべて通知しない').click()
  await confirmSheet(page)
  expect((await site.placeOf('201'))?.date).toBe(site.day(6))
  expect(await mailsTo(mail)).toHaveLength(sent)
})

test('a date agreed to after the deadline moves with a reason only, which the timeline of the room keeps', async ({ page }) => {
  const site = await buildSite({ deadline: -1 })
  await site.confirm('301')
  await openSchedule(page, site)
  await startEditing(page)
  const hint = await dragOver(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  await expect(hint).toHaveText('締切後確定済み（理由を入力して移動）')
  await expect(hint).toHaveAttribute('data-allowed', 'ask')
  await page.mouse.up()
  const modal = page.getByTestId('reason-modal')
  await expect(modal).toContainText('締切後確定済み')
  await button(modal, 'この理由で移動').click()
  await expect(modal.getByRole('alert')).toHaveText('理由を入力してください')
  await button(modal, '移動をやめる').click()
  await expect(draftCount(page)).toHaveText('変更 0件')

  await drag(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  await modal.getByLabel('理由').fill('入院のため本人から依頼')
  await button(modal, 'この理由で移動').click()
  await expect(draftCount(page)).toHaveText('変更 1件')
  await openSheet(page)
  await expect(sheetOf(page).getByLabel('301を移動する理由')).toHaveValue('入院のため本人から依頼')
  await sheetOf(page).getByLabel('301を移動する理由').fill('')
  await expect(sheetOf(page).getByRole('button', { name: /^保存/ })).toHaveAttribute('aria-disabled', 'true')
  await sheetOf(page).getByLabel('301を移動する理由').fill('入院のため')
  await confirmSheet(page)
  await expect(await timelineOf(page, site, '301')).toContainText('理由：入院のため')
})

test('a crew that is set absent asks for a reason on that day', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await fromMore(page, '工程の設定')
  const settings = page.getByTestId('plan-settings')
  await settings.locator(`[data-day="${site.day(6)}"]`).click()
  await button(settings, '保存').click()
  await expect(settings).toBeHidden()
  await startEditing(page)
  const hint = await dragOver(page, cardOf(page, site, '302'), cellAt(page, site.day(6)))
  await expect(hint).toHaveText('職人不在（理由を入力して移動）')
  await page.mouse.move(0, 0)
  await page.mouse.up()
  const free = await dragOver(page, cardOf(page, site, '302'), cellAt(page, site.day(5)))
  await expect(free).toHaveAttribute('data-allowed', 'true')
  await page.mouse.up()
  await expect(draftCount(page)).toHaveText('変更 1件')

  // Somebody sets the crew absent there too, while the draft is open: the sheet asks for the reason.
  const { crews } = await site.read()
  await site.settle({
    crew_absences_attributes: [{ assigned_contractor_id: crews[0]?.assigned_contractor_id, dates: [site.day(5), site.day(6)] }],
  })
  await expect(page.getByText('最新の工程表に下書きを重ねました。')).toBeVisible()
  await openSheet(page)
  await expect(lineOf(page, '302')).toContainText('職人不在')
  await expect(sheetOf(page).getByRole('button', { name: /^保存/ })).toHaveAttribute('aria-disabled', 'true')
  await sheetOf(page).getByLabel('302を移動する理由').fill('他班が応援に入る')
  await confirmSheet(page)
  await expect(await timelineOf(page, site, '302')).toContainText('理由：他班が応援に入る')
})

test('a craftsman of the first tier moves rooms, is stopped at what the office decides, and sees no settings', async ({ page }) => {
  const site = await buildSite({ deadline: -1 })
  await site.confirm('301')
  await openSchedule(page, site, { person: craftsman })
  await button(page, 'その他').click()
  await expect(button(page, '印刷・出力')).toBeVisible()
  for (const name of ['工程の設定', '工程表を作り直す', '自動配置']) await expect(button(page, name)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await startEditing(page)
  const hint = await dragOver(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  await expect(hint).toHaveText('締切後確定済み：移動は事務所に依頼してください。')
  await expect(hint).toHaveAttribute('data-allowed', 'false')
  await page.mouse.up()
  await expect(page.getByTestId('reason-modal')).toHaveCount(0)
  await expect(draftCount(page)).toHaveText('変更 0件')
  await expect(button(page, '自動配置')).toHaveCount(0)
  await page
    .getByRole('button', { name: formatDayLong(site.day(5)) })
    .first()
    .click()
  await expect(page.getByTestId('day-modal')).toBeVisible()
  await expect(button(page.getByTestId('day-modal'), '休工日にする')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('day-modal')).toBeHidden()

  await drag(page, cardOf(page, site, '201'), cellAt(page, site.day(5)))
  await saveAll(page)
  expect((await site.placeOf('201'))?.date).toBe(site.day(5))
  expect((await site.placeOf('301'))?.date).toBe(site.day(0))
})

const another = async (browser: Browser, site: Site): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await openSchedule(page, site)
  await startEditing(page)
  return page
}

test('of two people who move the same room, the second is told; the rest of the draft is kept and saved', async ({ page, browser }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  await drag(page, cardOf(page, site, '202'), cellAt(page, site.day(5), rows[1]))

  const other = await another(browser, site)
  await drag(other, cardOf(other, site, '301'), cellAt(other, site.day(6)))
  await saveAll(other)
  await other.context().close()

  const lost = page.getByRole('alert').filter({ hasText: '次の1件は、最新の状態では下書きどおりにできませんでした。' })
  await expect(lost).toContainText(`301 → ${formatDayShort(site.day(5))} ${rows[0]}：ほかの人も動かしました。`)
  await expect(draftCount(page)).toHaveText('変更 1件')
  await expect(cellAt(page, site.day(6))).toContainText('301')
  await button(lost, '確認しました').click()
  await expect(lost).toHaveCount(0)
  await saveAll(page)
  expect((await site.placeOf('301'))?.date).toBe(site.day(6))
  expect((await site.placeOf('202'))?.date).toBe(site.day(5))
})

test('a draft on an older state is laid over the newer one before it is saved, without a connection too', async ({ page }) => {
  const site = await buildSite()
  await page.route('**/detail_schedule/live*', route => route.abort())
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  const { assigns, construction_time_frames } = await site.read()
  const place = { date: site.day(5), construction_time_frame_id: construction_time_frames[0]?.id, frame_number: 1 }
  await site.save({ assigns_attributes: [{ ...place, room_id: site.idOf('202'), id: assigns.find(each => each.room.name === '202')?.id }] })

  await openSheet(page)
  await sheetOf(page).getByRole('button', { name: /^保存/ }).click()
  await expect(sheetOf(page)).toContainText('編集中にほかの変更が保存されたため、最新の工程表に重ねました。')
  await button(sheetOf(page), '編集に戻る').click()
  await expect(page.getByRole('alert').filter({ hasText: '301 →' })).toContainText('定員：202が割り当てられています。')
  await expect(draftCount(page)).toHaveText('変更 0件')
  await drag(page, await homeOf(page, site, '301'), cellAt(page, site.day(6)))
  await saveAll(page)
  expect((await site.placeOf('301'))?.date).toBe(site.day(6))
  expect((await site.placeOf('202'))?.date).toBe(site.day(5))
})

test('a page with unsaved moves asks before it is left', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  const away = page.getByTestId('sidebar').getByRole('link').first()
  await away.click()
  const dialog = page.getByRole('dialog').filter({ hasText: '保存していない変更があります' })
  await button(dialog, 'このページに残る').click()
  await expect(draftCount(page)).toHaveText('変更 1件')
  await away.click()
  await button(dialog, '保存せずに離れる').click()
  await page.waitForURL(url => url.pathname !== site.schedule)
  expect((await site.placeOf('301'))?.date).toBe(site.day(0))

  await page.goto(site.schedule)
  await startEditing(page)
  await page.getByTestId('sidebar').getByRole('link').first().click()
  await page.waitForURL(url => url.pathname !== site.schedule)
})

test('before the schedule is completed nobody is told of anything', async ({ page }) => {
  const site = await buildSite({ completed: false })
  const mail = await moveIn(site, '201')
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '201'), cellAt(page, site.day(5)))
  await openSheet(page)
  await expect(sheetOf(page)).toContainText('詳細工程表の確定前のため、居住者には通知しません。')
  await expect(sheetOf(page).getByLabel('201への通知方法')).toHaveCount(0)
  await button(sheetOf(page), '保存する（1件）').click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(said(page)).toHaveText('')
  expect(await mailsTo(mail)).toEqual([])
})

test('a save whose answer is lost is recognised as done, and can be taken back', async ({ page }) => {
  const site = await buildSite()
  const before = await site.placeOf('201')
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '201'), cellAt(page, site.day(5)))
  await openSheet(page)
  await page.route(
    url => url.pathname.endsWith('/detail_schedule'),
    async route => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await callAs(staff, 'PATCH', `/constructions/${site.id}/detail_schedule`, route.request().postDataJSON() as object)
      await route.abort('connectionreset')
    },
  )
  await sheetOf(page).getByRole('button', { name: /^保存/ }).click()
  await expect(page.getByText('前の保存は完了していました。')).toBeVisible()
  await expect(sheetOf(page)).toBeHidden()
  await expect(draftCount(page)).toBeHidden()
  expect(await site.placeOf('201')).not.toEqual(before)
  await page.unrouteAll()
  await button(page, /^保存を元に戻す/).click()
  await button(page, '元に戻す').click()
  await expect.poll(() => site.placeOf('201')).toEqual(before)
})
