import { type Browser, expect, type Page, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { button, cardOf, cellAt, openSchedule, rows } from './schedule-page.ts'
import { buildSite, craftsman, type Site, staff } from './site.ts'

const openAs = async (browser: Browser, site: Site, person: string, viewport = { width: 1280, height: 900 }): Promise<Page> => {
  const page = await (await browser.newContext({ viewport })).newPage()
  await openSchedule(page, site, { person })
  return page
}
const viewers = (page: Page) => page.getByTestId('schedule-viewers')
const nameOf = async (person: string) => (await callAs<{ user: { name: string } }>(person, 'GET', '/users/me')).user.name
const family = (name: string) => name.split(' ')[0] ?? ''

test('two people at one schedule see what the other saves, and who is editing', async ({ browser }) => {
  const site = await buildSite()
  const [myName, otherName] = await Promise.all([nameOf(staff), nameOf(craftsman)])
  const one = await openAs(browser, site, staff)
  const other = await openAs(browser, site, craftsman, { width: 390, height: 844 })
  await expect(viewers(one)).toContainText(`${family(otherName)}さんが閲覧中`)
  await expect(viewers(other)).toContainText(`${family(myName)}さんが閲覧中`)

  await button(one, '編集').click()
  await expect(viewers(other)).toContainText(`${family(myName)}さんが編集中`)
  await button(one, 'キャンセル').click()
  await expect(viewers(other)).toContainText(`${family(myName)}さんが閲覧中`)

  // By keyboard: the list opens, and Escape puts the focus back.
  await viewers(other).focus()
  await other.keyboard.press('Enter')
  await expect(other.getByRole('group', { name: 'この工程表を開いている人' })).toContainText(myName)
  await other.keyboard.press('Escape')
  await expect(viewers(other)).toBeFocused()

  const place = await site.placeOf('301')
  const move = (to: unknown) => site.call('PATCH', `/rooms/${site.idOf('301')}/assign`, { assign: to })
  await move({ ...place, date: site.day(5) })
  await expect(cellAt(one, site.day(5))).toContainText('301')
  await expect(cellAt(one, site.day(0)).filter({ hasText: '301' })).toHaveCount(0)
  await move(place)
  await expect(cellAt(one, site.day(0), rows[0])).toContainText('301')
  await expect(cardOf(one, site, '301')).toHaveCount(1)

  await other.close()
  // By the good-bye: who says none is forgotten after 45 seconds only.
  await expect(viewers(one)).toHaveCount(0, { timeout: 40_000 })
})
