import { expect, type Page, test } from '@playwright/test'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import {
  button,
  cardOf,
  cellAt,
  draftCount,
  drag,
  dragOver,
  gridOf,
  homeOf,
  middleOf,
  openSchedule,
  type Point,
  rows,
  said,
  saveAll,
  startEditing,
} from './schedule-page.ts'
import { buildSite, type Site } from './site.ts'

// Nine days beside one another.
test.use({ viewport: { width: 1440, height: 900 } })

type Group = '表示' | '表示幅' | '色分け'
const choice = (page: Page, group: Group, name: string) => button(page.getByRole('group', { name: group, exact: true }), name)
const isChosen = (page: Page, group: Group, name: string) => expect(choice(page, group, name)).toHaveAttribute('aria-pressed', 'true')
const search = (page: Page) => new URL(page.url()).searchParams.toString()
/** A slot of a room: its row is called by the room, its column by date and time frame. */
const slotOf = (page: Page, site: Site, room: string, day: number, frame = '09:00–12:00') =>
  page.locator(`[data-testid=schedule-cell][aria-label^="${formatDayLong(site.day(day))} "][aria-label*="${frame} ${room}、"]`)
/** Where nothing stands the sheet is plain ground, found by its heads. */
const freeSlot = async (page: Page, site: Site, room: string, day: number, frame: string): Promise<Point> => {
  const name = `${formatDayLong(site.day(day))} `
  const column = page.locator(`[role=columnheader][aria-label^="${name}"][aria-label$="${frame}"]`)
  const [{ x }, { y }] = await Promise.all([middleOf(column), middleOf(page.locator(`[role=rowheader][aria-label^="${room}、"]`))])
  return { x, y }
}

test('by frame, by room and by building show the same rooms, and the address keeps what was chosen', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await isChosen(page, '表示', '枠')
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '5')
  await expect(gridOf(page)).toHaveAttribute('aria-colcount', '15')

  await choice(page, '表示', '部屋').click()
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '13')
  await expect(gridOf(page)).toHaveAttribute('aria-colcount', '29')
  await expect(slotOf(page, site, '301', 0).getByTestId(`room-card-${site.idOf('301')}`)).toHaveText('枠1')
  await expect(slotOf(page, site, '201', 0).getByTestId(`room-card-${site.idOf('201')}`)).toHaveText('枠2')

  await choice(page, '表示', '建物').click()
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '4')
  await expect(gridOf(page)).toHaveAttribute('aria-colcount', '5')
  await expect(page.getByRole('gridcell', { name: /^系統1 3階 301/ })).toContainText('301')
  await page.reload()
  await isChosen(page, '表示', '建物')
  expect(search(page)).toBe('view=building')
  await expect(page.getByRole('gridcell', { name: /^系統4 1階 104/ })).toContainText('104')
})

test('back leaves the page in one step, forward finds it as it was', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await page.goto(`/constructions/${site.id}`)
  await page.goto(site.schedule)
  await choice(page, '表示', '部屋').click()
  await choice(page, '表示幅', '月').click()
  await page.getByLabel('階', { exact: true }).selectOption({ label: '2階' })
  await page.goBack()
  await page.waitForURL(url => url.pathname === `/constructions/${site.id}`)
  await page.goForward()
  await isChosen(page, '表示', '部屋')
  await isChosen(page, '表示幅', '月')
  await expect(page.getByTestId('found-rooms')).toHaveText('4戸')
})

test('day, week and month are narrower in this order, in every view', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  for (const view of ['枠', '部屋', '建物']) {
    await choice(page, '表示', view).click()
    let wider = Number.POSITIVE_INFINITY
    for (const zoom of ['日', '週', '月']) {
      await choice(page, '表示幅', zoom).click()
      await isChosen(page, '表示幅', zoom)
      let width = 0
      // The heads are drawn anew: one that is on its way out has no box.
      const narrower = async () => {
        width = (await gridOf(page).getByRole('columnheader').nth(1).boundingBox())?.width ?? 0
        return width > 0 && width < wider
      }
      await expect.poll(narrower).toBe(true)
      wider = width
    }
    await page.reload()
    await isChosen(page, '表示幅', '月')
  }
})

