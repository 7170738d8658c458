import { expect, type Page, test } from '@playwright/test'
import { drawSignature } from './draw-signature.ts'
import { formatYen } from '@toguchi/domain/money/tax'
import { faultsOf } from './axe.ts'
import { api, callAs, invited, invitedPassword } from './behind.ts'
import { buildResidentSite, register, type ResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { craftsman, staff } from './site.ts'

const price = 19_800
const camera = /玄関子機のカメラ/
const recorder = /録画機能/

/** Orders one of a room's options through the pages of its resident, in the wanted way. */
const orderAs = async (page: Page, option: RegExp, method: string) => {
  await page.goto('/residents/change_construction_options')
  await page.getByRole('checkbox', { name: option }).check()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page
    .getByText(method === '当日集金' ? '当日、作業員にお支払い' : method)
    .first()
    .click()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByRole('button', { name: /^申し込/ }).click()
  if (method === 'クレジットカード') await page.getByRole('button', { name: '成功', exact: true }).click()
  if (method === 'コンビニ払い') await page.getByRole('button', { name: '成功（支払番号を発行）' }).click()
  await page.waitForURL('**/residents/request_option_histories**')
}

const wayOf = (site: ResidentSite, page: 'orders' | 'cash_list') => `/constructions/${site.id}/${page}`

test('every way to pay, from the order to the office: card, store, cash and at the door', async ({ page, browser }) => {
  const site = await buildResidentSite()
  // Far enough away for a convenience store.
  const { construction_time_frames: frames } = await site.read()
  await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf('102')}/assign`, {
    assign: { date: site.day(10), construction_time_frame_id: frames[0]?.id, frame_number: 1 },
  })
  const lives = [
    ['101', camera, 'クレジットカード', '入金済', price],
    ['101', recorder, '現金', '未入金', 13_200],
    ['102', camera, 'コンビニ払い', '未入金', price],
    ['102', recorder, '当日集金', '未入金', 13_200],
  ] as const
  const { client } = await callAs<{ client: { use_cash_payment: boolean } }>(staff, 'GET', '/settings')
  const setCash = (use_cash_payment: boolean) => callAs(staff, 'PATCH', '/settings', { client: { use_cash_payment } })
  await setCash(true)
  try {
    for (const room of ['101', '102']) {
      const guests = await browser.newContext()
      const resident = await guests.newPage()
      await register(resident, site.letterOf(room))
      for (const [, option, method] of lives.filter(([dwelling]) => dwelling === room)) {
        await orderAs(resident, option, method)
        await expect(resident.getByText(option).first()).toBeVisible()
      }
      await guests.close()
    }
  } finally {
    // Other journeys of this company find it as it was.
    await setCash(client.use_cash_payment)
  }
  await enter(page, staff)
  await page.goto(wayOf(site, 'orders'))
  const table = page.getByRole('table', { name: '注文' })
  for (const [room, , method, status, amount] of lives) {
    const row = table.getByRole('row', { name: new RegExp(`${room}.*${method}`) })
    await expect(row.getByTestId('order-status')).toHaveText(status)
    await expect(row).toContainText(formatYen(amount))
  }
  await expect(page.getByTestId('orders-total')).toContainText(formatYen(price))
  // The page scrolls in one direction only.
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await faultsOf(page)).toEqual([])
})

/** The office orders a room's first option, to be collected on the day. */
const orderFor = async (site: ResidentSite, room: string): Promise<number> => {
  const path = `/rooms/${site.idOf(room)}`
  const { constructions_options } = await site.call<{ constructions_options: { id: number }[] }>('GET', `${path}/options`)
  const { order } = await site.call<{ order: { id: number } }>('POST', `${path}/orders`, {
    order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: constructions_options[0]?.id }] },
    acting_for: { channel: 'tel', caller: '本人' },
  })
  return order.id
}

test('staff record a payment, decide on a cancellation and send the money back', async ({ page }) => {
  const site = await buildResidentSite()
  await orderFor(site, '201')
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
  // It was another dwelling's money: nothing is done without a reason, and the order waits for its own again.
  await modal.getByRole('button', { name: '入金を取り消す' }).click()
  const voiding = page.getByTestId('void-payment')
  await expect(voiding).toContainText('未入金に戻します。')
  await voiding.getByRole('button', { name: '入金を取り消す' }).click()
  await expect(voiding.getByText('理由を入力してください')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await voiding.getByLabel('理由').fill('別の部屋の入金と取り違えたため')
  await voiding.getByRole('button', { name: '入金を取り消す' }).click()
  await expect(page.getByText('入金を取り消しました。', { exact: true })).toBeVisible()
  await expect(modal.getByTestId('order-status')).toHaveText('未入金')
  await expect(modal).toContainText(formatYen(-price))
  await modal.getByRole('button', { name: '入金登録' }).click()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(modal.getByTestId('order-status')).toHaveText('入金済')
  // A receipt's later issue is asked for, and says what it is.
  await modal.getByRole('button', { name: '領収書', exact: true }).click()
  await expect(modal.getByRole('link', { name: 'PDFを開く' })).toBeVisible()
  await modal.getByRole('button', { name: /^領収書（再発行）（ ?作り直す/ }).click()
  await page.getByRole('dialog', { name: '領収書を再発行します。よろしいですか？' }).getByRole('button', { name: 'キャンセル' }).click()
  await expect(modal.getByRole('link', { name: 'PDFを開く' })).toBeVisible()
  await modal.getByRole('button', { name: '注文をキャンセル', exact: true }).click()
  await page
    .getByTestId('decide-cancel')
    .getByRole('button', { name: /^注文を取り消/ })
    .click()
  await expect(modal.getByTestId('order-status')).toHaveText('キャンセル済')
  await modal.getByRole('button', { name: '閉じる' }).last().click()
  const task = page.getByTestId('refund-task')
  await expect(task).toContainText(formatYen(price))
  await task.getByRole('button', { name: '返金済みにする' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '返金済みにする' }).click()
  await expect(page.getByText('返金済みにしました。')).toBeVisible()
  await expect(task).toHaveCount(0)
})

/** Somebody else of the same company, who came by the link of the invitation. */
const hireColleague = async (): Promise<string> => {
  const login_id = `${invited}${process.pid}`
  const email = `${login_id}@example.jp`
  await callAs(staff, 'POST', '/staffs', { staff: { type: 'Staff', name: '経理 花子', email, phone: null, login_id, department_id: null } })
  const mails = await fetch(`${api}/dev/mails?to=${encodeURIComponent(email)}`)
  const reset_password_token = /reset_password_token=([\w-]+)/.exec(await mails.text())?.[1]
  const answer = await fetch(`${api}/auth/password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reset_password_token, password: invitedPassword, password_confirmation: invitedPassword }),
  })
  expect(answer.status).toBe(200)
  return login_id
}

