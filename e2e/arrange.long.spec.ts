import { expect, test } from '@playwright/test'
import { enter } from './sign-in.ts'

// The worker and its WebAssembly exist only in a browser, under the policy of the served page. Nothing is saved: the tower stays as it was.
test('staff have the tower arranged by stack, take the proposal into the draft and give it up', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', message => void (message.type() === 'error' && complaints.push(message.text())))
  const solver: string[] = []
  page.on('request', request => void (request.url().endsWith('.wasm') && solver.push(request.url())))
  await enter(page, 'staffadmin01')
  await page.goto('/constructions/5/detail_schedule')
  await page.getByRole('button', { name: '編集', exact: true }).click()
  await page.getByRole('button', { name: '自動配置' }).click()
  const modal = page.getByTestId('arrange-modal')

  await modal.getByRole('button', { name: '部屋ごと' }).click()
  await modal.getByRole('button', { name: '計算する' }).click()
  await expect(modal.getByText('予備枠', { exact: true })).toBeVisible({ timeout: 120_000 })
  expect(solver).toEqual([])

  await modal.getByRole('button', { name: '別の条件で' }).click()
  await modal.getByRole('button', { name: '縦系統ごと' }).click()
  await modal.getByRole('button', { name: '計算する' }).click()
  await expect(modal.getByText('日のそろう系統')).toBeVisible({ timeout: 120_000 })
  expect(solver).toHaveLength(1)
  await modal.getByRole('button', { name: 'この案を下書きに入れる' }).click()
  await expect(modal).toBeHidden()

  const count = page.getByTestId('draft-count')
  await expect(count).not.toHaveText('変更 0件')
  await page.getByRole('button', { name: '元に戻す', exact: true }).click()
  await expect(count).toHaveText('変更 0件')
  expect(complaints).toEqual([])
})
