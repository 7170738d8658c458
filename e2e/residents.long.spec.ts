import { expect, type Page, test } from '@playwright/test'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { api, callAs } from './behind.ts'
import { buildResidentSite, comeByCode, register, type ResidentSite } from './resident-site.ts'
import { staff } from './site.ts'
import { turnToWeekWith } from './turn-week.ts'

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
test.use(phone)

let site: ResidentSite
test.beforeAll(async () => {
  site = await buildResidentSite()
})

/** 12月10日(木) of a frame's own button. */
const frameOn = (page: Page, offset: number) =>
  page.getByRole('button', { name: new RegExp(`${RegExp.escape(formatDayLong(site.day(offset)))}.*を選ぶ`) })

const goToWeekOf = (page: Page, offset: number) => turnToWeekWith(page, frameOn(page, offset))

test('everything is done without a mouse', async ({ page }) => {
  await register(page, site.letterOf('102'))
  const press = async (name: string, role: 'button' | 'link' = 'button') => {
    const target = page.getByRole(role, { name, exact: true })
    for (let at = 0; at < 60 && !(await target.evaluate(element => element.matches(':focus'))); at += 1) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await page.goto('/residents/top')
  await press('日程を変更する', 'link')
  await page.waitForURL('**/change_construction_date_form')
  await goToWeekOf(page, 6)
  const frame = frameOn(page, 6).first()
  await frame.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('この枠を確保しています')
  await press('変更する')
  await page.waitForURL('**/residents/top')
  await expect(page.getByRole('region', { name: '工事日' })).toContainText(formatDayLong(site.day(6)).slice(5))
  await press('在宅方法を選ぶ', 'link')
  await page.waitForURL('**/residents/presence')
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await press('この方法に決める')
  await page.waitForURL('**/residents/top')
  await expect(page.getByRole('region', { name: '在宅方法' })).toContainText('本人')
  await press('大きい文字')
  await expect(page.locator('html')).toHaveAttribute('data-size', 'large')
})

test('a lost connection loses nothing, and what another one is deciding about says so', async ({ page, browser }) => {
  await register(page, site.letterOf('103'))
  const other = await browser.newPage(phone)
  await register(other, site.letterOf('104'))
  await page.goto('/residents/change_construction_date_form')
  await goToWeekOf(page, 7)
  await page.context().setOffline(true)
  await frameOn(page, 7).first().click()
  await expect(page.getByRole('dialog', { name: '通信できませんでした' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'もう一度送る' }).click()
  await expect(page.getByRole('dialog')).toContainText('この枠を確保しています')

  // A second dwelling takes the other frame of that time; the held one is left over, and it is not to be had.
  await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf('201')}/assign`, {
    assign: await freePlace(7),
  })
  await other.goto('/residents/change_construction_date_form')
  await goToWeekOf(other, 7)
  await expect(other.getByText('ほかの方が選択中').first()).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: '変更する', exact: true }).click()
  const lost = page.getByRole('dialog', { name: '通信できませんでした' })
  // Whoever gives up keeps the page, and finds the frame again.
  await lost.getByRole('button', { name: 'やめる' }).click()
  await expect(page.getByRole('region', { name: '日程の選択' })).toBeVisible()
  await page.context().setOffline(false)
  await frameOn(page, 7).first().click()
  await expect(page.getByRole('dialog')).toContainText('この枠を確保しています')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '変更する', exact: true }).click()
  await expect(lost).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'もう一度送る' }).click()
  await page.waitForURL('**/residents/top')
  await expect(page.getByRole('region', { name: '工事日' })).toContainText(formatDayLong(site.day(7)).slice(5))
  await other.close()
})

/** The morning of that day: two frames. */
const freePlace = async (offset: number) => {
  const { construction_time_frames } = await site.read()
  return { date: site.day(offset), construction_time_frame_id: construction_time_frames[0]?.id }
}

test('the third change, and any after the deadline, is a telephone call with what to read out', async ({ page }) => {
  await register(page, site.letterOf('301'))
  for (const offset of [8, 9]) {
    await page.goto('/residents/change_construction_date_form')
    await goToWeekOf(page, offset)
    await frameOn(page, offset).last().click()
    await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click()
    await page.waitForURL('**/residents/top')
  }
  await page.goto('/residents/change_construction_date_form')
  await expect(page.getByText('日程の変更は2回までです')).toBeVisible()
  const readOut = page.getByRole('region', { name: 'お電話でお伝えいただくこと' })
  await expect(readOut).toContainText('管理番号')
  await expect(readOut).toContainText(formatDayLong(site.day(9)))
  await expect(page.getByRole('link', { name: /電話で問い合わせる/ })).toHaveAttribute('href', /^tel:\d+$/)
  await callAs(staff, 'POST', `/constructions/${site.id}/rooms/${site.idOf('301')}/date_change_extension`, {
    date_change_extension: { extended_to: site.day(5), reason: 'ご入院のため' },
  })
  await page.reload()
  await expect(page.getByRole('region', { name: '日程の選択' })).toBeVisible()
})

test('a failed payment is paid again, and an order is asked to be cancelled', async ({ page }) => {
  // Far enough away for a convenience store.
  await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf('303')}/assign`, { assign: await freePlace(10) })
  await register(page, site.letterOf('303'))
  await page.goto('/residents/change_construction_options')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByText('クレジットカード').click()
  // What was chosen is still chosen when the page is loaded anew, at each step.
  await page.reload()
  await page.getByText('クレジットカード').click()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.waitForURL(/step=confirm/)
  await page.reload()
  await expect(page.getByText('この内容で申し込みます。よろしいですか？')).toBeVisible()
  await page.getByRole('button', { name: '申し込んで支払いへ進む' }).click()
  await page.getByRole('button', { name: '失敗' }).click()
  await page.waitForURL('**/request_option_histories?result=ng&order=*')
  await expect(page.getByText('お支払いに失敗しました。').first()).toBeVisible()
  await page.goto('/residents/top')
  await expect(page.getByText('お支払いが完了していない申込みがあります')).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: '支払いをやり直す' }).click()
  await page.getByRole('button', { name: '支払いをやり直す' }).click()
  await page.getByText('コンビニ払い').click()
  await page.getByRole('button', { name: '支払いへ進む' }).click()
  await page.getByRole('button', { name: '成功（支払番号を発行）' }).click()
  await page.waitForURL('**/request_option_histories?result=ok&order=*')
  await expect(page.getByText('支払番号を発行しました。まだお支払いは終わっていません。')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText('お支払いが完了しました。')).toHaveCount(0)
  await expect(page.getByTestId('konbini')).toContainText('支払番号')
  await expect(page.getByRole('button', { name: '支払いをやり直す' })).toHaveCount(0)
  await page.getByRole('button', { name: 'キャンセルを申請する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '申請する' }).click()
  await expect(page.getByTestId('order')).toContainText('キャンセル申請中')
  await expect(page.getByText('支払番号を発行しました。')).toHaveCount(0)
})

