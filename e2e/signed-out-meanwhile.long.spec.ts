import { expect, type Page, test } from '@playwright/test'
import { buildingNameOf, sitDown } from './desk.ts'
import { button, cardOf, cellAt, draftCount, openSchedule, rows, sheetOf, startEditing } from './schedule-page.ts'
import { enter, signIn } from './sign-in.ts'
import { buildSite, staff } from './site.ts'

/** As when somebody signed all devices out: the server knows these tokens no more. */
const endSession = (page: Page) => page.evaluate(`localStorage.setItem('access-token', 'ended')`)
const dialogOf = (page: Page) => page.getByTestId('sign-in-again')
const signInAgain = async (page: Page, password = 'Password1') => {
  await dialogOf(page).getByLabel('パスワード', { exact: true }).fill(password)
  await button(dialogOf(page), 'ログイン').click()
}

test('a schedule keeps its draft while its editor signs in again, and hears of others after that', async ({ page }) => {
  const site = await buildSite()
  await openSchedule(page, site)
  await startEditing(page)
  await cardOf(page, site, '301').focus()
  await page.keyboard.press('Enter')
  await cellAt(page, site.day(5)).click()
  await expect(draftCount(page)).toContainText('1件')
  await endSession(page)
  await button(page, '変更を保存').click()
  await sheetOf(page).getByRole('button', { name: /^保存/ }).click()
  await expect(dialogOf(page)).toBeVisible()
  await expect(dialogOf(page).getByLabel('ログインID')).toHaveValue(staff)
  await signInAgain(page, 'Wrong0000')
  await expect(dialogOf(page)).toContainText('ログインIDかパスワードが違います。')
  await signInAgain(page)
  await expect(dialogOf(page)).toBeHidden()
  await expect(draftCount(page)).toContainText('1件')
  // Its sheet stands, too, as it was when it could not be saved.
  await sheetOf(page).getByRole('button', { name: /^保存/ }).click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(cellAt(page, site.day(5))).toContainText('301')
  await site.call('PATCH', `/rooms/${site.idOf('302')}/assign`, { assign: { ...(await site.placeOf('302')), date: site.day(5) } })
  await expect(cellAt(page, site.day(5), rows[3])).toContainText('302')
})

test('a form keeps what was typed, is saved after the sign-in, and can be given up', async ({ page }) => {
  await enter(page, staff)
  await page.goto('/buildings')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const name = page.getByLabel(/^物件名/).first()
  await name.fill('ログアウト中の物件')
  await endSession(page)
  await page
    .getByRole('button', { name: /^(登録|保存)/ })
    .last()
    .click()
  await signInAgain(page)
  await expect(dialogOf(page)).toBeHidden()
  await expect(name).toHaveValue('ログアウト中の物件')
  await endSession(page)
  await page
    .getByRole('button', { name: /^(登録|保存)/ })
    .last()
    .click()
  await button(dialogOf(page), 'ログイン画面へ').click()
  await button(page, '保存せずに離れる').click()
  await page.waitForURL(url => url.pathname === '/')
  await expect(page.getByText('セッションがタイムアウトしました。もう一度ログインしてください。').first()).toBeVisible()
})

test('an operator keeps the note of a call', async ({ page }) => {
  const site = await buildSite()
  await sitDown(page)
  await page.goto('/desk')
  await page.getByRole('searchbox').fill(`301 ${await buildingNameOf(site)}`)
  await page.keyboard.press('Enter')
  await button(page, '用件のみ記録').click()
  const note = page.getByTestId('call-note').getByLabel('用件')
  await note.fill('管理人室の鍵について')
  await endSession(page)
  await page.getByTestId('call-note').getByRole('button', { name: '記録する' }).click()
  await expect(dialogOf(page).getByLabel('ログインID')).toHaveValue('operator01')
  await signInAgain(page)
  await expect(dialogOf(page)).toBeHidden()
  await expect(note).toHaveValue('管理人室の鍵について')
})

test('a draft outlives that its person signs out in another tab and in again, and is nobody else’s', async ({ page, context }) => {
  const site = await buildSite()
  await enter(page, staff)
  await page.goto(`/constructions/${site.id}/edit`)
  const name = page.getByLabel(/^工事名/).first()
  await name.fill('二つのタブの工事')
  const other = await context.newPage()
  const endInOther = async () => {
    await endSession(other)
    await other.goto('/buildings')
    await other.waitForURL(url => url.pathname === '/')
  }
  await other.goto('/buildings')
  await endInOther()
  await expect(dialogOf(page).getByLabel('ログインID')).toHaveValue(staff)
  await signIn(other, staff)
  await expect(dialogOf(page)).toBeHidden()
  await expect(name).toHaveValue('二つのタブの工事')
  await endInOther()
  await expect(dialogOf(page)).toBeVisible()
  // The browser asks whether to leave what is not saved: this person stays.
  page.on('dialog', dialog => void dialog.dismiss())
  await signIn(other, 'staff01')
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('二つのタブの工事')
  await page.getByRole('button', { name: /^保存/ }).last().click()
  await expect(page.getByText(/ほかのタブで別のアカウントがログインしたため/).first()).toBeVisible()
  expect((await site.call<{ construction: { name: string } }>('GET', '')).construction.name).not.toBe('二つのタブの工事')
})
