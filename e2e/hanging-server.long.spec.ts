import { expect, test } from '@playwright/test'
import { callAs, sessionOf } from './behind.ts'
import { roomsCarriedOf } from './carried-rooms.ts'
import { newLine } from './cuttable-line.ts'
import { drawSignature } from './draw-signature.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman } from './site.ts'

// Feature 16: a server that takes what it is sent and answers nothing. What was signed at the door lies on the phone before it goes, and what
// the phone carries is shown.

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
  await expect(page.getByTestId('toast').filter({ hasText: '端末に保存しました。' })).toContainText('送信待ち', { timeout: 120_000 })
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

test('the application opens and shows the day while the server hangs, and says of a page that is not carried how to go on', async ({
  browser,
}) => {
  test.setTimeout(900_000)
  const site = await buildSite({ named: '応答なし', photographed: ['玄関'] })
  const line = await newLine(Number(process.env.E2E_PORT))
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: `http://www.localhost:${line.port}` })
  try {
    const page = await phone.newPage()
    await page.goto('/api/configurations')
    const session = { ...(await sessionOf(craftsman)), strategy: 'user' }
    await page.evaluate(`for (const [name, value] of Object.entries(${JSON.stringify(session)})) localStorage.setItem(name, value)`)
    await page.goto('/constructions')
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
    const { visits } = await callAs<{ visits: { id: number; construction_id: number; name: string }[] }>(craftsman, 'GET', '/visits')
    // The rooms of all journeys' houses are this craftsman's.
    await expect
      .poll(async () => await roomsCarriedOf(page), { timeout: 300_000 })
      .toEqual(expect.arrayContaining(visits.map(({ id }) => id)))
    const mine = visits.find(visit => visit.construction_id === site.id)
    if (mine === undefined) throw new Error('nobody visits this journey’s house today')
    const other = (await site.read()).assigns.find(({ date }) => date !== null && date > site.day(1))

    line.hang()
    await page.goto('about:blank')
    await page.goto('/constructions')
    await expect(page.getByTestId('next-visit')).toBeVisible()
    await expect(page.getByText(/^応答なし　.+の内容$/)).toBeVisible()
    await page.goto(`/constructions/${site.id}/rooms/${mine.id}`)
    await expect(page.getByRole('heading', { level: 1, name: `${mine.name}号室` })).toBeVisible()
    await expect(page.getByRole('group', { name: '玄関 施工前' })).toBeVisible()

    // One that was never read: no end of waiting, but a sentence and a way on.
    if (other === undefined) throw new Error('everybody of this journey’s house is visited by tomorrow')
    await page.goto(`/constructions/${site.id}/rooms/${other.room.id}`)
    await expect(page.getByRole('heading', { name: 'サーバーから応答がありません' })).toBeVisible({ timeout: 120_000 })
    await line.mend()
    await page.getByRole('link', { name: 'もう一度開く' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `${other.room.name}号室` })).toBeVisible({ timeout: 120_000 })
    await page.getByRole('link', { name: '作業の予定へ戻る' }).click()
    await expect(page.getByTestId('own-day')).toBeVisible()
    await expect(page.getByText(/^応答なし　.+の内容$/)).toHaveCount(0, { timeout: 120_000 })
  } finally {
    await phone.close()
    await line.mend()
    await line.cut()
  }
})
