import { expect, type Page, test } from '@playwright/test'
import { formatYen } from '@toguchi/domain/money/tax'
import { faultsOf } from './axe.ts'
import { callAs } from './behind.ts'
import { buildResidentSite, register, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { craftsman, staff } from './site.ts'

const price = 19_800
const camera = /玄関子機のカメラ/

/** Orders a room's option through the pages of its resident, in the wanted way. */
const orderAs = async (page: Page, method: string) => {
  await page.goto('/residents/change_construction_options')
  await page.getByRole('checkbox', { name: camera }).check()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByText(method).first().click()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByRole('button', { name: /^申し込/ }).click()
}

const wayOf = (site: ResidentSite, page: 'orders' | 'cash_list') => `/constructions/${site.id}/${page}`

test('every way to pay, from the order to the office: card, store, cash and at the door', async ({ page, browser }) => {
  const site = await buildResidentSite()
  const offices = await browser.newContext()
  const office = await offices.newPage()
  await callAs(staff, 'PATCH', '/settings', { client: { use_cash_payment: true } })
  // Far enough away for a convenience store.
  const { construction_time_frames: frames } = await site.read()
  await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf('102')}/assign`, {
    assign: { date: site.day(10), construction_time_frame_id: frames[0]?.id, frame_number: 1 },
  })
  const lives = [
    ['101', 'クレジットカード', '入金済'],
    ['102', 'コンビニ払い', '未入金'],
    ['103', '現金', '未入金'],
    ['104', '当日集金', '未入金'],
  ] as const
  for (const [room, method] of lives) {
    const guests = await browser.newContext()
    const resident = await guests.newPage()
    await register(resident, site.letterOf(room))
    await orderAs(resident, method)
    if (method === 'クレジットカード') await resident.getByRole('button', { name: '成功', exact: true }).click()
    if (method === 'コンビニ払い') await resident.getByRole('button', { name: '成功（支払番号を発行）' }).click()
    await resident.waitForURL('**/residents/request_option_histories**')
    await expect(resident.getByText(camera).first()).toBeVisible()
    await guests.close()
  }
  await enter(office, staff)
  await office.goto(wayOf(site, 'orders'))
  const table = office.getByRole('table', { name: '注文' })
  for (const [room, method, status] of lives) {
    const row = table.getByRole('row', { name: new RegExp(`${room}.*${method}`) })
    await expect(row.getByTestId('order-status')).toHaveText(status)
    await expect(row).toContainText(formatYen(price))
  }
  await expect(office.getByTestId('orders-total')).toContainText(formatYen(price))
  // The page scrolls in one direction only.
  expect(await office.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await faultsOf(office)).toEqual([])
  await page.close()
  await offices.close()
})

test('staff record a payment, decide on a cancellation and send the money back', async ({ page }) => {
  const site = await buildResidentSite()
  const order = (room: string) =>
    callAs<{ constructions_options: { id: number }[] }>(staff, 'GET', `/constructions/${site.id}/rooms/${site.idOf(room)}/options`).then(
      ({ constructions_options: [option] }) =>
        callAs<{ order: { id: number } }>(staff, 'POST', `/constructions/${site.id}/rooms/${site.idOf(room)}/orders`, {
          order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: option?.id }] },
          acting_for: { channel: 'tel', caller: '本人' },
        }),
    )
  await order('201')
  await enter(page, staff)
  await page.goto(wayOf(site, 'orders'))
  const filter = page.getByRole('search')
  await expect(filter.getByLabel('状態').locator('option')).toHaveText(['すべて', '未入金', '入金済', 'キャンセル申請中', 'キャンセル済'])
  await page.getByRole('table', { name: '注文' }).getByRole('row').nth(1).click()
  const modal = page.getByTestId('order-modal')
  await modal.getByRole('button', { name: '入金登録' }).click()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('入金を登録しました。')).toBeVisible()
  await expect(modal.getByTestId('order-status')).toHaveText('入金済')
  await modal.getByRole('button', { name: '注文をキャンセル' }).click()
  await page.getByRole('button', { name: 'キャンセルする' }).click()
  await expect(modal.getByTestId('order-status')).toHaveText('キャンセル済')
  await modal.getByRole('button', { name: '閉じる' }).last().click()
  const task = page.getByTestId('refund-task')
  await expect(task).toContainText(formatYen(price))
  await task.getByRole('button', { name: '返金済みにする' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '返金済みにする' }).click()
  await expect(page.getByText('返金済みにしました。')).toBeVisible()
  await expect(task).toHaveCount(0)
})

test('a craftsman collects at the door, signed for, and the list says so', async ({ page }) => {
  const site = await buildResidentSite()
  const [option] = (
    await callAs<{ constructions_options: { id: number }[] }>(staff, 'GET', `/constructions/${site.id}/rooms/${site.idOf('101')}/options`)
  ).constructions_options
  await callAs(staff, 'POST', `/constructions/${site.id}/rooms/${site.idOf('101')}/orders`, {
    order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: option?.id }] },
  })
  const place = await site.placeOf('101')
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, craftsman)
  await page.goto(`${wayOf(site, 'cash_list')}?date=${place?.date}`)
  await page.getByTestId('cash-entry').getByRole('button', { name: '集金済み' }).click()
  const modal = page.getByTestId('collect')
  await expect(modal.getByRole('button', { name: '集金済みにする' })).toHaveAttribute('aria-disabled', 'true')
  const pad = await modal.getByTestId('signature-pad').boundingBox()
  if (pad === null) throw new Error('there is nowhere to sign')
  await page.mouse.move(pad.x + 30, pad.y + 40)
  await page.mouse.down()
  await page.mouse.move(pad.x + 120, pad.y + 70, { steps: 5 })
  await page.mouse.up()
  await modal.getByRole('button', { name: '集金済みにする' }).click()
  await expect(page.getByText('入金を登録しました。')).toBeVisible()
  await expect(page.getByTestId('cash-entry')).toContainText('集金済み')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
