import { expect, type Page, test } from '@playwright/test'
import { api, callAs, invitedPassword } from './behind.ts'
import { enter } from './sign-in.ts'

const newestTo = async (to: string): Promise<string> => {
  const answer = await fetch(`${api}/dev/mails?to=${encodeURIComponent(to)}`)
  // SAFETY: the server checks its answers against the contract while it is on trial.
  const { mails } = (await answer.json()) as { mails: { body: string }[] }
  return mails[0]?.body ?? ''
}
const fitsThePhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 780 })
  // The page takes its other form a moment after the window.
  await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('an admin invites an operator, who sets a password, signs in at the own login and is sent away again', async ({ browser }) => {
  test.setTimeout(400_000)
  const login = `operator.${process.pid}`
  const email = `${login}@example.jp`
  const page = await browser.newPage()
  await enter(page, 'admin01')
  await page.goto('/admin/operators')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel(/^氏名/).fill('受付 みどり')
  await modal.getByLabel(/^ログインID/).fill(login)
  await modal.getByLabel(/^メールアドレス/).fill(email)
  await modal.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/admin\/operators\/\d+$/)
  await expect(page.locator('[data-section=invitation]')).toContainText(email)
  await fitsThePhone(page)

  const operator = await browser.newPage()
  const link = /\/password_reminder\/edit\?reset_password_token=\S+/.exec(await newestTo(email))?.[0] ?? ''
  await operator.goto(link)
  await expect(operator.getByText(login)).toBeVisible()
  for (const field of ['password', 'password_confirmation']) await operator.locator(`[name=${field}]`).fill(invitedPassword)
  await operator.getByRole('button', { name: '設定する' }).click()
  await operator.waitForURL(url => url.pathname === '/operators/login')
  await operator.getByLabel('ログインID').fill(login)
  await operator.getByLabel('パスワード', { exact: true }).fill(invitedPassword)
  await operator.getByRole('button', { name: 'ログイン' }).click()
  await operator.waitForURL(url => url.pathname === '/admins/top')

  await page.reload()
  await expect(page.locator('[data-section=invitation]')).toHaveCount(0)
  await page.getByRole('button', { name: '削除', exact: true }).click()
  await page.getByRole('button', { name: '削除する' }).click()
  await page.waitForURL(url => url.pathname === '/admin/operators')
  await expect(page.getByText('オペレーターを削除しました。').first()).toBeVisible()
  await operator.reload()
  await operator.waitForURL(url => url.pathname === '/operators/login')
})

test('an admin does not delete the own account, and changes its login id on the own page', async ({ page }) => {
  const { user } = await callAs<{ user: { id: number } }>('admin01', 'GET', '/users/me')
  await enter(page, 'admin01')
  await page.goto(`/admin/admins/${user.id}`)
  await expect(page.getByLabel(/^ログインID/)).toBeDisabled()
  await expect(page.getByText('自分自身は削除できません。').first()).toBeAttached()
})

test('what an admin says stands on the dashboard of the company it is for until it is ended', async ({ browser }) => {
  test.setTimeout(400_000)
  const title = `夜間メンテナンス ${process.pid}`
  const page = await browser.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, 'admin01')
  await page.goto('/admin/dashboard')
  for (const name of ['clients-count', 'progress', 'platform-informations', 'sales', 'message-failures', 'storage'])
    await expect(page.locator(`[data-section=${name}]`)).toBeVisible()
  await expect(page.getByRole('table', { name: '月ごとの売上' }).locator('tbody tr')).toHaveCount(12)
  await fitsThePhone(page)
  await page.getByRole('button', { name: 'お知らせを書く' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel(/^件名/).fill(title)
  await modal.getByLabel(/^本文/).fill('2時から4時までご利用いただけません。')
  await modal.getByLabel('重要').check()
  await modal.getByLabel('企業を選ぶ').check()
  await modal.getByRole('combobox', { name: '企業' }).click()
  await page.getByRole('option', { name: '（002）' }).click()
  await page.keyboard.press('Escape')
  await modal.getByRole('button', { name: '登録する' }).click()
  const row = page.locator('[data-section=platform-informations] tbody tr', { hasText: title })
  await expect(row).toContainText('掲載中')

  const staff = await browser.newPage()
  await enter(staff, 'staffadmin002')
  await staff.goto('/dashboard')
  const told = staff.getByTestId('info-row').filter({ hasText: title })
  await expect(told).toHaveAttribute('data-kind', 'alert')
  await told.getByRole('button').click()
  await expect(staff.getByTestId('quick-view')).toContainText('2時から4時まで')
  const other = await browser.newPage()
  await enter(other, 'staff01')
  await other.goto('/dashboard')
  await expect(other.getByTestId('info-list')).toBeVisible()
  await expect(other.getByText(title)).toHaveCount(0)

  await row.getByRole('button', { name: '掲載を終了' }).click()
  await page.getByRole('button', { name: '掲載を終了する' }).click()
  await expect(row).toHaveCount(0)
  await staff.reload()
  await expect(staff.getByTestId('progress-graph')).toBeVisible()
  await expect(staff.getByText(title)).toHaveCount(0)
})

test('the orders of all companies are narrowed, and one leads into its company', async ({ page }) => {
  await enter(page, 'admin01')
  await page.goto('/admin/orders')
  const list = page.getByRole('table', { name: '注文', exact: true })
  await expect(list.locator('tbody tr').first()).toBeVisible()
  await fitsThePhone(page)
  await page.getByLabel('状態').selectOption('paid')
  await page.waitForURL(url => url.searchParams.get('status') === 'paid')
  await expect(list.locator('tbody tr').first()).toContainText('入金済')
  await list.locator('tbody tr button').first().click()
  await page.waitForURL(url => url.pathname === '/orders')
  await expect(page.getByRole('heading', { level: 1, name: '注文一覧' })).toBeVisible()
})
