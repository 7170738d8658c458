import { expect, test } from '@playwright/test'
import { drawSignature } from './draw-signature.ts'
import { formatDayLong, formatDayShort, formatDayWithoutYear, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { faultsOf } from './axe.ts'
import { api, callAs, sessionOf } from './behind.ts'
import { enter } from './sign-in.ts'
import { onePagePdf } from '../server/test/one-page-pdf.ts'
import { buildSite, staff } from './site.ts'
import { buildingNameOf, sitDown } from './desk.ts'

test('a wished day at the desk takes nothing back but the date, and a lost race proposes what is free', async ({ page }) => {
  const site = await buildSite()
  await site.call('PATCH', `/rooms/${site.idOf('204')}/resident`, { resident: { name: '大野 勝' } })
  await sitDown(page)
  await page.goto('/desk')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`204 ${await buildingNameOf(site)}`)
  await page.keyboard.press('Enter')
  await page.getByLabel('ご連絡された方').fill('大野 勝の妻')
  await page.getByLabel('認証コード').check()
  const dates = page.getByRole('group', { name: '日時' })
  await dates.getByRole('radio').nth(1).check()
  const wish = page.getByLabel('ご希望の日', { exact: true })
  await wish.fill(site.day(7).replaceAll('-', '/'))
  await wish.press('Enter')
  await expect(dates).toContainText(formatDayLong(site.day(7)))
  await expect(dates.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByLabel('ご連絡された方')).toHaveValue('大野 勝の妻')
  await expect(page.getByLabel('認証コード')).toBeChecked()
  expect(await faultsOf(page)).toEqual([])
  // Somebody else takes the very frame while the caller thinks.
  const proposal = dates.getByText(formatDayLong(site.day(7))).first()
  const lost = (await proposal.textContent()) ?? ''
  await proposal.click()
  const { construction_time_frames: frames } = await site.read()
  const frame = frames.find(({ start_at, end_at }) => lost.includes(formatTimeFrame(start_at, end_at)))
  for (const [at, room] of ['301', '302'].entries())
    await site.call('PATCH', `/rooms/${site.idOf(room)}/assign`, {
      assign: { date: site.day(7), construction_time_frame_id: frame?.id, frame_number: at + 1 },
    })
  await page.getByRole('button', { name: 'この日時に決める' }).click()
  await expect(dates).not.toContainText(lost)
  await expect(page.getByRole('button', { name: 'この日時に決める' })).toHaveAttribute('aria-disabled', 'true')
  await dates.getByRole('radio').nth(1).check()
  await page.getByRole('button', { name: 'この日時に決める' }).click()
  await expect(page.getByTestId('read-back')).toContainText('204号室')
})

