import { expect, type Locator, type Page, test } from '@playwright/test'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import { faultsOf } from './axe.ts'
import { callAs } from './behind.ts'
import { buildResidentSite, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { staff } from './site.ts'

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
  // What is ordered takes nine days to be prepared.
  await site.call('PATCH', '', { form_type: 'overall_schedule', construction: { option_request_end_on: site.day(-11) } })
})

interface Order {
  id: number
  status: string
}
const ordersOf = async (room: string): Promise<Order[]> =>
  (await site.call<{ orders: Order[] }>('GET', `/rooms/${site.idOf(room)}/orders`)).orders

/** A room on the last day, whose resident has bought an option and paid for it. */
const buy = async (room: string, frame_number: number) => {
  const path = `/rooms/${site.idOf(room)}`
  const { construction_time_frames: frames } = await site.read()
  await site.call('PATCH', `${path}/assign`, {
    assign: { date: site.day(10), construction_time_frame_id: frames[0]?.id, frame_number },
  })
  const { constructions_options } = await site.call<{ constructions_options: { id: number }[] }>('GET', `${path}/options`)
  const { order } = await site.call<{ order: Order }>('POST', `${path}/orders`, {
    order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: constructions_options[0]?.id }] },
    acting_for: { channel: 'tel', caller: '本人' },
  })
  await callAs(staff, 'PATCH', `/orders/${order.id}/payment`, {})
}

const openRoom = async (page: Page, room: string) => {
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf(room)}`)
}
const decisionIn = (dialog: Locator) => dialog.getByTestId('order-decision')

test('a move into the preparation of a bought option asks what becomes of it, and keeps it', async ({ page }) => {
  await buy('201', 1)
  await openRoom(page, '201')
  await page.getByRole('button', { name: '日程を変更' }).click()
  const dialog = page.getByRole('dialog')
  const near = dialog
    .getByText(formatDayShort(site.day(5)))
    .locator('..')
    .getByRole('radio')
    .first()
  await near.click()
  await dialog.getByRole('button', { name: 'この日時に変更する' }).click()
  // Nothing is saved before it is answered.
  await expect(decisionIn(dialog)).toContainText('オプションの注文があります。どうするか選んでください。')
  await expect(decisionIn(dialog)).toContainText('入金済')
  expect((await site.placeOf('201'))?.date).toBe(site.day(10))
  await expect(dialog.getByRole('button', { name: 'この日時に変更する' })).toHaveAttribute('aria-disabled', 'true')
  expect(await faultsOf(page)).toEqual([])
  await decisionIn(dialog).getByLabel('そのまま行う').check()
  await dialog.getByRole('button', { name: 'この日時に変更する' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await site.placeOf('201'))?.date).toBe(site.day(5))
  expect((await ordersOf('201')).map(({ status }) => status)).toEqual(['paid'])
})

test('a room that is put off asks it too, and cancels with the refund', async ({ page }) => {
  await buy('202', 2)
  await openRoom(page, '202')
  await page.getByRole('button', { name: 'その他' }).first().click()
  await page
    .getByRole('menuitem', { name: '日程再調整' })
    .or(page.getByRole('button', { name: '日程再調整' }))
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/理由/).first().selectOption({ index: 1 })
  await dialog.getByRole('button', { name: '日程再調整にする' }).click()
  await expect(dialog).toContainText('注文')
  expect((await ordersOf('202')).map(({ status }) => status)).toEqual(['paid'])
  await decisionIn(dialog)
    .getByLabel(/取り消して返金（¥19,800を返金）/)
    .check()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '日程再調整にする' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await ordersOf('202')).map(({ status }) => status)).toEqual(['cancel_order'])
  // Whoever pays it back finds it on the page of the orders.
  await page.goto(`/constructions/${site.id}/orders`)
  await expect(page.getByTestId('refund-task').filter({ hasText: '202' })).toContainText('¥19,800')
})

test('a room that is closed without the work asks it before it is settled', async ({ page }) => {
  await buy('203', 1)
  await openRoom(page, '203')
  await page.getByRole('button', { name: 'その他' }).first().click()
  await page
    .getByRole('menuitem', { name: '完了確定' })
    .or(page.getByRole('button', { name: '完了確定' }))
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/理由/).first().selectOption({ index: 1 })
  await dialog.getByRole('button', { name: '完了確定する' }).click()
  await expect(dialog).toContainText('注文')
  const { room } = await site.call<{ room: { closed_at: string | null } }>('GET', `/rooms/${site.idOf('203')}`)
  expect(room.closed_at).toBeNull()
  await decisionIn(dialog)
    .getByLabel(/取り消して返金/)
    .check()
  await dialog.getByRole('button', { name: '完了確定する' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await ordersOf('203')).map(({ status }) => status)).toEqual(['cancel_order'])
})
