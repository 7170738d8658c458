import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { assign, contractorOfToday, invite, linkTo, newNumber, picture } from './invited-crew.ts'
import { standsWell } from './stands-well.ts'

// Feature 16, decision 087: photos that lay on the phone when its account ended are handed in, once.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

interface Photos {
  room_images: { uuid: string; sha256: string; uploaded_by: string }[]
}

test('who is no craftsman any more hands in what the phone still holds, and nothing else', async ({ page }) => {
  const mobile = newNumber()
  const { id } = await invite('staff01', await contractorOfToday(), mobile)
  await assign(id)
  const { rooms } = await callAs<{ rooms: { id: number; status: string }[] }>('staff01', 'GET', '/constructions/3/working_process')
  const room = rooms.find(({ status }) => status === 'waiting')?.id ?? 0
  const photosOf = async () => (await callAs<Photos>('staff01', 'GET', `/constructions/3/rooms/${room}/room_images`)).room_images
  await page.goto(await linkTo(mobile))
  await page.getByRole('button', { name: 'はじめる' }).click()
  await page.waitForURL('**/constructions')
  await page.goto(`/constructions/3/rooms/${room}`)
  await expect
    .poll(() => page.evaluate<number>(`Object.keys(localStorage).filter(key => key.startsWith('hand_in_ticket ')).length`))
    .toBe(1)
  const input = page.locator('input[type=file]').first()
  await expect(input).toBeAttached()
  await page.context().setOffline(true)
  const taken = await picture()
  await input.setInputFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer: taken })
  await expect(page.getByTestId('deliveries')).toContainText('端末に保存 1枚')

  await assign(id, false)
  await callAs('staff01', 'DELETE', `/craftsmans/${id}`)
  await page.context().setOffline(false)
  await page.goto('/constructions')
  await expect(page.getByText('新田 太郎さんのアカウントは終了しました。この端末に残っている写真1枚を提出できます。')).toBeVisible()
  await standsWell(page)
  await page.getByRole('button', { name: '提出する' }).click()
  await expect(page.getByText('写真1枚を提出しました。')).toBeVisible({ timeout: 200_000 })
  const hash = createHash('sha256').update(taken).digest('hex')
  expect((await photosOf()).filter(({ sha256 }) => sha256 === hash)).toMatchObject([{ uploaded_by: '新田 太郎' }])
  const { events } = await callAs<{ events: { kind: string; actor_name: string }[] }>(
    'staff01',
    'GET',
    `/constructions/3/rooms/${room}/events`,
  )
  expect(events[0]).toMatchObject({ kind: 'room_images.handed_in', actor_name: '新田 太郎' })
  await page.reload()
  await expect(page.getByLabel('ログインID')).toBeVisible()
  await expect(page.getByText('端末に残っている写真の提出')).toHaveCount(0)
  expect(await page.evaluate<number>(`Object.keys(localStorage).filter(key => /^(hand_in_ticket|unsent) /.test(key)).length`)).toBe(0)
  for (const photo of (await photosOf()).filter(({ sha256 }) => sha256 === hash))
    await callAs('staff01', 'DELETE', `/constructions/3/rooms/${room}/room_images/${photo.uuid}`)
})
