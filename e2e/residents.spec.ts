import { expect, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { buildResidentSite, comeByCode, type ResidentSite } from './resident-site.ts'
import { staff } from './site.ts'

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
test.use(phone)

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

test('a resident’s whole story, from the letter to the receipt, and two taps to the confirmed date', async ({ page }) => {
  // The code’s button is one tap, the date’s the other: no name, no contact, no login.
  await comeByCode(page, site.letterOf('101'))
  await expect(page.getByText('まだ確定していません')).toBeVisible()
  await page.getByRole('button', { name: 'この日程で確定する' }).click()
  await expect(page.getByText('日程は確定しています')).toBeVisible()

  await page.getByRole('link', { name: '在宅方法を選ぶ' }).click()
  await page.getByText('鍵預かり').click()
  await page.getByRole('button', { name: 'この方法に決める' }).click()
  await expect(page.getByTestId('field-error')).toContainText('同意してください')
  await page.locator('[name=consent]').check()
  await page.getByRole('button', { name: 'この方法に決める' }).click()
  await page.waitForURL('**/residents/top')
  await expect(page.getByRole('region', { name: '在宅方法' })).toContainText('鍵預かり')

  await page.getByRole('link', { name: 'オプションの申込み', exact: true }).click()
  await page.getByRole('checkbox').first().check()
  await expect(page.getByText('¥19,800').first()).toBeVisible()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByText('クレジットカード').click()
  await page.getByRole('button', { name: '次へ進む' }).click()
  // The name is asked for where it is needed.
  await page.locator('[name=name]').fill('緑川 ハル')
  // Two taps on paying are one order.
  await page.getByRole('button', { name: '申し込んで支払いへ進む' }).dblclick()
  await page.getByRole('button', { name: '成功', exact: true }).click()
  await page.waitForURL('**/residents/request_option_histories?result=ok&order=*')
  await expect(page.getByText('お支払いが完了しました。')).toBeVisible({ timeout: 120_000 })
  // Said once: the address no longer says it.
  await page.waitForURL('**/residents/request_option_histories')
  await expect(page.getByTestId('order')).toHaveCount(1)
  await expect(page.getByTestId('order')).toContainText('入金済')

  await page.getByRole('button', { name: '領収書を発行する' }).click()
  await page.getByRole('button', { name: '発行する', exact: true }).click()
  const link = page.getByRole('link', { name: '領収書を開く（PDF）' })
  await expect(link).toBeVisible({ timeout: 120_000 })
  const receipt = await page.request.get(
    `http://127.0.0.1:${process.env.E2E_PORT}${new URL((await link.getAttribute('href')) ?? '', page.url()).pathname}`,
  )
  expect((await receipt.body()).subarray(0, 4).toString()).toBe('%PDF')

  // Back over the payment page to where the order was made: it is ordered, and cannot be ordered twice.
  await page.goBack()
  await expect(page.getByText('お支払い済み')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('申込済み')).toBeVisible()
  // The step that was kept falls back, and does not jump ahead with the next option.
  await page.waitForURL('**/residents/change_construction_options')
  await expect(page.getByRole('checkbox').first()).toBeDisabled()
  // Nobody hands money over at the door where nobody is at home.
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await expect(page.getByRole('radio', { name: '当日、作業員にお支払い' })).toBeDisabled()
  await page.goto('/residents/presence')
  await page.getByRole('radio', { name: /本人/ }).check()
  await page.getByRole('button', { name: 'この方法に決める' }).click()
  await page.waitForURL('**/residents/top')
  await page.getByRole('link', { name: 'オプションの申込み', exact: true }).click()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByText('当日、作業員にお支払い').click()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await expect(page.getByText('この内容で申し込みます。よろしいですか？')).toBeVisible()
  // The office was faster: the refusal is said, where something can be done about it.
  await callAs(staff, 'POST', `/constructions/${site.id}/rooms/${site.idOf('101')}/orders`, {
    order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: await secondOption() }] },
  })
  await page.getByRole('button', { name: '申し込む', exact: true }).click()
  await expect(page.getByText('同じオプションは追加できません。')).toBeVisible()
  await expect(page.getByText('申込済み')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'オプションを選んでください' })).toBeDisabled()

  await page.goto('/residents/top')
  await page.getByTestId('header-user').click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page.getByRole('heading', { name: 'ログアウトしました。' })).toBeVisible()
  await page.getByRole('link', { name: 'ログイン画面へ' }).click()
  await expect(page.getByRole('heading', { name: '居住者ログイン' })).toBeVisible()
})

const secondOption = async () => {
  const { constructions_options } = await callAs<{ constructions_options: { id: number }[] }>(
    staff,
    'GET',
    `/constructions/${site.id}/rooms/${site.idOf('101')}/options`,
  )
  return constructions_options[1]?.id
}