test('a call from any company’s resident is taken from the number to the changed date in four presses, and listed', async ({ page }) => {
  const site = await buildSite()
  const phone = `0801${String(Date.now()).slice(-7)}`
  for (const room of ['203', '204'])
    await site.call('PATCH', `/rooms/${site.idOf(room)}/resident`, { resident: { name: '山川 澄江', phone } })
  const before = [await site.placeOf('203'), await site.placeOf('204')]
  await enter(page, 'operator01')
  await page.goto('/admins/top')
  const field = page.getByRole('searchbox', { name: /電話番号/ })
  await expect(field).toBeFocused()
  // Digits that are no whole number are refused in words, and the field stays.
  await page.keyboard.type('080')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'お電話を受けたら' }).getByRole('alert')).toContainText('電話番号は全桁を')
  await expect(page.getByTestId('toast')).toHaveCount(0)
  await field.fill(phone)
  // 1: search, 2: the likeliest dwelling, in the company that it belongs to.
  await field.press('Enter')
  const hits = page.getByRole('list', { name: '2件の住戸' }).getByRole('button')
  await expect(hits.first()).toBeFocused()
  await expect(page.getByRole('region', { name: 'お電話を受けたら' })).not.toContainText('山川')
  await page.keyboard.press('ArrowDown')
  await expect(hits.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\?/)
  // Both dwellings of the number in one list, and one of them open: known by the number, at the question for the date.
  await expect(page.getByRole('list', { name: '2件の住戸' }).getByRole('button', { pressed: true })).toHaveCount(1)
  await expect(page.getByLabel('電話番号', { exact: true })).toBeChecked()
  const proposals = page.getByRole('group', { name: '日時' }).getByRole('radio')
  await expect(proposals.first()).toBeFocused()
  // 3: another date, 4: agreed.
  await proposals.nth(2).check()
  await page.getByRole('button', { name: 'この日時に決める' }).click()
  await expect(page.getByTestId('read-back')).toHaveText(/^20[34]号室、/)
  expect([await site.placeOf('203'), await site.placeOf('204')]).not.toEqual(before)
  // The next call changes nothing, and leaves a time to call back. Of the two dwellings of its number none is opened unasked: keys choose.
  await page.getByRole('button', { name: '次の電話を受ける' }).click()
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  const both = page.getByRole('list', { name: '2件の住戸' }).getByRole('button')
  await expect(both.first()).toBeFocused()
  await expect(page.getByText('この電話番号は2件の住戸に登録されています。')).toBeVisible()
  await expect(both.and(page.locator('[aria-pressed=true]'))).toHaveCount(0)
  await expect(page.getByLabel('ご連絡された方')).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(both.nth(1)).toBeFocused()
  const second = (await both.nth(1).locator('strong').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: new RegExp(`^${second}`) })).toBeVisible()
  await expect(page.getByLabel('電話番号', { exact: true })).toBeChecked()
  await page.getByRole('button', { name: '用件のみ記録' }).click()
  const note = page.getByTestId('call-note')
  await note.getByLabel('用件').fill('駐車場の場所について')
  await note.getByLabel('折り返しの時刻').fill('23:59')
  expect(await faultsOf(page)).toEqual([])
  await note.getByRole('button', { name: '折り返しとして記録する' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: '用件のみ記録' }).click()
  await note.getByRole('button', { name: '記録する' }).click()
  await expect(note).toContainText('用件を入力してください')
  await note.getByLabel('用件').fill('間違い電話')
  await note.getByRole('button', { name: '記録する' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('link', { name: '本日の電話' }).click()
  const list = page
    .getByRole('table', { name: '本日の電話' })
    .getByRole('row')
    .filter({ hasText: await buildingNameOf(site) })
  await expect(list).toHaveCount(3)
  await expect(list.nth(0)).toContainText('対応履歴のみ')
  await expect(list.nth(1)).toContainText('折り返し')
  await expect(list.nth(2)).toContainText('日程変更')
  expect(await faultsOf(page)).toEqual([])
  const promise = page.getByRole('table', { name: '折り返し' }).getByRole('row').filter({ hasText: '駐車場の場所について' })
  await promise
    .filter({ hasText: await buildingNameOf(site) })
    .getByRole('button', { name: '対応済みにする' })
    .click()
  const result = page.getByTestId('called-back')
  await result.getByLabel('対応の結果').fill('場所をご案内しました。')
  expect(await faultsOf(page)).toEqual([])
  await result.getByRole('button', { name: '対応済みにする' }).click()
  await expect(list.nth(1)).toContainText('に完了')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await faultsOf(page)).toEqual([])
  await page.goto('/admins/top')
  await expect(page.getByRole('region', { name: /^本日の自分の電話/ })).toContainText('日程変更')
  expect(await faultsOf(page)).toEqual([])
})

