import { expect, test } from '@playwright/test'
import { drawSignature } from './draw-signature.ts'
import { callAs } from './behind.ts'
import { buildResidentSite } from './resident-site.ts'
import { enter } from './sign-in.ts'
import { craftsman, staff } from './site.ts'
import { standsWell } from './stands-well.ts'

// Feature 16, decision 094: money that was taken in a cellar is taken, and a signature that came too late is not lost unseen.

test.use({ viewport: { width: 390, height: 844 } })

test('money is taken once without a network, and who wrote it down meanwhile is said', async ({ page }) => {
  const site = await buildResidentSite()
  const room = `/rooms/${site.idOf('204')}`
  const { constructions_options } = await site.call<{ constructions_options: { id: number }[] }>('GET', `${room}/options`)
  const { order } = await site.call<{ order: { id: number } }>('POST', `${room}/orders`, {
    order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: constructions_options[0]?.id }] },
    acting_for: { channel: 'tel', caller: '本人' },
  })
  await enter(page, craftsman)
  await page.goto(`/constructions/${site.id}${room}`)
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  const money = page.getByRole('region', { name: '当日集金' })
  const press = money.getByRole('button', { name: '集金済みにする' })
  await expect(press).toBeVisible()

  await page.context().setOffline(true)
  await press.click()
  const dialog = page.getByTestId('collect')
  await drawSignature(dialog)
  await dialog.getByRole('button', { name: '集金済みにする' }).click()
  await expect(money.getByText('集金済み・送信待ち')).toBeVisible()
  await expect(press).toHaveCount(0)
  await page.reload()
  await expect(money.getByText('集金済み・送信待ち')).toBeVisible()
  await expect(press).toHaveCount(0)
  await expect(page.getByText(/^当日集金 .*が未登録です/)).toHaveCount(0)
  await standsWell(page)

  await callAs(staff, 'PATCH', `/orders/${order.id}/payment`, {})
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '未送信 1' }).click()
  const unsent = page.getByRole('dialog', { name: 'この端末の未送信' })
  await expect(unsent.getByRole('alert')).toContainText(/に事務所（.+）が入金を登録しました。この集金とサインは登録されていません。/, {
    timeout: 120_000,
  })
  await expect(unsent.getByRole('button', { name: 'サインを書き出す' })).toBeVisible()
  await standsWell(page)
  await unsent.getByRole('link', { name: /204号室/ }).click()
  await expect(unsent).toBeHidden()
})

test('in letters of twice the size the day and the room stay as wide as the screen, beside what is unsent', async ({ page }) => {
  const site = await buildResidentSite()
  const wide = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  // As a browser does that is told to show them so.
  await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
    const large = document.createElement('style')
    large.textContent = 'html, html[data-sunlight] { font-size: 200% }'
    document.body.append(large)
  })`)
  await enter(page, craftsman)
  await page.route('**/arrival', route => route.abort())
  await page.goto('/constructions')
  await page.getByRole('button', { name: '到着', exact: true }).first().click()
  await expect(page.getByRole('button', { name: '未送信 1' })).toBeVisible()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/constructions')
    await expect(page.getByTestId('next-visit')).toBeVisible()
    expect(await wide()).toBe(0)
    await page.goto(`/constructions/${site.id}/rooms/${site.idOf('204')}`)
    await expect(page.getByRole('heading', { name: '204号室' })).toBeVisible()
    expect(await wide()).toBe(0)
    await expect(page.getByRole('link', { name: '作業の予定へ戻る' })).toHaveCSS('font-size', '32px')
    await page.goto(`/constructions/${site.id}/rooms/${site.idOf('204')}?task=complete`)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'キャンセル' })).toBeVisible()
    expect(
      await page.evaluate<number>(`(dialog => dialog.scrollWidth - dialog.clientWidth)(document.querySelector('[role=dialog]'))`),
    ).toBe(0)
  }
})
