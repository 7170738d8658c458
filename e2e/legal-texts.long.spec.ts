import { expect, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { buildResidentSite, comeByCode } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { staff } from './site.ts'

test('a company publishes its privacy policy, and a resident reads that version where they agree and where they are', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const site = await buildResidentSite()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await enter(page, staff)
  await page.goto('/settings/legal_texts?kind=privacy_policy')
  const purposes = `工事の日程のご連絡のため（${process.pid}）。`
  await page.getByLabel(/^利用の目的/).fill(purposes)
  for (const empty of await page.locator('[data-section=draft] textarea').all())
    if ((await empty.inputValue()) === '') await empty.fill('ご請求があればお知らせします。')
  await page.getByRole('button', { name: '公開する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  const newest = page.locator('[data-section=versions] tbody tr').first()
  await expect(newest).toContainText('適用中')
  const version = (await newest.getByRole('link').textContent()) ?? ''
  expect(version).toMatch(/第\d+版/)

  const resident = await browser.newPage({ viewport: { width: 390, height: 780 } })
  const letter = site.letterOf('102')
  await resident.goto(letter.path)
  await expect(resident.getByText('に同意したことになります。')).toBeVisible()
  const [policy] = await Promise.all([
    resident.waitForEvent('popup'),
    resident.getByRole('main').getByRole('link', { name: 'プライバシーポリシー' }).click(),
  ])
  await expect(policy.getByTestId('legal-text-version')).toContainText(version)
  await expect(policy.getByText(purposes)).toBeVisible()
  expect(await policy.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
  await policy.close()

  await comeByCode(resident, letter)
  await resident.getByTestId('footer').getByRole('link', { name: 'プライバシーポリシー' }).click()
  await expect(resident.getByTestId('legal-text-version')).toContainText(version)
  // What they agreed to is kept with its version (D-33).
  const { rooms } = await callAs<{ rooms: { id: number; name: string }[] }>(staff, 'GET', `/constructions/${site.id}/rooms`)
  const id = rooms.find(({ name }) => name === '102')?.id ?? 0
  const given = await callAs<{ data: object }>(staff, 'POST', `/constructions/${site.id}/rooms/${id}/resident/export`)
  expect(JSON.stringify(given.data)).toContain(`"privacy_policy_number":${/\d+/.exec(version)?.[0]}`)
})
