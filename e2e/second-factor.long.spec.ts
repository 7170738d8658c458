import { expect, test } from '@playwright/test'
import { codeOfStep, stepNow } from './authenticator.ts'
import { api, callAs } from './behind.ts'

const password = 'kaede-no-ki-7'

/** Somebody new of the first company, who has set a password by the mailed link. */
const newStaff = async (login_id: string): Promise<void> => {
  const email = `${login_id}@example.jp`
  const staff = { type: 'Staff', name: '二段 花子', email, phone: null, login_id, department_id: null }
  await callAs('staffadmin01', 'POST', '/staffs', { staff })
  const answer = await fetch(`${api}/dev/mails?to=${encodeURIComponent(email)}`)
  // SAFETY: the server checks its answers against the contract while it is on trial.
  const { mails } = (await answer.json()) as { mails: { body: string }[] }
  const reset_password_token = /reset_password_token=([\w-]+)/.exec(mails[0]?.body ?? '')?.[1]
  const set = await fetch(`${api}/auth/password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reset_password_token, password, password_confirmation: password }),
  })
  expect(set.status).toBe(200)
}

test('a second factor is turned on, asked for at the field, and given by an application or a recovery code', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const loginId = `factor.${process.pid}`
  await newStaff(loginId)
  const signIn = async () => {
    await page.goto('/')
    await page.getByLabel('ログインID').fill(loginId)
    await page.getByLabel('パスワード', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'ログイン' }).click()
  }
  await signIn()
  await page.waitForURL('**/constructions')
  await page.goto('/mypage')
  await page.getByRole('button', { name: '二段階認証を有効にする' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('現在のパスワード').fill(password)
  await dialog.getByRole('button', { name: '次へ' }).click()
  const secret = ((await dialog.getByLabel('認証アプリに入力するキー').textContent()) ?? '').replaceAll(' ', '')
  await expect(dialog.getByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeVisible()
  const step = stepNow()
  await dialog.getByLabel('認証アプリの6桁のコード').fill(codeOfStep(secret, step))
  await dialog.getByRole('button', { name: '有効にする' }).click()
  const list = dialog.getByRole('list', { name: 'リカバリーコード' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allTextContents()
  await dialog.getByRole('button', { name: '保管したので閉じる' }).click()
  await expect(page.locator('[data-section=second-factor]')).toContainText('有効 リカバリーコードの残り：10個')
  await expect(page.locator('[data-section=own-sessions]')).toContainText('この端末')

  await page.evaluate('localStorage.clear()')
  await signIn()
  const code = page.getByLabel('認証アプリの6桁のコード')
  await expect(code).toBeFocused()
  // The code of the enrolment is used up.
  await code.fill(codeOfStep(secret, step))
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByTestId('field-error')).toHaveText('認証アプリの6桁のコードが正しくありません')
  await expect(code).toBeFocused()
  // A later one, and the present one where that step is over.
  await code.fill(codeOfStep(secret, Math.max(step + 1, stepNow())))
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL('**/constructions')

  await page.evaluate('localStorage.clear()')
  await signIn()
  await page.getByRole('button', { name: 'リカバリーコードを使う' }).click()
  await page.getByLabel('リカバリーコード').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL('**/constructions')
  await page.goto('/mypage')
  await page.getByRole('button', { name: 'ほかの端末をすべてログアウト' }).click()
  await page.getByRole('button', { name: 'ログアウトする' }).click()
  await expect(page.locator('[data-section=own-sessions]').getByRole('listitem')).toHaveCount(1)
})
