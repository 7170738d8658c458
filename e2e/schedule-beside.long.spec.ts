import { expect, type Page, test } from '@playwright/test'
import { button, cardOf, gridOf, openSchedule, startEditing } from './schedule-page.ts'
import { moveIn } from './schedule-sheet.ts'
import { buildSite, craftsman } from './site.ts'

const panelOf = (page: Page) => page.getByTestId('room-panel')
const headOf = (page: Page, room: string) => panelOf(page).getByRole('heading', { name: `${room}号室`, exact: true })

test('a card opens its room beside the sheet; neighbours, Escape and Back lead on and back to the card', async ({ page }) => {
  const site = await buildSite()
  const email = await moveIn(site, '301')
  await openSchedule(page, site)
  await cardOf(page, site, '301').click()
  await expect(headOf(page, '301')).toBeFocused()
  await expect(panelOf(page)).toContainText(email)
  await expect(gridOf(page)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('room')).toBe(String(site.idOf('301')))

  await panelOf(page).getByRole('link', { name: '次の部屋 302号室' }).click()
  await expect(headOf(page, '302')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  await expect(page.getByRole('gridcell', { name: /302/ }).and(page.locator(':focus'))).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(headOf(page, '302')).toBeFocused()
  await panelOf(page).getByRole('link', { name: '前の部屋 301号室' }).click()
  await expect(headOf(page, '301')).toBeVisible()
  await page.goBack()
  await expect(headOf(page, '302')).toBeVisible()
  await page.goBack()
  await expect(panelOf(page)).toHaveCount(0)
  await expect(gridOf(page)).toBeVisible()
  expect(new URL(page.url()).searchParams.has('room')).toBe(false)
})

test('the address holds the room, what others save shows at once, and an edit puts it away', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site, { search: `?room=${site.idOf('101')}` })
  await expect(headOf(page, '101')).toBeVisible()
  await expect(panelOf(page)).toContainText('未確定')
  await site.confirm('101')
  await expect(panelOf(page)).not.toContainText('未確定')
  await startEditing(page)
  await expect(panelOf(page)).toHaveCount(0)
})

test('on a phone the room fills the screen, and Back closes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const site = await buildSite()
  await openSchedule(page, site)
  await cardOf(page, site, '301').click()
  const sheet = page.getByRole('dialog', { name: '301号室' })
  await expect(sheet).toBeVisible()
  const box = await sheet.boundingBox()
  expect(box).toMatchObject({ x: 0, width: 390 })
  expect(box?.height).toBeGreaterThanOrEqual(844)
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(gridOf(page)).toBeVisible()
})

test('a craftsman comes to the page of the room, where the work is', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site, { person: craftsman })
  await cardOf(page, site, '301').click()
  await page.waitForURL(`**/rooms/${site.idOf('301')}`)
  await expect(button(page, '完了登録')).toBeVisible()
})
