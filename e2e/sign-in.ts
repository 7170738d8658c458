import type { Page } from '@playwright/test'

/** Signs an account of the demo town in (G-ACC-27) and waits for its home. */
export const signIn = async (page: Page, loginId: string, at = '/'): Promise<void> => {
  await page.goto(at)
  await page.getByLabel('ログインID').fill(loginId)
  await page.getByLabel('パスワード', { exact: true }).fill('Password1')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL(url => url.pathname !== at)
}

/** Where resident01 lives. */
export const residentRoom =
  '/residents/clients/00000001-0001-4001-8001-000000000001/constructions/00000002-0001-4001-8001-000000000001/rooms/00000003-0001-4001-8001-000000000001'

/** Signs anybody of the demo town in; admins and operators choose the first company. */
export const enter = async (page: Page, person: string): Promise<void> => {
  if (person === 'guest') return
  if (person.startsWith('resident')) return signIn(page, person, `${residentRoom}/login`)
  if (!/^(admin|operator)/.test(person)) return signIn(page, person)
  await signIn(page, person, person.startsWith('admin') ? '/admins/login' : '/operators/login')
  await page.goto('/admins/top')
  await page.getByRole('row').filter({ hasText: '001' }).first().click()
  await page.waitForURL('**/constructions')
}
