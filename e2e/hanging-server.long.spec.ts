import { expect, test } from '@playwright/test'
import { drawSignature } from './draw-signature.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman } from './site.ts'

// Feature 16: a server that takes what it is sent and answers nothing. What was signed at the door lies on the phone before it goes.

test.use({ viewport: { width: 390, height: 844 } })

test('a signed completion outlives a server that hangs and a page that is gone, and counts once', async ({ page }) => {
  const site = await buildSite({ named: '応答なし' })
  const id = site.idOf('301')
  const api = `/api/constructions/${site.id}/rooms/${id}/completion`
  const statusOf = async () => (await site.call<{ room: { status: string } }>('GET', `/rooms/${id}`)).room.status
  await enter(page, craftsman)
  await page.goto(`/constructions/${site.id}/rooms/${id}?task=complete`)
  const keys: (string | undefined)[] = []
  // Nothing comes back, and nothing goes on.
  await page.route(`**${api}`, route => void keys.push(route.request().headers()['idempotency-key']))
  const dialog = page.getByRole('dialog', { name: /完了登録/ })
  await drawSignature(dialog)
  await dialog.getByRole('button', { name: '完了する' }).click()
  await expect(page.getByTestId('toast').filter({ hasText: '端末に保存しました。' })).toContainText('送信待ち', { timeout: 15_000 })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: '未送信 1' })).toBeVisible()
  expect(await statusOf()).toBe('waiting')

  await page.goto('about:blank')
  await page.unroute(`**${api}`)
  const arrived = page.waitForResponse(response => new URL(response.url()).pathname === api)
  await page.goto('/constructions')
  const answer = await arrived
  expect([answer.status(), await answer.request().headerValue('idempotency-key')]).toEqual([200, keys[0]])
  await expect(page.getByRole('button', { name: /^未送信/ })).toHaveCount(0)
  expect(await statusOf()).toBe('completed')
  const report = await site.call<{ completion_report: { digital_sign_url: string | null } }>('GET', `/rooms/${id}/completion_report`)
  expect(report.completion_report.digital_sign_url).toEqual(expect.any(String))
})
