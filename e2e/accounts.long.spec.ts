import { expect, test } from '@playwright/test'
import { api, callAs } from './behind.ts'
import { buildResidentSite, register } from './resident-site.ts'
import { enter } from './sign-in.ts'

const mailsTo = async (to: string): Promise<string[]> => {
  const answer = await fetch(`${api}/dev/mails?to=${encodeURIComponent(to)}`)
  // SAFETY: the server checks its answers against the contract while it is on trial.
  const { mails } = (await answer.json()) as { mails: { body: string }[] }
  return mails.map(({ body }) => body)
}

test('another address of one’s own takes the current password, waits, is sent again and withdrawn', async ({ page }) => {
  const wanted = `own-${process.pid}@example.jp`
  await enter(page, 'staff02')
  await page.goto('/mypage')
  const current = page.locator('form', { hasText: '登録情報' }).getByLabel('現在のパスワード')
  await expect(page.getByRole('heading', { name: '登録情報' })).toBeVisible()
  await expect(current).toHaveCount(0)
  await page.getByLabel(/^メールアドレス/).fill(wanted)
  await current.fill('Wrong999')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('現在のパスワードが正しくありません').first()).toBeVisible()
  await current.fill('Password1')
  await page.getByRole('button', { name: '保存する' }).click()
  const waiting = page.locator('[data-section=waiting-address]')
  await expect(waiting).toContainText(`確認待ち ${wanted}`)
  await waiting.getByRole('button', { name: '確認のメールを再送' }).click()
  await expect.poll(async () => (await mailsTo(wanted)).length).toBe(2)
  await waiting.getByRole('button', { name: '変更を取り消す' }).click()
  await expect(waiting).toHaveCount(0)
})

test('an address of a colleague who has signed in waits on the form of who typed it', async ({ page }) => {
  const wanted = `colleague-${process.pid}@example.jp`
  // Somebody who has been here.
  await enter(page, 'staff02')
  const { user } = await callAs<{ user: { id: number } }>('staff02', 'GET', '/users/me')
  await enter(page, 'staffadmin01')
  await page.goto(`/staffs/${user.id}`)
  await page.getByLabel(/^メールアドレス/).fill(wanted)
  await page.getByRole('button', { name: '保存する' }).click()
  const waiting = page.locator('[data-section=waiting-address]')
  await expect(waiting).toContainText(`確認待ち ${wanted}`)
  await expect(waiting).toContainText('ご本人がマイページか、これまでのアドレスに届いたメールから同意すると変わります')
  // Who is meant finds it on the own page, and in the mail to the address there is.
  await enter(page, 'staff02')
  await page.goto('/mypage')
  await expect(page.locator('[data-section=address-consent]')).toContainText(wanted)
  const link = /\/mypage\/email_consent\?consent_token=\S+/.exec((await mailsTo('staff02@example.jp'))[0] ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText(wanted)).toBeVisible()
  await page.getByRole('button', { name: /わたしではありません/ }).click()
  await expect(page.getByText('メールアドレスの変更を取り消しました。')).toBeVisible()
  await page.goto('/mypage')
  await expect(page.getByRole('heading', { name: '登録情報' })).toBeVisible()
  await expect(page.locator('[data-section=address-consent]')).toHaveCount(0)
})

test('a resident proves a new address by the six digits that go there, and by nothing before', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const site = await buildResidentSite()
  await register(page, site.letterOf('302'))
  const wanted = `resident-${process.pid}@example.jp`
  await page.goto('/residents/edit')
  await page.locator('[name=email]').fill(wanted)
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(page.getByTestId('field-error')).toContainText('を入力してください')
  await page.locator('[name=current_password]').fill('sakura2026')
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page.getByRole('button', { name: '変更する', exact: true }).click()
  await page.waitForURL('**/confirmation_code')
  await page.goto('/residents/edit')
  await expect(page.getByText('はまだ確認されていません')).toContainText(wanted)
  await page.getByRole('button', { name: '確認コードを受け取る' }).click()
  await page.waitForURL('**/confirmation_code')
  const [mail = ''] = await mailsTo(wanted)
  await page.getByLabel(/^確認コード/).fill(/確認コード: (\d{6})/.exec(mail)?.[1] ?? '')
  await page.getByRole('button', { name: '確認する' }).click()
  await page.waitForURL('**/residents/top')
  await page.goto('/residents/edit')
  await expect(page.locator('[name=email]')).toHaveValue(wanted)
  await expect(page.getByText('はまだ確認されていません')).toHaveCount(0)
})
