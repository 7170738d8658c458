import { expect, test } from '@playwright/test'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import {
  button,
  cardOf,
  cellAt,
  draftCount,
  drag,
  dragOver,
  homeOf,
  middleOf,
  openSchedule,
  rows,
  said,
  saveAll,
  startEditing,
} from './schedule-page.ts'
import { buildSite } from './site.ts'

// Nine days beside one another.
test.use({ viewport: { width: 1440, height: 900 } })

test('a click on an assigned cell opens the room, with Ctrl in a new tab', async ({ page, context }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  const room = `/constructions/${site.id}/rooms/${site.idOf('301')}`
  await (await homeOf(page, site, '301')).click()
  await page.getByRole('link', { name: '部屋詳細を開く' }).click()
  await page.waitForURL(url => url.pathname === room)
  // On to the next dwelling, and back to the cards as they were left.
  await page.getByRole('link', { name: '次の部屋 302号室' }).click()
  await page.waitForURL(url => url.pathname === `/constructions/${site.id}/rooms/${site.idOf('302')}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('302')
  await page.getByRole('link', { name: '前の部屋 301号室' }).click()
  await page.waitForURL(url => url.pathname === room)
  await page.getByRole('link', { name: '詳細工程表へ戻る' }).click()
  await cardOf(page, site, '301').waitFor()
  const scroller = page.getByTestId('schedule-grid')
  await scroller.evaluate(sheet => sheet.scrollTo(40, 0))
  await (await homeOf(page, site, '202')).click()
  await page.getByRole('link', { name: '部屋詳細を開く' }).click()
  await page.getByRole('link', { name: '詳細工程表へ戻る' }).click()
  await cardOf(page, site, '301').waitFor()
  await expect.poll(() => scroller.evaluate(sheet => sheet.scrollLeft)).toBe(40)
  const opened = context.waitForEvent('page')
  await cardOf(page, site, '301').click({ modifiers: ['ControlOrMeta'] })
  expect(new URL((await opened).url()).pathname).toBe(room)
})

test('over what refuses it, a dragged card says why at the pointer and stays where it was', async ({ page }) => {
  const site = await buildSite()
  const home = await site.placeOf('301')
  await openSchedule(page, site)
  await startEditing(page)
  const card = cardOf(page, site, '301')
  for (const [target, why] of [
    [cellAt(page, site.day(3)), '休工日です。'],
    [cellAt(page, site.day(4)), '準備日です。'],
  ] as const) {
    const hint = await dragOver(page, card, target)
    await expect(hint).toHaveText(why)
    await expect(hint).toHaveAttribute('data-allowed', 'false')
    await page.mouse.up()
    await expect(hint).toHaveCount(0)
    await expect(said(page)).toContainText('301：移動できません。')
    await expect(draftCount(page)).toHaveText('変更 0件')
  }
  // Yesterday is a little to the left of where the sheet opens.
  await page.getByTestId('schedule-grid').evaluate(grid => grid.scrollTo(0, 0))
  const hint = await dragOver(page, card, cellAt(page, site.day(-1)))
  await expect(hint).toHaveText('過ぎた日です。')
  await page.mouse.up()
  await expect(draftCount(page)).toHaveText('変更 0件')
  expect(await site.placeOf('301')).toEqual(home)
})

test('a card that is taken by a click is moved and put back by the keyboard', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  const home = await homeOf(page, site, '301')
  await cardOf(page, site, '301').click()
  await expect(said(page)).toContainText('301を選びました。')
  await expect(home).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(said(page)).toContainText('取り消しました')
  await cardOf(page, site, '301').click()
  await page.keyboard.press('ArrowDown')
  await expect(said(page)).toContainText('枠2')
  // From wherever the focus has gone.
  await page.evaluate(`document.activeElement.blur()`)
  await page.keyboard.press('Escape')
  await expect(said(page)).toContainText('取り消しました')
  await expect(draftCount(page)).toHaveText('変更 0件')
})

test('on a taken frame the two rooms change places, and come back with one step (D-42)', async ({ page }) => {
  const site = await buildSite()
  const [one, other] = await Promise.all(['301', '202'].map(room => site.placeOf(room)))
  await openSchedule(page, site)
  await startEditing(page)
  const hint = await dragOver(page, cardOf(page, site, '301'), await homeOf(page, site, '202'))
  await expect(hint).toHaveText('202と入れ替える')
  await expect(hint).toHaveAttribute('data-allowed', 'ask')
  await page.mouse.up()
  const question = page.getByTestId('swap-modal')
  await expect(question).toContainText('301')
  await button(question, '入れ替えない').click()
  await expect(draftCount(page)).toHaveText('変更 0件')

  await drag(page, cardOf(page, site, '301'), await homeOf(page, site, '202'))
  await button(question, '202と入れ替える').click()
  await expect(draftCount(page)).toHaveText('変更 2件')
  await expect(said(page)).toHaveText('301と202を入れ替えました。')
  await page.keyboard.press('Control+z')
  await expect(draftCount(page)).toHaveText('変更 0件')
  await page.keyboard.press('Control+y')
  await saveAll(page)
  expect(await Promise.all(['301', '202'].map(room => site.placeOf(room)))).toEqual([other, one])
})

test('over a free frame the pointer is told the place, and Escape lets the card go', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  const hint = await dragOver(page, cardOf(page, site, '301'), cellAt(page, site.day(6), rows[2]))
  await expect(hint).toHaveText(`${formatDayShort(site.day(6))} ${rows[2]}`)
  await expect(hint).toHaveAttribute('data-allowed', 'true')
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  await page.mouse.up()
  await expect(draftCount(page)).toHaveText('変更 0件')
})

test('a card is dragged into the tray and out of it again', async ({ page }) => {
  const site = await buildSite({ completed: false })
  await openSchedule(page, site)
  await startEditing(page)
  const tray = page.getByTestId('unassigned-tray')
  await expect(tray).toContainText('すべての部屋が割り当てられています。')
  await drag(page, cardOf(page, site, '203'), tray)
  await expect(tray.getByTestId(`room-card-${site.idOf('203')}`)).toBeVisible()
  await expect(said(page)).toHaveText('203を未割当に戻しました。')
  await saveAll(page)
  expect(await site.placeOf('203')).toBeNull()
  await page.reload()
  await startEditing(page)
  await drag(page, tray.getByTestId(`room-card-${site.idOf('203')}`), cellAt(page, site.day(6), rows[3]))
  await expect(cellAt(page, site.day(6), rows[3])).toContainText('203')
  await saveAll(page)
  expect(await site.placeOf('203')).toMatchObject({ date: site.day(6), frame_number: 2 })
})

test('cards that were chosen together are dragged together, as one step', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  for (const room of ['301', '302', '103']) await cardOf(page, site, room).click({ modifiers: ['Shift'] })
  await expect(page.getByTestId('selection-count')).toHaveText('3戸を選択中')
  await drag(page, cardOf(page, site, '302'), cellAt(page, site.day(5)))
  await expect(draftCount(page)).toHaveText('変更 3件')
  await expect(cellAt(page, site.day(5))).toContainText('302')
  for (const row of rows.slice(1, 3)) await expect(cellAt(page, site.day(5), row)).toContainText(/301|103/)
  await button(page, '元に戻す').click()
  await expect(draftCount(page)).toHaveText('変更 0件')
  await button(page, 'やり直す').click()
  await expect(draftCount(page)).toHaveText('変更 3件')
})

test('by stack one card takes those above and below with it, and one undo brings all back', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  await page.getByRole('group', { name: '動かす単位' }).getByRole('button', { name: '縦系統ごと' }).click()
  await drag(page, cardOf(page, site, '204'), cellAt(page, site.day(6)))
  await expect(draftCount(page)).toHaveText('変更 3件')
  for (const [at, room] of [/204/, /104|304/, /104|304/].entries()) await expect(cellAt(page, site.day(6), rows[at])).toContainText(room)
  await button(page, '元に戻す').click()
  await expect(draftCount(page)).toHaveText('変更 0件')
  await button(page, 'やり直す').click()
  await saveAll(page)
  const { assigns } = await site.read()
  expect(
    assigns
      .filter(({ date }) => date === site.day(6))
      .map(({ room }) => room.name)
      .toSorted(),
  ).toEqual(['104', '204', '304'])
})

test('a stack shows where each of its cards lands, and where it does not fit it is offered the nearest day that takes it', async ({
  page,
}) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  await page.getByRole('group', { name: '動かす単位' }).getByRole('button', { name: '縦系統ごと' }).click()
  const landings = page.getByTestId('landing')
  const allowedOf = () => landings.evaluateAll(marks => marks.map(mark => mark.getAttribute('data-allowed')))
  await dragOver(page, cardOf(page, site, '204'), cellAt(page, site.day(6)))
  await expect(landings).toHaveCount(3)
  expect((await landings.allTextContents()).toSorted()).toEqual(['104', '204', '304'])
  expect(await allowedOf()).toEqual(['true', 'true', 'true'])
  const holiday = await middleOf(cellAt(page, site.day(3)))
  await page.mouse.move(holiday.x, holiday.y, { steps: 3 })
  await expect.poll(allowedOf).toEqual(['false', 'false', 'false'])
  await page.mouse.up()
  await expect(landings).toHaveCount(0)
  const dialog = page.getByTestId('other-places')
  await expect(dialog).toContainText('休工日です。')
  await button(dialog, formatDayShort(site.day(5))).click()
  await expect(draftCount(page)).toHaveText('変更 3件')
  for (const row of rows.slice(0, 3)) await expect(cellAt(page, site.day(5), row)).toContainText('04')
  await button(page, '元に戻す').click()
  await expect(draftCount(page)).toHaveText('変更 0件')
})

test('a short movement is a click: it takes the card, and the next click puts it down', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  const { x, y } = await middleOf(cardOf(page, site, '301'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 2, y + 2)
  await page.mouse.up()
  await expect(said(page)).toContainText('301を選びました。')
  await cellAt(page, site.day(6), rows[1]).click()
  await expect(said(page)).toHaveText(`301を${formatDayShort(site.day(6))} ${rows[1]}に移動しました。`)
  await expect(draftCount(page)).toHaveText('変更 1件')
})

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