test('filters dim the other rooms on the sheet and leave them out by room; together they narrow further', async ({ page }) => {
  const site = await buildSite()
  await site.confirm('203')
  await openSchedule(page, site)
  const found = page.getByTestId('found-rooms')
  await page.getByLabel('階', { exact: true }).selectOption({ label: '2階' })
  await expect(found).toHaveText('4戸')
  await expect(await homeOf(page, site, '301')).toHaveAttribute('data-dimmed', 'true')
  await expect(await homeOf(page, site, '203')).not.toHaveAttribute('data-dimmed')
  await page.getByLabel('系統', { exact: true }).selectOption({ label: '系統3' })
  await expect(found).toHaveText('1戸')
  await page.getByLabel('階', { exact: true }).selectOption('')
  await expect(found).toHaveText('3戸')
  await page.getByLabel('状態', { exact: true }).selectOption({ label: '日程確定済み' })
  await expect(found).toHaveText('1戸')
  await page.reload()
  await expect(found).toHaveText('1戸')
  await choice(page, '表示', '部屋').click()
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2')
  await expect(gridOf(page).getByRole('rowheader')).toContainText('203')
  await page.getByLabel('状態', { exact: true }).selectOption({ label: '完了' })
  await expect(page.getByText('条件に合う部屋がありません。絞り込みを解除してください。')).toBeVisible()
  await button(page, '解除').click()
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '13')
  expect(search(page)).toBe('view=room')
})

test('rooms that were changed can be looked for before they are saved', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  await drag(page, cardOf(page, site, '301'), cellAt(page, site.day(5)))
  await page.getByLabel('状態', { exact: true }).selectOption({ label: '変更した部屋' })
  await expect(page.getByTestId('found-rooms')).toHaveText('1戸')
  await expect(cellAt(page, site.day(5))).not.toHaveAttribute('data-dimmed')
  await expect(await homeOf(page, site, '202')).toHaveAttribute('data-dimmed', 'true')
})

test('the search jumps to a room in every view, in whatever width its number is typed', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  const box = page.getByLabel('部屋番号で探す')
  for (const view of ['枠', '部屋', '建物']) {
    await choice(page, '表示', view).click()
    await box.fill('１０４号室')
    await box.press('Enter')
    const cell = page.locator('[data-testid=schedule-cell]:focus')
    await expect(cell.getByTestId(`room-card-${site.idOf('104')}`)).toBeInViewport()
  }
  await box.fill('999')
  await box.press('Enter')
  await expect(page.getByText('該当する部屋がありません')).toBeVisible()
})

test('by room a dwelling is moved along its own row, into the first free frame of the slot', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site, { search: '?view=room' })
  await startEditing(page)
  const hint = await dragOver(page, cardOf(page, site, '301'), await freeSlot(page, site, '301', 2, '13:00–15:00'))
  await expect(hint).toHaveText(/^定員：/)
  await page.mouse.up()
  await drag(page, cardOf(page, site, '301'), await freeSlot(page, site, '301', 5, '13:00–15:00'))
  await expect(slotOf(page, site, '301', 5, '13:00–15:00')).toContainText('枠1')
  await saveAll(page)
  expect(await site.placeOf('301')).toMatchObject({ date: site.day(5), frame_number: 1 })
  await choice(page, '表示', '枠').click()
  await expect(cellAt(page, site.day(5), rows[2])).toContainText('301')
})

test('the building is coloured by date or by status, and moves rooms by the form', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site, { search: '?view=building' })
  const face = (room: string) => cardOf(page, site, room).getByTestId('room-card')
  const hue = (room: string) => face(room).getAttribute('data-hue')
  await isChosen(page, '色分け', '日付')
  expect(await hue('301')).toBe(await hue('201'))
  expect(await hue('301')).not.toBe(await hue('202'))
  await choice(page, '色分け', '状態').click()
  await expect(face('301')).toHaveAttribute('data-status', 'waiting')
  await expect(face('301')).not.toHaveAttribute('data-hue')
  expect(search(page)).toBe('view=building&colour=status')
  await page.reload()
  await isChosen(page, '色分け', '状態')

  await startEditing(page)
  const hint = await dragOver(page, cardOf(page, site, '301'), cardOf(page, site, '204'))
  await expect(hint).toHaveText('建物の表示では「日付を選んで移動」を使ってください。')
  await page.mouse.up()
  await expect(draftCount(page)).toHaveText('変更 0件')
  await page.getByRole('button', { name: /^系統4の操作/ }).click()
  await expect(page.getByTestId('selection-count')).toHaveText('3戸を選択中')
  await button(page, '日付を選んで移動').click()
  const form = page.getByTestId('move-form')
  await form.getByLabel('工事日').selectOption(site.day(6))
  await button(form, 'ここに移動').click()
  await expect(said(page)).toContainText('ほか2戸を')
  await expect(draftCount(page)).toHaveText('変更 3件')
  await saveAll(page)
  for (const room of ['104', '204', '304']) expect((await site.placeOf(room))?.date).toBe(site.day(6))
})