test('the account of a refund is read once and on request, and settled by no colleague of today', async ({ page }) => {
  const site = await buildResidentSite()
  const id = await orderFor(site, '202')
  await callAs(staff, 'PATCH', `/orders/${id}/payment`, {})
  await callAs(staff, 'PATCH', `/orders/${id}/cancel_order`)
  await enter(page, staff)
  let readings = 0
  page.on('request', request => {
    if (request.url().endsWith('/account_reading')) readings += 1
  })
  await page.goto(wayOf(site, 'orders'))
  const task = page.getByTestId('refund-task')
  const dialog = page.getByRole('dialog')
  await task.getByRole('button', { name: '振込に変更' }).click()
  await expect(dialog).toContainText(`202号室`)
  await dialog.getByRole('button', { name: '変更する' }).click()
  await task.getByRole('button', { name: '口座を入力' }).click()
  await dialog.getByLabel('銀行名').fill('青葉銀行')
  await dialog.getByLabel('支店名').fill('本店')
  await dialog.getByLabel('口座番号').fill('1234567')
  await dialog.getByLabel(/口座名義/).fill('ミドリカワ ハル')
  await dialog.getByRole('button', { name: '登録する' }).click()
  await task.getByRole('button', { name: '口座を見る' }).click()
  await expect(dialog.getByText('1234567')).toHaveCount(0)
  await dialog.getByRole('button', { name: '口座を表示' }).click()
  await expect(dialog.getByText('1234567')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  expect(readings).toBe(1)
  // Who wrote the account is told why the button is somebody else's.
  await expect(task.getByRole('button', { name: '振込済みにする' })).toHaveAttribute('aria-disabled', 'true')
  await expect(task).toContainText('ほかの担当者が口座を確認して行ってください')
  await enter(page, await hireColleague())
  await page.goto(wayOf(site, 'orders'))
  // Who wrote the account could have made this colleague for the purpose (second-person.test.ts settles a week later).
  await expect(task.getByRole('button', { name: '振込済みにする' })).toHaveAttribute('aria-disabled', 'true')
  await expect(task).toContainText('登録されて間もないアカウント')
})

test('a decision over an order that somebody else has decided on is refused, and shows what it is now', async ({ page }) => {
  const site = await buildResidentSite()
  const id = await orderFor(site, '203')
  await enter(page, staff)
  await page.goto(wayOf(site, 'orders'))
  await page.getByRole('table', { name: '注文' }).getByRole('row').nth(1).click()
  const modal = page.getByTestId('order-modal')
  await expect(modal.getByTestId('order-status')).toHaveText('未入金')
  await callAs(staff, 'PATCH', `/orders/${id}/cancel_order`)
  await modal.getByRole('button', { name: '入金登録' }).click()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(modal.getByTestId('order-status')).toHaveText('キャンセル済')
  await expect(modal.getByRole('button', { name: '入金登録' })).toHaveCount(0)
})

test('saving the company leaves what is being written about the seller', async ({ page }) => {
  const { client } = await callAs<{ client: { name_abbreviation: string | null } }>(staff, 'GET', '/settings')
  await enter(page, staff)
  await page.goto('/settings')
  const seller = page.locator('[name="sale_settings[seller_name]"]')
  await seller.fill('書きかけの販売者')
  await page.locator('[name="client[name_abbreviation]"]').fill(`略称${process.pid}`)
  await page.getByRole('button', { name: '保存する', exact: true }).click()
  await expect(page.getByTestId('toast').filter({ hasText: '設定を更新しました。' })).toBeVisible()
  await expect(seller).toHaveValue('書きかけの販売者')
  await callAs(staff, 'PATCH', '/settings', { client: { name_abbreviation: client.name_abbreviation ?? '' } })
})

test('a craftsman collects at the door, signed for, and the list says so', async ({ page }) => {
  const site = await buildResidentSite()
  await orderFor(site, '101')
  const place = await site.placeOf('101')
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, craftsman)
  await page.goto(`${wayOf(site, 'cash_list')}?date=${place?.date}`)
  await page.getByTestId('cash-entry').getByRole('button', { name: '集金済みにする' }).click()
  const modal = page.getByTestId('collect')
  await expect(modal.getByRole('button', { name: '集金済みにする' })).toHaveAttribute('aria-disabled', 'true')
  await drawSignature(modal)
  await modal.getByRole('button', { name: '集金済みにする' }).click()
  await expect(page.getByText('入金を登録しました。')).toBeVisible()
  await expect(page.getByTestId('cash-entry')).toContainText('集金済み')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
