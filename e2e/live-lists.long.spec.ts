import { type Browser, expect, type Page, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { buildResidentSite, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { craftsman, staff } from './site.ts'

// Feature 16, decision 082: what others do is seen on the lists that stand open, and nobody reloads them.

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

const open = async (browser: Browser, person: string, path: string, viewport = { width: 1280, height: 900 }): Promise<Page> => {
  const page = await (await browser.newContext({ viewport })).newPage()
  await enter(page, person)
  await page.goto(path)
  // A page that is loaded again would forget it.
  await page.evaluate('globalThis.stood = true')
  return page
}
const stood = (page: Page) => page.evaluate<boolean>('globalThis.stood === true')

test('a date that is confirmed is seen on the craftsman’s day and on the answer board', async ({ browser }) => {
  const room = (await site.read()).assigns.find(({ date }) => date === site.day(0))?.room
  if (room === undefined) throw new Error('nobody is visited today')
  const day = await open(browser, craftsman, '/constructions', { width: 390, height: 844 })
  const board = await open(browser, staff, `/constructions/${site.id}/answer_board`)
  const card = day.getByTestId('own-day').locator(`[data-room="${room.id}"]`)
  await expect(card).toContainText('居住者の返事なし')
  const unanswered = board.getByRole('heading', { name: /^未回答の住戸/ })
  const before = (await unanswered.textContent()) ?? ''
  await site.confirm(room.name)
  await expect(card).not.toContainText('居住者の返事なし')
  await expect(unanswered).not.toHaveText(before)
  expect([await stood(day), await stood(board)]).toEqual([true, true])
  for (const page of [day, board]) await page.context().close()
})

test('an order, its payment, and what is left over are seen on the lists of the office', async ({ browser }) => {
  const path = `/rooms/${site.idOf('204')}`
  const orders = await open(browser, staff, `/constructions/${site.id}/orders`)
  const remaining = await open(browser, staff, `/constructions/${site.id}/remaining_constructions`)
  const order = orders.getByRole('table', { name: '注文' }).getByRole('row').filter({ hasText: '204' })
  const left = remaining.getByRole('table', { name: '残工事' }).getByRole('row').filter({ hasText: '204' })
  await expect(orders.getByRole('heading', { name: /注文/ }).first()).toBeVisible()
  await expect(remaining.getByRole('heading', { name: '残工事' })).toBeVisible()
  await expect(order).toHaveCount(0)
  await expect(left).toHaveCount(0)
  const { constructions_options } = await site.call<{ constructions_options: { id: number }[] }>('GET', `${path}/options`)
  const { order: made } = await site.call<{ order: { id: number } }>('POST', `${path}/orders`, {
    order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: constructions_options[0]?.id }] },
    acting_for: { channel: 'tel', caller: '本人' },
  })
  await expect(order.getByTestId('order-status')).toHaveText('未入金')
  await callAs(staff, 'PATCH', `/orders/${made.id}/payment`, {})
  await expect(order.getByTestId('order-status')).toHaveText('入金済')
  await site.call('POST', `${path}/absence`, { absence: {} })
  await expect(left).toHaveCount(1)
  expect([await stood(orders), await stood(remaining)]).toEqual([true, true])
  for (const page of [orders, remaining]) await page.context().close()
})
