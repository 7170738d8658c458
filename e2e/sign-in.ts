import type { Page } from '@playwright/test'

/** Signs an account of the demo town in (G-ACC-27) and waits for its home. */
export const signIn = async (page: Page, loginId: string, at = '/'): Promise<void> => {
  await page.goto(at)
  await page.getByLabel('ログインID').fill(loginId)
  await page.getByLabel('パスワード', { exact: true }).fill('Password1')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL(url => url.pathname !== at)
}
