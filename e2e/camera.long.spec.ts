import { cameraOrder } from '@toguchi/domain/photos/camera-order'
import { photoTimingLabels, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { browserArguments } from '../tools/find-browser.ts'
import { callAs } from './behind.ts'
import { enter } from './sign-in.ts'

// Feature 16: the camera opens at the next empty place, with the picture of before on it, and goes on by itself.

test.use({
  launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: [...browserArguments, '--use-fake-device-for-media-stream'] },
})

interface Room {
  id: number
  name: string
  photo_slots: { position: string; place_name: string; timing: PhotoTiming }[]
}
interface Photo {
  uuid: string
  position: string
  timing: PhotoTiming
  sha256: string
}

const photosOf = async ({ id }: Room) =>
  (await callAs<{ room_images: Photo[] }>('staff01', 'GET', `/constructions/3/rooms/${id}/room_images`)).room_images

/** Rooms of today without photos; the journey of what a phone keeps has the last two. */
const emptyRoom = async (at: number): Promise<Room> => {
  const { rooms } = await callAs<{ rooms: { id: number; status: string }[] }>('craftsman01', 'GET', '/constructions/3/working_process')
  const id = rooms.filter(({ status }) => status === 'waiting')[at]?.id
  const { room } = await callAs<{ room: Room }>('craftsman01', 'GET', `/constructions/3/rooms/${id}`)
  for (const { uuid } of await photosOf(room)) await callAs('staff01', 'DELETE', `/constructions/3/rooms/${room.id}/room_images/${uuid}`)
  return room
}

/** A phone at the photos of a room. Where one permission is named, all others are refused. */
const phoneAt = async (browser: Browser, room: Room, permission: 'camera' | 'geolocation'): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    permissions: [permission],
  })
  const page = await context.newPage()
  await enter(page, 'craftsman01')
  await page.goto(`/constructions/3/rooms/${room.id}`)
  await expect(page.getByRole('button', { name: '撮影する' }).first()).toBeVisible()
  return page
}

const openCamera = async (page: Page) => {
  await page.getByRole('button', { name: '撮影する' }).first().click()
  await expect(page.getByTestId('camera')).toBeVisible()
}
const nameOf = ({ place_name, timing }: Room['photo_slots'][number]) => `${place_name} ${photoTimingLabels[timing]}`
const shutter = (page: Page) => page.getByTestId('shutter')
/** The camera shows something: before that there is nothing to take. */
const expectPicture = (page: Page) =>
  expect.poll(() => page.evaluate<number>(`document.querySelector('[data-testid=finder] video')?.videoWidth ?? 0`)).toBeGreaterThan(0)

