import { expect, type Locator, type Page } from '@playwright/test'
import { type Day, formatDayLong } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { enter } from './sign-in.ts'
import { type Site, staff } from './site.ts'

/** Morning 1 to afternoon 2: the frames of a site as the heads of the rows say them. */
export const rows = ['09:00–12:00 枠1', '09:00–12:00 枠2', '13:00–15:00 枠1', '13:00–15:00 枠2'] as const
export type RowName = `${string}–${string} ${'' | '予備'}枠${number}`

export const openSchedule = async (page: Page, site: Site, { person = staff, search = '' } = {}): Promise<void> => {
  await enter(page, person)
  await page.goto(`${site.schedule}${search}`)
  await gridOf(page).waitFor()
}

export const gridOf = (page: Page) => page.getByRole('grid', { name: '詳細工程表' })
export const cellAt = (page: Page, date: Day, row: RowName = rows[0]): Locator =>
  page.locator(`[data-testid=schedule-cell][aria-label^="${formatDayLong(date)} "][aria-label*=" ${row} "]`)
export const cardOf = (page: Page, site: Site, room: string): Locator => page.getByTestId(`room-card-${site.idOf(room)}`)
export const said = (page: Page) => page.locator('[data-testid=schedule-announcement]')
export const draftCount = (page: Page) => page.getByTestId('draft-count')
export const sheetOf = (page: Page) => page.getByTestId('save-sheet')
export const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true })

/** Something of the bar's menu, opened first. */
export const fromMore = async (page: Page, name: string): Promise<void> => {
  await button(page, 'その他').click()
  await button(page.getByRole('group', { name: 'その他' }), name).click()
}

/** Narrows the sheet to one entry of 階, 系統 or 状態. */
export const filterBy = async (page: Page, by: '階' | '系統' | '状態', choice: { label: string } | ''): Promise<void> => {
  const opener = page.getByRole('button', { name: /^絞り込み/ })
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  await page.getByLabel(by, { exact: true }).selectOption(choice)
}

export const startEditing = async (page: Page): Promise<void> => {
  await button(page, '編集').click()
  await expect(page.getByTestId('edit-tools')).toBeVisible()
}

/** Saves the draft as the sheet proposes it. */
export const saveAll = async (page: Page): Promise<void> => {
  await button(page, '変更を保存').click()
  await sheetOf(page).getByRole('button', { name: /^保存/ }).click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(page.getByTestId('edit-tools')).toBeHidden()
}

/** The cell in which the saved schedule has a room. */
export const homeOf = async (page: Page, site: Site, room: string): Promise<Locator> => {
  const { construction_time_frames, assigns } = await site.read()
  return cellAt(page, ...placed({ construction_time_frames, assigns }, room))
}

const placed = ({ construction_time_frames, assigns }: Pick<DetailSchedule, 'construction_time_frames' | 'assigns'>, name: string) => {
  const assign = assigns.find(({ room }) => room.name === name)
  const frame = construction_time_frames.find(({ id }) => id === assign?.construction_time_frame_id)
  if (assign === undefined || frame === undefined) throw new Error(`${name} has no place`)
  const kind = assign.is_spare_frame ? '予備枠' : '枠'
  const row: RowName = `${frame.start_at.slice(0, 5)}–${frame.end_at.slice(0, 5)} ${kind}${assign.frame_number}`
  return [assign.date, row] as const
}

export interface Point {
  x: number
  y: number
}
/** The middle of something on the screen. */
export const middleOf = async (target: Locator): Promise<Point> => {
  const box = await target.boundingBox()
  if (box === null) throw new Error('not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Takes a card with the mouse and holds it over something; what the pointer is told there stands at the pointer. */
export const dragOver = async (page: Page, card: Locator, target: Locator | Point): Promise<Locator> => {
  const [from, to] = [await middleOf(card), 'x' in target ? target : await middleOf(target)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  return page.locator('[data-testid=drag-hint]')
}
export const drag = async (page: Page, card: Locator, target: Locator | Point): Promise<void> => {
  await dragOver(page, card, target)
  await page.mouse.up()
}
