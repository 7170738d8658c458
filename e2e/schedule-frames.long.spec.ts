import { expect, type Page, test } from '@playwright/test'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { CellKind } from '@toguchi/domain/schedule/cell-kind'
import {
  button,
  cardOf,
  cellAt,
  draftCount,
  drag,
  fromMore,
  homeOf,
  openSchedule,
  type RowName,
  rows,
  said,
  saveAll,
  sheetOf,
  startEditing,
} from './schedule-page.ts'
import { buildSite, type Site } from './site.ts'

// Nine days beside one another.
test.use({ viewport: { width: 1440, height: 900 } })

const spare = (number: number) => `09:00–12:00 予備枠${number}` as const
const editFrames = async (page: Page) => {
  await fromMore(page, '枠編集')
  await expect(page.getByTestId('edit-tools')).toBeVisible()
}
const openDay = async (page: Page, site: Site, day: number) => {
  await page
    .getByRole('button', { name: `${formatDayLong(site.day(day))}` })
    .first()
    .click()
  return page.getByTestId('day-modal')
}

test('every kind of cell stands where the specification wants it', async ({ page }) => {
  const site = await buildSite()
  const construction_time_frame_id = (await site.read()).construction_time_frames[0]?.id
  await site.save({ spare_frames_attributes: [{ date: site.day(5), construction_time_frame_id, frame_number: 3 }] })
  await openSchedule(page, site)
  const isOfKind = (kind: CellKind, day: number, row: RowName = rows[0]) =>
    expect(cellAt(page, site.day(day), row)).toHaveAttribute('data-kind', kind)
  await isOfKind('holiday', 3)
  await isOfKind('unassignable', 4)
  await isOfKind('blank', 6, spare(3))
  await expect(await homeOf(page, site, '301')).toHaveAttribute('data-kind', 'link')
  await startEditing(page)
  await isOfKind('droppable', 5)
  await isOfKind('droppable', 5, spare(3))
  await isOfKind('holiday', 3)
  await button(page.getByRole('group', { name: '編集の種類' }), '枠編集').click()
  await isOfKind('assignable', 5, spare(3))
  await isOfKind('assignable', 6, spare(3))
  await isOfKind('unassignable', 5)
  await isOfKind('unassignable', 0)
})

test('spare frames are added, kept after a reload, shown to residents from the dialog of the day, and removed', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await editFrames(page)
  const first = cellAt(page, site.day(5), spare(3))
  await expect(first).toHaveAttribute('data-kind', 'assignable')
  await first.click()
  await expect(said(page)).toContainText('予備枠を追加しました。')
  await cellAt(page, site.day(5), spare(4)).click()
  await expect(draftCount(page)).toHaveText('変更 2件')
  await saveAll(page)
  expect((await site.read()).spare_frames.map(({ date, frame_number }) => [date, frame_number])).toEqual([
    [site.day(5), 3],
    [site.day(5), 4],
  ])
  await page.reload()
  await expect(cellAt(page, site.day(5), spare(4))).toHaveAttribute('data-spare', 'true')
  await expect(cellAt(page, site.day(6), spare(4))).toHaveAttribute('data-kind', 'blank')

  await startEditing(page)
  await button(await openDay(page, site, 5), '予備枠2枠を居住者に公開').click()
  await expect(draftCount(page)).toHaveText('変更 2件')
  await saveAll(page)
  expect((await site.read()).spare_frames.every(({ released_at }) => released_at !== null)).toBe(true)

  await editFrames(page)
  await cellAt(page, site.day(5), spare(3)).click()
  await expect(said(page)).toContainText('予備枠を削除しました。')
  await saveAll(page)
  expect((await site.read()).spare_frames.map(({ frame_number }) => frame_number)).toEqual([3])
})

test('a spare frame that a room stands in is not removed, nor a regular one', async ({ page }) => {
  const site = await buildSite()
  const { construction_time_frames, assigns } = await site.read()
  const construction_time_frame_id = construction_time_frames[0]?.id
  const place = (frame_number: number) => ({ date: site.day(5), construction_time_frame_id, frame_number })
  await site.save({
    spare_frames_attributes: [place(3), place(4)],
    assigns_attributes: [{ ...place(4), room_id: site.idOf('301'), id: assigns.find(({ room }) => room.name === '301')?.id }],
  })
  await openSchedule(page, site)
  await editFrames(page)
  await cellAt(page, site.day(5), spare(4)).click()
  await expect(said(page)).toHaveText('部屋が割り当てられているため変更できません。')
  await cellAt(page, site.day(5), spare(3)).click()
  await expect(said(page)).toHaveText('部屋が割り当てられているため削除できません。')
  await cellAt(page, site.day(5), rows[0]).click()
  await expect(draftCount(page)).toHaveText('変更 0件')

  // The room goes first; then the frame can, in the same save.
  await button(page.getByRole('group', { name: '編集の種類' }), '部屋の移動').click()
  await drag(page, cardOf(page, site, '301'), cellAt(page, site.day(6)))
  await button(page.getByRole('group', { name: '編集の種類' }), '枠編集').click()
  await cellAt(page, site.day(5), spare(3)).click()
  await expect(said(page)).toContainText('予備枠を削除しました。')
  await expect(draftCount(page)).toHaveText('変更 2件')
  await saveAll(page)
  expect((await site.read()).spare_frames).toHaveLength(1)
})