/** Texts of the camera or the photos that are smaller than a glove and the sun allow, or too pale. */
const hardToRead = (page: Page, within: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${within} *')]
    .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== ''))
    .filter(element => element.closest('svg, .sr-only, [data-kit=button]') === null && parseFloat(getComputedStyle(element).fontSize) < 16)
    .map(element => element.textContent)`)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tooPale = async (page: Page, within: string) => {
  await page.evaluate(axe)
  return page.evaluate<string[]>(
    `axe.run('${within}', { runOnly: ['color-contrast-enhanced'], rules: { 'color-contrast-enhanced': { enabled: true } } })
      .then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => html + ' ' + any[0]?.message)))`,
  )
}

test('the camera goes from one empty place to the next, one touch a photo, with the picture of before and the board on it', async ({
  browser,
}) => {
  const room = await emptyRoom(0)
  const order = cameraOrder(room.photo_slots)
  const page = await phoneAt(browser, room, 'camera')
  await openCamera(page)
  await expectPicture(page)
  for (const [at, slot] of order.entries()) {
    await expect(shutter(page)).toHaveAccessibleName(`${nameOf(slot)}を撮影`)
    await expect(page.getByRole('img', { name: `${order.length}か所のうち${at}か所撮影済` })).toBeVisible()
    await expect(page.getByTestId('board')).toHaveAttribute('alt', new RegExp(`部屋 ${room.name}、撮影箇所 ${slot.place_name}、`))
    // What was ordered as an option is photographed afterwards alone.
    const hasBefore = order.some(({ position, timing }) => position === slot.position && timing === 'before_construction')
    if (slot.timing === 'before_construction' || !hasBefore) await expect(page.getByTestId('before')).toHaveCount(0)
    else {
      await expect(page.getByTestId('before')).toHaveCSS('opacity', '0.35')
      const lay = page.getByRole('button', { name: '前の写真を重ねる' })
      await lay.click()
      await expect(page.getByTestId('before')).toHaveCount(0)
      await lay.click()
    }
    await shutter(page).click()
  }
  // A remote shutter sends keys; this one is for the place that the camera stayed at.
  await expect(page.getByTestId('camera').getByRole('listitem')).toHaveCount(order.length)
  await page.getByTestId('camera').press('AudioVolumeUp')
  await expect(page.getByTestId('camera').getByRole('listitem')).toHaveCount(order.length + 1)
  expect(await hardToRead(page, '[data-testid=camera]')).toEqual([])
  expect(await tooPale(page, '[data-testid=camera]')).toEqual([])
  await page.goBack()
  await expect(page.getByTestId('camera')).toHaveCount(0)
  await expect(page.getByText('必要な写真はすべて撮影済みです。')).toBeVisible()
  await expect.poll(async () => (await photosOf(room)).length, { timeout: 200_000 }).toBe(order.length + 1)
  const photos = await photosOf(room)
  expect(new Set(photos.map(({ position, timing }) => `${timing} ${position}`)).size).toBe(order.length)
  await expect(page.getByText('サーバーで確認済').first()).toBeVisible()
  expect(await hardToRead(page, '#photos section > :last-child')).toEqual([])
  await page.context().close()
})

test('without a network the camera opens, and each photo arrives once when it is back', async ({ browser }) => {
  const room = await emptyRoom(1)
  const order = cameraOrder(room.photo_slots)
  const page = await phoneAt(browser, room, 'camera')
  // The application is on the phone; a page that stood open before is not made of it yet.
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await page.reload()
  await expect(page.getByRole('button', { name: '撮影する' }).first()).toBeVisible()
  await page.context().setOffline(true)
  await openCamera(page)
  await expectPicture(page)
  for (const [at, slot] of order.slice(0, 3).entries()) {
    await expect(shutter(page)).toHaveAccessibleName(`${nameOf(slot)}を撮影`)
    await shutter(page).click()
    await expect(page.getByTestId('camera').getByTestId('deliveries')).toContainText(`端末に保存 ${at + 1}枚`)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByText(`未撮影 ${order.length - 3} か所`)).toBeVisible()
  await expect(page.getByRole('group', { name: nameOf(order[0]!) })).toHaveAttribute('data-state', 'taken')
  expect(await photosOf(room)).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(async () => (await photosOf(room)).length, { timeout: 200_000 }).toBe(3)
  const arrived = await photosOf(room)
  expect(new Set(arrived.map(({ sha256 }) => sha256)).size).toBe(3)
  await expect(page.getByRole('button', { name: /^未送信/ })).toHaveCount(0)
  expect((await photosOf(room)).length).toBe(3)
  await page.context().close()
})

test('where the camera is refused, the phone’s own one goes through the same places, and the way to allow it is said', async ({
  browser,
}) => {
  const room = await emptyRoom(2)
  const order = cameraOrder(room.photo_slots)
  const page = await phoneAt(browser, room, 'geolocation')
  await openCamera(page)
  await expect(page.getByText(/カメラの使用が許可されていません/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'もう一度試す' })).toBeVisible()
  for (const slot of order.slice(0, 2)) {
    await expect(shutter(page)).toHaveAccessibleName(`${nameOf(slot)}を端末のカメラで撮影`)
    const chosen = page.waitForEvent('filechooser')
    await shutter(page).click()
    await (await chosen).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await pictureOf(order.indexOf(slot)) })
  }
  await expect(shutter(page)).toHaveAccessibleName(`${nameOf(order[2]!)}を端末のカメラで撮影`)
  expect(await hardToRead(page, '[data-testid=camera]')).toEqual([])
  expect(await tooPale(page, '[data-testid=camera]')).toEqual([])
  await expect.poll(async () => (await photosOf(room)).length, { timeout: 200_000 }).toBe(2)
  await page.context().close()
})

const pictureOf = async (at: number): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 80 + at * 40, g: 120, b: 140 } } })
    .jpeg()
    .toBuffer()
}
