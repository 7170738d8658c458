import { expect, test } from '@playwright/test'
import { isKeptFrom } from './kept-from.ts'
import { signIn } from './sign-in.ts'

// What the main job shows to those whose work it is (main-job.spec.ts), it does not show to others.

test('an operator registers no company', async ({ page }) => {
  await signIn(page, 'operator01', '/operators/login')
  await page.waitForURL('**/admins/top')
  await expect(page.getByRole('link', { name: '企業を管理する' })).toHaveCount(0)
  await isKeptFrom(page, '/admin/clients', /^\/admins\/(login|top)$/)
})

test('a craftsman lays out no rooms', async ({ page }) => {
  await signIn(page, 'craftsman01')
  await isKeptFrom(page, '/buildings/1/room_composition', '/constructions')
})

test('a craftsman creates no construction', async ({ page }) => {
  await signIn(page, 'craftsman01')
  await expect(page.getByRole('button', { name: '新規登録' })).toHaveCount(0)
  await page.goto('/constructions/new/overall_schedule/new')
  await page.waitForURL(url => !url.pathname.includes('overall_schedule'))
})
