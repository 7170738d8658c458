import { expect, test } from '@playwright/test'
import { enter } from './sign-in.ts'

test.use({ serviceWorkers: 'block' })

for (const [file, what] of [
  [/\/assets\/base-[^/]*\.js$/, 'what begins it'],
  [/\/assets\/application-[^/]*\.js$/, 'the application'],
] as const)
  test(`says that the start fails where ${what} does not come, and opens again`, async ({ page }) => {
    await enter(page, 'staff01')
    await page.route(file, route => route.abort())
    await page.goto('/constructions')
    const failed = page.getByRole('alert').filter({ hasText: '画面を読み込めませんでした。' })
    await expect(failed).toHaveCount(1)
    await expect(page.getByText('読み込んでいます')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: '.cache/test-results/start-fails.png' })
    await page.unroute(file)
    await failed.getByRole('button', { name: 'もう一度開く' }).click()
    await expect(page.getByRole('heading', { name: /^工事一覧/ })).toBeVisible()
    await expect(failed).toHaveCount(0)
  })