test('a slip of paper is written down in three steps with its scan', async ({ page }) => {
  const site = await buildSite()
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf('102')}`)
  await page.getByRole('region', { name: '電話・書面の回答' }).getByRole('button', { name: '回答を登録' }).click()
  const dialog = page.getByTestId('answer-modal')
  await expect(dialog.getByLabel('書面')).toBeChecked()
  await dialog.getByLabel('ご連絡された方').fill('高橋 キヨ')
  await dialog.getByRole('button', { name: '次へ' }).click()
  await expect(dialog.getByLabel('この日時でよい')).toBeChecked()
  await dialog.getByLabel('在宅方法').selectOption('鍵預かり')
  await dialog.getByText('連絡先の変更・回答票の添付').click()
  await dialog.locator('input[type=file]').setInputFiles({ name: '回答票.pdf', mimeType: 'application/pdf', buffer: onePagePdf })
  expect(await faultsOf(page)).toEqual([])
  // Nobody enters an empty dwelling without consent.
  await dialog.getByRole('button', { name: 'この内容で登録する' }).click()
  await expect(dialog.getByTestId('field-error').first()).toContainText('同意してください')
  await dialog.getByLabel('不在時の作業').check()
  await dialog.getByRole('button', { name: 'この内容で登録する' }).click()
  await expect(dialog.getByTestId('read-back')).toContainText('102号室')
  await expect(dialog).toContainText('書面でのお知らせの対象になりました')
  await dialog.getByRole('button', { name: '閉じる', exact: true }).last().click()
  const answers = page.getByRole('region', { name: '電話・書面の回答' })
  await expect(answers).toContainText('高橋 キヨ')
  const link = answers.getByRole('link', { name: '回答票を見る' })
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', 'http://127.0.0.1')
  const file = await page.request.get(`${new URL(api).origin}${pathname}`)
  expect((await file.body()).equals(onePagePdf)).toBe(true)
})

test('the board says who is missing, and reminds each once a day', async ({ page }) => {
  const site = await buildSite({ deadline: 3 })
  await site.call('PATCH', `/rooms/${site.idOf('101')}/resident`, { resident: { name: '石田', email: 'ishida.e2e@example.jp' } })
  await site.confirm('201')
  await enter(page, staff)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/constructions/${site.id}`)
  await page.getByRole('link', { name: '回答状況と再案内' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('回答状況')
  await expect(page.getByText('1 / 12戸')).toBeVisible()
  await expect(page.getByRole('heading', { name: /次にすること/ })).toContainText('メール・LINE・SMSを送る時期です')
  await expect(page.getByRole('region', { name: '建物' }).getByRole('link', { name: '201 電話' })).toBeVisible()
  await page.getByRole('button', { name: '回答のお願いを送信' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '送信する' }).click()
  await expect(page.getByTestId('toast').filter({ hasText: /メール 1件/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '回答のお願いを送信' })).toHaveAttribute('aria-disabled', 'true')
  // An answer is written down where its absence is seen.
  await page.getByRole('region', { name: '建物' }).getByRole('button', { name: '101 未受付' }).click()
  const dialog = page.getByTestId('answer-modal')
  await dialog.getByLabel('電話', { exact: true }).check()
  await dialog.getByRole('button', { name: '次へ' }).click()
  await dialog.getByRole('button', { name: 'この内容で登録する' }).click()
  await expect(dialog).toContainText(/居住者に.*メールで確認を(お送りします|送りました)。/)
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 / 12戸')).toBeVisible()
})

test('a craftsman neither takes answers nor sees the board', async ({ page }) => {
  const site = await buildSite()
  await enter(page, 'craftsman002')
  await page.goto(`/constructions/${site.id}/answer_board`)
  await expect(page).toHaveURL(/\/constructions$/)
  const tokens = await sessionOf('craftsman002')
  const answer = await page.request.get(`${api}/constructions/${site.id}/answer_board`, { headers: { ...tokens } })
  expect(answer.status()).toBe(403)
})

