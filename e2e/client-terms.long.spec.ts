import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { unzip } from '../server/test/unzip.ts'
import { api, invitedPassword } from './behind.ts'
import { enter } from './sign-in.ts'

/** The newest mail to somebody, once it was sent. */
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

test('a company begins, takes its data along, ends, and is opened again', async ({ browser }) => {
  test.setTimeout(400_000)
  const cd = `e${process.pid.toString(36)}`
  const login = `hajime.${cd}`
  const email = `${login}@example.jp`
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const section = (name: string) => page.locator(`[data-section=${name}]`)
  await enter(page, 'admin01')
  await page.goto('/admin/clients')
  await page.getByRole('button', { name: '新規登録' }).first().click()
  const modal = page.getByRole('dialog')
  for (const [name, value] of [
    ['cd', cd],
    ['name', `はじまり建設 ${cd}`],
    ['staff_admin][name', '山田 はじめ'],
    ['staff_admin][login_id', login],
    ['staff_admin][email', email],
  ] as const)
    await modal.locator(`[name="client[${name}]"]`).fill(value)
  await modal.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(/\/admin\/clients\/\d+$/)
  await expect(section('readiness')).toContainText('項目の登録が必要です。')
  await fitsThePhone(page)

  const guest = await browser.newPage()
  await expect.poll(() => newestTo(email)).toContain('reset_password_token')
  await guest.goto(/\/password_reminder\/edit\?reset_password_token=\S+/.exec(await newestTo(email))?.[0] ?? '')
  for (const field of ['password', 'password_confirmation']) await guest.locator(`[name=${field}]`).fill(invitedPassword)
  await guest.getByRole('button', { name: '設定する' }).click()
  await guest.waitForURL(url => url.pathname === '/')
  const signIn = async () => {
    await guest.goto('/')
    await guest.getByLabel('ログインID').fill(login)
    await guest.getByLabel('パスワード', { exact: true }).fill(invitedPassword)
    await guest.getByRole('button', { name: 'ログイン' }).click()
  }
  await signIn()
  await guest.waitForURL(url => url.pathname === '/constructions')
  await page.reload()
  await expect(section('readiness').getByText('登録済み').first()).toBeVisible()

  await section('ending').getByRole('button', { name: 'データを書き出す' }).click()
  const save = section('ending').getByRole('button', { name: 'ZIPを保存' })
  await expect(save).toBeVisible({ timeout: 120_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  const files = await unzip(await readFile(await download.path()))
  const staffs = [...files].find(([name]) => name.includes('スタッフ') && name.endsWith('.csv'))?.[1].toString() ?? ''
  expect(staffs).toContain('山田 はじめ')

  await page.getByRole('button', { name: '契約を終了する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '契約を終了する' }).click()
  await expect(section('ending')).toContainText('データを消去します。必要なデータは')
  await expect(section('readiness')).toHaveCount(0)
  await fitsThePhone(page)
  await guest.reload()
  await guest.waitForURL(url => url.pathname === '/')
  await signIn()
  await expect(guest.getByText('契約が終了しているためご利用いただけません。').first()).toBeVisible()

  await page.getByRole('button', { name: '契約を再開する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '契約を再開する' }).click()
  await expect(section('readiness')).toBeVisible()
  await signIn()
  await guest.waitForURL(url => url.pathname === '/constructions')
})
