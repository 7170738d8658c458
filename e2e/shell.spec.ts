import { expect, test } from '@playwright/test'
import { enter, signIn } from './sign-in.ts'

test('the header names the person, leads to the own page and out', async ({ page }) => {
  await signIn(page, 'staff01')
  const user = page.getByTestId('header-user')
  await expect(user).not.toHaveText(/[（(]/)
  await user.click()
  await page.locator('a[href="/mypage"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'マイページ' })).toBeVisible()
  await user.click()
  const signedOut = page.waitForRequest(request => request.method() === 'DELETE' && request.url().endsWith('/api/auth/sign_out'))
  await page.getByTestId('header').getByText('ログアウト', { exact: true }).click()
  await signedOut
  await page.waitForURL(url => url.pathname === '/')
  await page.goto('/constructions')
  await page.waitForURL(url => url.pathname === '/')
})

test('a wrong password is told, and the page stays', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('ログインID').fill('staff01')
  await page.getByLabel('パスワード', { exact: true }).fill('Wrong0000')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByText('ログインIDかパスワードが違います。もう一度お確かめください。').first()).toBeVisible()
  // The keyboard stays where it was.
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeFocused()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a session that ended leads to the login page of its strategy, with the reason', async ({ page }) => {
  const everyCall = /\/api\/(?!configurations)/
  for (const [person, login] of [
    ['staff01', '/'],
    ['admin01', '/admins/login'],
    ['operator01', '/operators/login'],
    ['resident01', '/residents/logout'],
  ] as const) {
    await enter(page, person)
    await page.route(everyCall, route => route.fulfill({ status: 401, json: { errors: ['ログインもしくはアカウント登録してください。'] } }))
    await page.goto(person === 'resident01' ? '/residents/edit' : '/buildings')
    await page.waitForURL(url => url.pathname === login)
    await expect(page.getByText('セッションがタイムアウトしました。もう一度ログインしてください。').first()).toBeVisible()
    await page.unroute(everyCall)
  }
})