test('a craftsman takes the key of a dwelling and gives it back, and only then the room is settled', async ({ page }) => {
  const site = await buildSite()
  const room = `/rooms/${site.idOf('304')}`
  await site.call('PUT', `${room}/presence`, { presence: { presence_method: 'key_custody', consent: true } })
  await enter(page, 'craftsman002')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/constructions/${site.id}${room}`)
  const panel = page.getByRole('region', { name: '鍵預かり' })
  const dialog = page.getByTestId('key-modal')
  const picture = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 60, height: 60 } })
  const photograph = () => dialog.locator('input[type=file]').setInputFiles({ name: 'key.jpg', mimeType: 'image/jpeg', buffer: picture })

  await panel.getByRole('button', { name: '鍵を預かる' }).click()
  await expect(dialog).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel('鍵を渡された方').fill('小川 進')
  await photograph()
  await drawSignature(dialog)
  await dialog.getByRole('button', { name: '預かりを登録する' }).click()
  await expect(panel).toContainText('お預かり中')
  await expect(callAs(staff, 'POST', `/constructions/${site.id}${room}/close`, { room: {} })).rejects.toThrow('key_out')

  // Choosing where it goes moves nothing yet.
  await panel.getByLabel('持ち出す職人').selectOption('事務所で保管')
  await expect(panel).toContainText(/現在の所在\s*石井 春香/)
  await panel.getByRole('button', { name: '事務所に戻す' }).click()
  await expect(panel).toContainText(/現在の所在\s*事務所/)
  // Out of the office's hand only the office gives it.
  await expect(panel).toContainText('この鍵は事務所で保管しています。')
  // Its papers alone can still be printed.
  await expect(panel.getByRole('button')).toHaveText(['鍵預り証', '誓約書', '同意書'])
  const keys = await callAs<{ key_custodies: { id: number }[]; craftsmans: { id: number; name: string }[] }>(
    staff,
    'GET',
    `/constructions/${site.id}${room}/keys`,
  )
  const carrier = keys.craftsmans.find(({ name }) => name === '石井 春香')?.id
  await callAs(staff, 'PATCH', `/constructions/${site.id}${room}/keys/${keys.key_custodies[0]?.id}`, {
    key_custody: { lent_to_user_id: carrier },
  })
  await page.reload()

  await panel.getByRole('button', { name: '鍵を返却する' }).click()
  await dialog.getByLabel('お返しした方').fill('小川 進')
  await photograph()
  await drawSignature(dialog)
  await dialog.getByRole('button', { name: '返却を登録する' }).click()
  await expect(panel.getByText('お預かり中')).toBeHidden()
  // Whoever carries it no more reads no signatures; the office has both.
  await expect(panel.getByRole('link', { name: 'サイン' })).toHaveCount(0)
  const kept = await callAs<{ key_custodies: { received_signature_url: string | null; returned_signature_url: string | null }[] }>(
    staff,
    'GET',
    `/constructions/${site.id}${room}/keys`,
  )
  expect(kept.key_custodies[0]).toMatchObject({ received_signature_url: expect.any(String), returned_signature_url: expect.any(String) })
})

test('thirty paper slips are written down in at most 65 clicks, in a pile or one after the other (O14)', async ({ page }) => {
  const site = await buildSite({ floors: 9 })
  for (const room of ['101', '102', '103'])
    await site.call('PATCH', `/rooms/${site.idOf(room)}/resident`, { resident: { name: '大野 勝' } })
  await enter(page, staff)
  let clicks = 0
  await page.exposeFunction('countClick', () => (clicks += 1))
  await page.addInitScript(`addEventListener('click', event => { if (event.isTrusted && event.detail > 0) countClick() }, true)`)
  await page.goto(`/constructions/${site.id}/answer_board`)
  const unanswered = page.locator('[data-section="unanswered"]')
  await expect(unanswered.getByRole('heading')).toContainText('36戸')
  // Three one after the other: the dialog goes on to the next room, by the way of the slip before, at the name, where Enter goes forward.
  await unanswered.getByRole('button', { name: '回答を登録' }).first().click()
  const dialog = page.getByTestId('answer-modal')
  for (const room of ['101', '102']) {
    await expect(dialog).toContainText(`${room}号室`)
    await expect(dialog.getByRole('radio', { name: '書面' })).toBeChecked()
    await dialog.getByRole('button', { name: '次へ' }).click()
    await dialog.getByRole('button', { name: '登録して次の部屋へ' }).click()
  }
  await expect(dialog).toContainText('103号室')
  await expect(dialog.getByLabel(/^ご連絡された方/)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'この内容で登録する' }).click()
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  await expect(unanswered.getByRole('heading')).toContainText('33戸')
  // The other 27 in a pile.
  await unanswered.getByRole('button', { name: /残り.*戸も表示/ }).click()
  const boxes = unanswered.getByRole('checkbox')
  for (let at = 0; at < 27; at += 1) await boxes.nth(at).click()
  await unanswered.getByRole('button', { name: '選んだ27戸を「この日程で承諾（書面）」' }).click()
  await page.getByRole('button', { name: '27戸を登録する' }).click()
  await expect(page.getByTestId('toast').last()).toContainText('書面の承諾を27戸登録しました。')
  await expect(unanswered.getByRole('heading')).toContainText('6戸')
  expect(clicks).toBeLessThanOrEqual(65)
})

test('a call takes three presses for the date as it stands, and no more than six for a day that the caller names', async ({ page }) => {
  const site = await buildSite()
  const phone = `0801${String(Date.now()).slice(-7)}`
  await site.call('PATCH', `/rooms/${site.idOf('203')}/resident`, { resident: { name: '山川 澄江', phone } })
  await sitDown(page)
  await page.goto('/desk')
  let presses = 0
  const press = async (work: Promise<unknown>) => {
    presses += 1
    await work
  }
  const confirm = page.getByRole('button', { name: 'この日時に決める' })
  const dates = page.getByRole('group', { name: '日時' })
  await page.getByRole('searchbox').fill(phone)
  await press(page.keyboard.press('Enter'))
  await press(dates.getByRole('radio', { name: '今の日時でよい' }).check())
  await press(confirm.click())
  await expect(page.getByTestId('read-back')).toContainText('203号室')
  expect(presses).toBe(3)
  await page.getByRole('button', { name: '次の電話を受ける' }).click()
  presses = 0
  await page.getByRole('searchbox').fill(phone)
  await press(page.keyboard.press('Enter'))
  const wish = page.getByLabel('ご希望の日', { exact: true })
  await wish.fill(site.day(6).replaceAll('-', '/'))
  await press(wish.press('Enter'))
  // And the day after it, which was said beside it.
  await press(dates.getByRole('button', { name: /^翌日/ }).click())
  const free = dates.getByRole('radio', { name: new RegExp(`^${formatDayLong(site.day(7)).replace(/[()]/g, '\\$&')}.*空き`) })
  await press(free.first().check())
  expect(await faultsOf(page)).toEqual([])
  await press(confirm.click())
  await expect(page.getByTestId('read-back')).toContainText('203号室')
  expect(presses).toBeLessThanOrEqual(6)
  expect((await site.placeOf('203'))?.date).toBe(site.day(7))
})

test('a caller’s wish for an earlier frame is written down at the desk as said on the telephone, and ended', async ({ page }) => {
  const site = await buildSite()
  const phone = `0801${String(Date.now()).slice(-7)}`
  await site.call('PATCH', `/rooms/${site.idOf('303')}/resident`, { resident: { name: '山川 澄江', phone } })
  await site.call('PATCH', `/rooms/${site.idOf('303')}/assign`, {
    assign: { ...(await site.placeOf('303')), date: site.day(8) },
  })
  await sitDown(page)
  await page.goto('/desk')
  await page.getByRole('searchbox').fill(phone)
  await page.keyboard.press('Enter')
  const wishes = page.getByRole('region', { name: '早い枠の希望' })
  await wishes.getByRole('button', { name: '希望を登録' }).click()
  const dialog = page.getByTestId('earlier-wish')
  await expect(dialog.getByLabel('ご連絡された方')).toHaveValue('山川 澄江')
  await expect(dialog.getByLabel('ご連絡の方法')).toHaveValue('tel')
  await dialog.getByLabel(formatDayWithoutYear(site.day(5))).check()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '希望を登録' }).click()
  await expect(wishes).toContainText(`早くできる日：${formatDayShort(site.day(5))}`)
  const contacts = page.getByRole('region', { name: '最近の連絡' })
  await expect(contacts).toContainText('早い枠のお知らせの希望を受け付けました')
  await wishes.getByRole('button', { name: '希望を終了' }).click()
  await page.getByRole('button', { name: '終了する' }).click()
  await expect(wishes.getByRole('button', { name: '希望を終了' })).toHaveCount(0)
  const ended = contacts.getByRole('listitem').filter({ hasText: '希望を終了しました' })
  await expect(ended).toContainText('電話・山川 澄江')
})

test('all that is free can be looked at from the desk and taken', async ({ page }) => {
  const site = await buildSite()
  const before = await site.placeOf('203')
  await sitDown(page)
  await page.goto('/desk')
  await page.getByRole('searchbox').fill(`203 ${await buildingNameOf(site)}`)
  await page.keyboard.press('Enter')
  await page.getByLabel('ご連絡された方').fill('山川 澄江')
  await page.getByLabel('認証コード').check()
  await page.getByRole('button', { name: 'すべての空き' }).click()
  const all = page.getByRole('radiogroup', { name: '空いている日時' })
  await all.getByRole('radio').last().click()
  await expect(all.getByRole('radio', { checked: true })).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'この日時に決める' }).click()
  await expect(page.getByTestId('read-back')).toContainText('203号室')
  expect(await site.placeOf('203')).not.toEqual(before)
})
