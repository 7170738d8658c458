import { expect, type Page, test } from '@playwright/test'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import {
  button,
  cardOf,
  cellAt,
  draftCount,
  drag,
  dragOver,
  filterBy,
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
import { moveIn } from './schedule-sheet.ts'
import { enter } from './sign-in.ts'
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
  await filterBy(page, '階', { label: '2階' })
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

test('a sheet that is drawn larger keeps the day that stood at its left, whole', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/3/detail_schedule?view=frame')
  await gridOf(page).waitFor()
  const leftmost = async () => {
    const corner = await gridOf(page).locator('[data-grid-part=corner]').boundingBox()
    const edge = (corner?.x ?? 0) + (corner?.width ?? 0)
    const heads = await gridOf(page).locator('[data-grid-part=column-head]').all()
    const boxes = await Promise.all(heads.map(async head => ({ text: await head.innerText(), box: await head.boundingBox() })))
    const first = boxes.find(({ box }) => box !== null && box.x + box.width / 2 > edge)
    return { day: /\d+\/\d+/.exec(first?.text ?? '')?.[0], cut: Math.round(edge - (first?.box?.x ?? 0)) }
  }
  await expect.poll(async () => (await leftmost()).cut).toBeLessThanOrEqual(1)
  const { day } = await leftmost()
  expect(day).toBeDefined()
  await choice(page, '表示幅', '日').click()
  await isChosen(page, '表示幅', '日')
  await expect.poll(leftmost).toEqual({ day, cut: 0 })
})

test('filters dim the other rooms on the sheet and leave them out by room; together they narrow further', async ({ page }) => {
  const site = await buildSite()
  await site.confirm('203')
  await openSchedule(page, site)
  const found = page.getByTestId('found-rooms')
  await filterBy(page, '階', { label: '2階' })
  await expect(found).toHaveText('4戸')
  await expect(await homeOf(page, site, '301')).toHaveAttribute('data-dimmed', 'true')
  await expect(await homeOf(page, site, '203')).not.toHaveAttribute('data-dimmed')
  await filterBy(page, '系統', { label: '系統3' })
  await expect(found).toHaveText('1戸')
  await filterBy(page, '階', '')
  await expect(found).toHaveText('3戸')
  await filterBy(page, '状態', { label: '日程確定済み' })
  await expect(found).toHaveText('1戸')
  await page.reload()
  await expect(found).toHaveText('1戸')
  await choice(page, '表示', '部屋').click()
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2')
  await expect(gridOf(page).getByRole('rowheader')).toContainText('203')
  await filterBy(page, '状態', { label: '完了' })
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
  await filterBy(page, '状態', { label: '変更した部屋' })
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
  // The slot is full: who stands in its first frame is named.
  await expect(hint).toHaveText('204と入れ替える')
  await page.mouse.up()
  await button(page.getByTestId('swap-modal'), '入れ替えない').click()
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

test("the window is the sheet's: its first row stands high, looked at and edited", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, 'staff01')
  // The tower: 300 dwellings and three crews.
  await page.goto('/constructions/5/detail_schedule')
  const top = async () => (await gridOf(page).getByRole('rowheader').first().boundingBox())?.y
  const barHeight = async (at: 0 | 1) => (await page.locator('[data-schedule=bar] > *').nth(at).boundingBox())?.height
  await gridOf(page).waitFor()
  await expect.poll(top).toBeLessThanOrEqual(150)
  await expect.poll(() => barHeight(0)).toBe(48)
  await startEditing(page)
  await expect.poll(top).toBeLessThanOrEqual(190)
  await expect.poll(() => barHeight(0)).toBe(48)
  await expect.poll(() => barHeight(1)).toBe(40)
  // Where nothing hovers the reason is written on the button, on its line.
  await expect(button(page, '変更を保存 （変更なし）')).toBeVisible()
  // With the main menu folded 1024 px are as good.
  await button(page, 'メニューをたたむ').click()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(() => barHeight(0)).toBe(48)
  await expect.poll(() => barHeight(1)).toBe(40)
})

test('on a phone what stands over the sheet takes two lines, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'staff01')
  await page.goto('/constructions/3/detail_schedule')
  await gridOf(page).waitFor()
  const bar = page.locator('[data-schedule=bar] > *')
  const twoLines = 2 * 44 + 20
  expect((await bar.first().boundingBox())?.height).toBeLessThanOrEqual(twoLines)
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  await startEditing(page)
  expect((await bar.first().boundingBox())?.height).toBeLessThanOrEqual(twoLines)
  expect((await bar.nth(1).boundingBox())?.height).toBeLessThanOrEqual(twoLines)
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
})

test('by week a card names who lives there, with the reception as a sign that has its word', async ({ page }) => {
  const site = await buildSite()
  await moveIn(site, '301')
  await openSchedule(page, site)
  const card = cardOf(page, site, '301')
  await expect(card.getByText('試験', { exact: true })).toBeVisible()
  await expect(card.getByTestId('reception-status')).toHaveAttribute('title', '未受付')
  await expect(cardOf(page, site, '302').getByTestId('reception-status')).not.toHaveAttribute('title')
})

test('by month four digits stand clear of the frames', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/5/detail_schedule?zoom=month')
  const numbers = gridOf(page).locator('[data-size=small] b')
  await expect(numbers.filter({ hasText: /^\d{4}$/ }).first()).toBeVisible()
  const room = await numbers.evaluateAll(all =>
    Math.min(
      ...all.map(number => {
        const [text, card] = [number.getBoundingClientRect(), number.parentElement?.getBoundingClientRect()]
        // The edge that says how far the work is has 3 px, the frame 1.
        return card === undefined ? -1 : Math.min(text.left - card.left - 3, card.right - 1 - text.right)
      }),
    ),
  )
  expect(room).toBeGreaterThanOrEqual(2)
})