test('a day off names the rooms it hits and where they would go, and taking the save back restores day and rooms', async ({ page }) => {
  const site = await buildSite()
  await site.confirm('303')
  const places = async () =>
    (await site.read()).assigns.map(({ room, date, frame_number }) => `${room.name} ${date} ${frame_number}`).toSorted()
  const before = await places()
  await openSchedule(page, site)
  await startEditing(page)
  await button(await openDay(page, site, 1), '休工日にする').click()
  const modal = page.getByTestId('day-off-modal')
  await expect(modal).toContainText('この日に4戸が割り当てられています。4戸とも別の日に入ります')
  for (const room of ['202', '102', '303', '203']) await expect(modal.getByRole('listitem').filter({ hasText: room })).toHaveCount(1)
  await expect(modal.getByRole('listitem').filter({ hasText: '303' })).toContainText('同意済み')
  await button(modal, '休工日にして振り分ける').click()
  await expect(draftCount(page)).toHaveText('変更 5件')
  await button(page, '変更を保存').click()
  await expect(sheetOf(page)).toContainText(`休工日にする日：${formatDayLong(site.day(1))}`)
  await expect(sheetOf(page).locator('tbody tr')).toHaveCount(4)
  await sheetOf(page).getByRole('button', { name: /^保存/ }).click()
  await expect(page.getByTestId('edit-tools')).toBeHidden()
  await expect(cellAt(page, site.day(1)).first()).toHaveAttribute('data-kind', 'holiday')
  const saved = await site.read()
  expect(saved.dates.find(({ date }) => date === site.day(1))?.holiday).toBe(true)
  expect(saved.assigns).toHaveLength(12)
  expect(saved.assigns.filter(({ date }) => date === site.day(1))).toEqual([])

  await page.getByRole('button', { name: /^保存を元に戻す/ }).click()
  await button(page.getByRole('dialog'), '元に戻す').click()
  await expect(cardOf(page, site, '202')).toBeVisible()
  await expect.poll(async () => (await site.read()).dates.find(({ date }) => date === site.day(1))?.holiday).toBe(false)
  expect(await places()).toEqual(before)
})

test('a whole day goes to the next working day, and all from a day on one day later', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  await button(await openDay(page, site, 2), 'この日の全住戸を翌稼働日へ').click()
  // What would happen is shown first.
  const preview = page.getByTestId('move-preview')
  await expect(preview.getByRole('listitem')).toHaveCount(4)
  await button(preview, '移動する（4戸）').click()
  await expect(draftCount(page)).toHaveText('変更 4件')
  await expect(cellAt(page, site.day(5))).toHaveAttribute('data-kind', 'link')
  await button(page, '元に戻す').click()
  await button(await openDay(page, site, 1), 'この日以降を1稼働日ずつ後ろへ').click()
  await button(preview, '移動する（8戸）').click()
  await expect(draftCount(page)).toHaveText('変更 8件')
  await expect(cellAt(page, site.day(1))).toHaveAttribute('data-kind', 'droppable')
  await button(await openDay(page, site, 2), 'この日の全住戸を選択').click()
  await expect(page.getByTestId('selection-count')).toHaveText('4戸を選択中')
  await button(page, '未割当に戻す').click()
  await expect(page.getByTestId('unassigned-tray')).toContainText('未割当 4戸')
})

test('missing spare frames are laid in by one button, as a draft', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  const stock = page.getByRole('button', { name: /^予備枠/ })
  await stock.click()
  await page.getByRole('button', { name: '不足分を自動で入れる' }).click()
  await expect(page.getByTestId('draft-count')).toHaveText('変更 2件')
  await stock.click()
  await expect(page.getByTestId('spare-stock')).toHaveAttribute('data-level', 'green')
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByTestId('draft-count')).toHaveText('変更 0件')
})