test('an account for money that goes back is read before it is sent, and given anew while it waits', async ({ page }) => {
  await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf('304')}/assign`, { assign: await freePlace(10) })
  await register(page, site.letterOf('304'))
  await page.goto('/residents/change_construction_options')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByText('コンビニ払い').click()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByRole('button', { name: '申し込んで支払いへ進む' }).click()
  await page.getByRole('button', { name: '成功（支払番号を発行）' }).click()
  await page.waitForURL('**/request_option_histories?result=ok&order=*')
  const id = Number(new URL(page.url()).searchParams.get('order'))
  await page.goBack()
  await page.getByRole('button', { name: '店頭で入金する' }).click()
  await expect(page.getByText('お支払い済み')).toBeVisible()
  await callAs(staff, 'PATCH', `/orders/${id}/cancel_order`)

  await page.goto('/residents/request_option_histories')
  const account = page.getByTestId('refund-account')
  await account.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(account.getByTestId('field-error')).toHaveCount(4)
  await expect(account.locator('[name=bank_name]')).toBeFocused()
  const fill = async (number: string) => {
    await account.locator('[name=bank_name]').fill('みどり銀行')
    await account.locator('[name=branch_name]').fill('中央支店')
    await account.locator('[name=account_number]').fill(number)
    await account.locator('[name=holder_kana]').fill('ミドリカワ ハル')
    await account.getByRole('button', { name: '入力内容を確認する' }).click()
    await expect(account.getByText('この口座に振り込みます。よろしいですか？')).toBeVisible()
    await expect(account.getByText(number, { exact: true })).toBeVisible()
    await account.getByRole('button', { name: '口座を登録する' }).click()
  }
  // What the server refuses stands under its field, with everything still in it.
  await fill('123')
  await expect(account.getByTestId('field-error')).toContainText('数字7桁')
  await expect(account.locator('[name=bank_name]')).toHaveValue('みどり銀行')
  await fill('1234567')
  await page.getByRole('button', { name: '口座を入力し直す' }).click()
  await fill('7654321')
  await expect(page.getByRole('button', { name: '口座を入力し直す' })).toBeVisible()
})

test('a page that stands outlives its connection, and confirms no date but the one that was read', async ({ page }) => {
  await register(page, site.letterOf('202'))
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'この日程で確定する' }).click()
  await expect(page.getByTestId('toast').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'この日程で確定する' })).toBeEnabled()
  await page.context().setOffline(false)

  await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf('202')}/assign`, { assign: await freePlace(11) })
  await page.getByRole('button', { name: 'この日程で確定する' }).click()
  await expect(page.getByText('ご覧になっている間に、工事日が変わりました。')).toBeVisible()
  await expect(page.getByRole('region', { name: '工事日' })).toContainText(formatDayLong(site.day(11)).slice(5))
  await expect(page.getByText('まだ確定していません')).toBeVisible()
  await page.getByRole('button', { name: 'この日程で確定する' }).click()
  await expect(page.getByText('日程は確定しています')).toBeVisible()

  // Whoever gives up after an answer was lost is shown what holds by now.
  await page.goto('/residents/change_construction_date_form')
  await goToWeekOf(page, 9)
  await frameOn(page, 9).last().click()
  await page.route('**/api/residents/assign', async route => {
    await callAs(staff, 'PATCH', `/constructions/${site.id}/rooms/${site.idOf('202')}/assign`, { assign: await freePlace(9) })
    await route.abort()
  })
  await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click()
  await page.getByRole('dialog', { name: '通信できませんでした' }).getByRole('button', { name: 'やめる' }).click()
  await expect(page.locator('[data-kit=current-answer]')).toContainText(formatDayLong(site.day(9)))
})

