import { expect, test } from '@playwright/test'
import { drawSignature } from './draw-signature.ts'
import { callAs } from './behind.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman, staff } from './site.ts'
import { standsWell } from './stands-well.ts'

// Feature 16, decision 087: a key is received and given back in a cellar.

test.use({ viewport: { width: 390, height: 844 } })

interface Keys {
  key_custodies: {
    received_from: string
    received_photo_url: string | null
    returned_to: string | null
    returned_photo_url: string | null
  }[]
}

test('a key comes and goes without a network, each once, and its photo stays on no phone', async ({ page }) => {
  const site = await buildSite()
  const room = `/rooms/${site.idOf('304')}`
  await site.call('PUT', `${room}/presence`, { presence: { presence_method: 'key_custody', consent: true } })
  const keysOf = async () => (await callAs<Keys>(staff, 'GET', `/constructions/${site.id}${room}/keys`)).key_custodies
  await enter(page, craftsman)
  await page.goto(`/constructions/${site.id}${room}`)
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  const panel = page.getByRole('region', { name: '鍵預かり' })
  const dialog = page.getByTestId('key-modal')
  const picture = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 60, height: 60 } })
  const prove = async () => {
    await dialog.locator('input[type=file]').setInputFiles({ name: 'key.jpg', mimeType: 'image/jpeg', buffer: picture })
    await drawSignature(dialog)
  }
  await expect(panel).toBeVisible()

  await page.context().setOffline(true)
  // The dialog was not opened before: the phone carries it.
  await panel.getByRole('button', { name: '鍵を預かる' }).click()
  await dialog.getByLabel('鍵を渡された方').fill('小川 進')
  await prove()
  await dialog.getByRole('button', { name: '預かりを登録する' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('預かり 送信待ち')).toBeVisible()
  await standsWell(page)
  await panel.getByRole('button', { name: '鍵を返却する' }).click()
  await dialog.getByLabel('お返しした方').fill('小川 花')
  await prove()
  await dialog.getByRole('button', { name: '返却を登録する' }).click()
  await expect(panel.getByText('返却 送信待ち')).toBeVisible()
  expect(await keysOf()).toEqual([])

  await page.context().setOffline(false)
  await expect(panel.getByText('送信待ち')).toHaveCount(0, { timeout: 200_000 })
  const link = expect.any(String) as unknown
  expect(await keysOf()).toMatchObject([
    { received_from: '小川 進', received_photo_url: link, returned_to: '小川 花', returned_photo_url: link },
  ])
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  const left = () =>
    page.evaluate<number>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('toguchi-outbox')
    opening.onerror = reject
    opening.onsuccess = () => {
      const all = opening.result.transaction('files').objectStore('files').getAllKeys()
      all.onsuccess = () => resolve(all.result.length)
    }
  })`)
  await expect.poll(left).toBe(0)
})
