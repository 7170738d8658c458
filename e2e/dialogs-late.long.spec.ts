import { expect, test } from '@playwright/test'
import { enter } from './sign-in.ts'

// Dialogs are files of their own (decision 083): a line that ends before one has come takes nothing away.

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

test('a dialog whose file does not come leaves the room as it is, says so, and opens once it has come', async ({ page, context }) => {
  await enter(page, 'craftsman01')
  await context.route('**/assets/ReportModal-*', route => route.abort())
  await page.goto('/constructions/3/rooms/45')
  const remark = page.getByLabel('部屋備考')
  await remark.fill('書きかけの備考')
  await page.getByRole('button', { name: /^(記入する|訂正・印刷|開く)$/ }).click()
  await expect(page.getByTestId('toast')).toContainText('画面の一部を読み込めませんでした')
  await expect(remark).toHaveValue('書きかけの備考')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.screenshot({ path: '.cache/test-results/dialog-late.png' })
  await context.unroute('**/assets/ReportModal-*')
  await page.evaluate(`dispatchEvent(new Event('online'))`)
  await expect(page.getByRole('dialog', { name: /完了報告書/ })).toBeVisible()
  await expect(remark).toHaveValue('書きかけの備考')
})