test('residents have their own pages, and add another option to what they ordered', async ({ page }) => {
  await register(page, site.letterOf('203'))
  for (const name of ['top', 'edit', 'documents']) {
    await page.goto(`/residents/${name}`)
    await expect(page.locator('[data-layout=resident]')).toBeVisible()
  }
  await page.goto('/residents/edit?display=confirm')
  await page.waitForURL('**/residents/edit')
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(page.getByText('この内容で変更します。よろしいですか？')).toBeVisible()
  for (const each of ['玄関子機のカメラ', '録画機能']) {
    await page.goto('/residents/change_construction_options')
    await page.getByRole('checkbox', { name: new RegExp(each) }).check()
    await page.getByRole('button', { name: '次へ進む' }).click()
    await page.getByText('当日、作業員にお支払い').click()
    await page.getByRole('button', { name: '次へ進む' }).click()
    await page.getByRole('button', { name: '申し込む' }).click()
    await page.waitForURL('**/request_option_histories')
  }
  await expect(page.getByTestId('order')).toHaveCount(2)
  for (const each of ['玄関子機のカメラ', '録画機能'])
    await expect(page.getByTestId('order').filter({ hasText: each })).toContainText('未入金')
})

test('the six digits are asked for after a contact was given, and nowhere else; the form begins with 男性', async ({ page }) => {
  const { path, code } = site.letterOf('204')
  const confirmation = path.replace(/authentication_code$/, 'confirmation_code')
  await page.goto(confirmation)
  await page.waitForURL('**/404')
  await comeByCode(page, { path, code: code.toLowerCase().replace('-', '') })
  // Whoever is in opens it directly no more than others do.
  await page.goto(confirmation)
  await page.waitForURL('**/404')
  await page.goto('/residents/top')
  await expect(page.getByRole('region', { name: 'お知らせの送り先' })).toHaveCount(0)
  await page.getByText('ご家族', { exact: true }).click()
  await page.getByLabel('ご家族のお名前').fill('緑川 良子')
  await page.getByRole('button', { name: 'この日程で確定する' }).click()
  await expect(page.getByText('ご家族（緑川 良子 様）').first()).toBeVisible()
  await page.getByRole('button', { name: '送り先を登録する' }).click()
  await page.getByLabel(/^メールアドレス/).fill(`e2e-${process.pid}@example.jp`)
  await page.getByRole('button', { name: '確認コードを受け取る' }).click()
  await page.waitForURL(`**${confirmation}`)
  await expect(page.locator('[data-layout=login]')).toBeVisible()
  await expect(page.getByRole('heading', { name: '確認コードの入力' })).toBeVisible()
  const answer = await fetch(`${api}/dev/mails?to=${encodeURIComponent(`e2e-${process.pid}@example.jp`)}`)
  // SAFETY: the server checks its answers against the contract while it is on trial.
  const { mails } = (await answer.json()) as { mails: { body: string }[] }
  const digits = /確認コード: (\d{6})/.exec(mails[0]?.body ?? '')?.[1]
  await page.getByLabel(/^確認コード/).fill(digits ?? '')
  await page.getByRole('button', { name: '確認する' }).click()
  await page.waitForURL('**/residents/top')
  await expect(page.getByRole('region', { name: 'お知らせの送り先' })).toContainText(`e2e-${process.pid}@example.jp`)
  await page.goto('/residents/edit')
  await expect(page.locator('[name=gender][value=male]')).toBeChecked()
})
