import { createHash, randomBytes } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { callAs } from './behind.ts'
import { type Line, newLine } from './cuttable-line.ts'
import { newPhone, type Phone } from './killable-browser.ts'
import { enter } from './sign-in.ts'

// Feature 16: what was photographed without a network is on the server in the end, however often the browser dies in between.

/** E2E_ROUNDS=20 for the figure of the issue. */
const rounds = Number(process.env.E2E_ROUNDS ?? 2)

interface Photo {
  uuid: string
  sha256: string
  filming_at: string
}
interface Slot {
  position: string
  place_name: string
  timing: string
}
interface Room {
  id: number
  name: string
  photo_slots: Slot[]
}

const photosOf = async ({ id }: Room) =>
  (await callAs<{ room_images: Photo[] }>('staff01', 'GET', `/constructions/3/rooms/${id}/room_images`)).room_images

/** Two rooms of today that ask for photos. */
const roomsOfToday = async (): Promise<Room[]> => {
  const { rooms } = await callAs<{ rooms: { id: number; status: string }[] }>('craftsman01', 'GET', '/constructions/3/working_process')
  const details = await Promise.all(
    rooms
      .filter(({ status }) => status === 'waiting')
      .slice(-2)
      .map(async ({ id }) => (await callAs<{ room: Room }>('craftsman01', 'GET', `/constructions/3/rooms/${id}`)).room),
  )
  for (const room of details) await emptyOf(room)
  return details
}
const emptyOf = async (room: Room) => {
  for (const { uuid } of await photosOf(room)) await callAs('staff01', 'DELETE', `/constructions/3/rooms/${room.id}/room_images/${uuid}`)
}

/** Pictures that nobody takes for blurred, dark or twice the same. */
const newPicture = async () =>
  sharp(randomBytes(320 * 240 * 3), { raw: { width: 320, height: 240, channels: 3 } })
    .jpeg()
    .toBuffer()

const timings: Readonly<Record<string, string>> = {
  before_construction: '施工前',
  under_construction: '施工中',
  after_construction: '施工後',
}

/** Takes photos for every slot of a room; comes back when all of them lie on the phone, with their hashes. */
const photograph = async (page: Page, room: Room, perSlot = 6): Promise<string[]> => {
  const taken: string[] = []
  for (const { place_name, timing } of room.photo_slots) {
    const pictures = await Promise.all(Array.from({ length: perSlot }, newPicture))
    await page
      .getByRole('group', { name: `${place_name} ${timings[timing]}` })
      .locator('input[type=file]')
      .setInputFiles(pictures.map((buffer, at) => ({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer })))
    taken.push(...pictures.map(picture => createHash('sha256').update(picture).digest('hex')))
    await expect(page.getByTestId('deliveries')).toHaveText(new RegExp(`^端末に保存 ${taken.length}枚電波`))
  }
  return taken
}

const openRoom = async (phone: Phone, line: Line, room: Room): Promise<Page> => {
  const context = await phone.open()
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`http://www.localhost:${line.port}/constructions/3/rooms/${room.id}`)
  await expect(page.getByRole('heading', { name: new RegExp(`^${room.name}`) })).toBeVisible()
  return page
}

/** Signs a craftsman's phone in and waits until it carries the application and the rooms. */
const setUp = async (phone: Phone, line: Line, rooms: Room[]) => {
  const context = await phone.open()
  const page = context.pages()[0] ?? (await context.newPage())
  const at = (path: string) => `http://www.localhost:${line.port}${path}`
  await page.goto(at('/api/configurations'))
  await enter({ ...page, goto: () => Promise.resolve(null), evaluate: page.evaluate.bind(page) } as unknown as Page, 'craftsman01')
  await page.goto(at('/constructions/3/working_process'))
  await page.evaluate('navigator.serviceWorker.ready')
  await expect
    .poll(
      () =>
        page.evaluate<number>(`new Promise(resolve => {
        const opening = indexedDB.open('toguchi-answers')
        // Not made before the application has made it.
        opening.onupgradeneeded = () => opening.transaction.abort()
        opening.onerror = () => resolve(0)
        opening.onsuccess = () => {
          const all = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          all.onsuccess = () => (opening.result.close(), resolve(all.result.filter(key => key.includes('/users/me') ||
            [${rooms.map(({ id }) => id).join()}].some(id => key.includes('"room_id":' + id + '}'))).length))
        }
      })`),
      { timeout: 240_000 },
    )
    // Who it is, and of each room: itself, its report, orders, keys and photos.
    .toBe(1 + 5 * rooms.length)
  // The session has just begun: a browser that is killed within its first seconds has not written down who signed in.
  await phone.close()
}

/** All of them, each once and byte for byte, taken when they were taken and not when the line came back. */
const expectArrived = async (room: Room, hashes: string[], since: number) => {
  await expect.poll(async () => (await photosOf(room)).length, { timeout: 900_000 }).toBe(hashes.length)
  const photos = await photosOf(room)
  expect(photos.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted())
  const first = Math.min(...photos.map(({ filming_at }) => Date.parse(filming_at)))
  expect(first).toBeGreaterThanOrEqual(Math.floor(since / 1000) * 1000)
  await emptyOf(room)
}

test('what was photographed without a network arrives, whatever becomes of the browser', async () => {
  test.setTimeout(600_000 + rounds * 1_800_000)
  const rooms = await roomsOfToday()
  const [first, second] = rooms
  if (first === undefined || second === undefined) throw new Error('the demo town has no two rooms to visit today')
  const line = await newLine(Number(process.env.E2E_PORT))
  const phone = await newPhone()
  try {
    await setUp(phone, line, rooms)
    for (let round = 0; round < rounds; round++) {
      await line.cut()
      const before = Date.now()
      let page = await openRoom(phone, line, first)
      await expect(page.getByText(/^(圏外|応答なし)/)).toBeVisible()
      const taken = await photograph(page, first)
      await phone.kill()
      // The phone is opened again in the cellar: the page stands, and what was taken is still there.
      page = await openRoom(phone, line, first)
      await expect(page.getByTestId('deliveries')).toContainText(`端末に保存 ${taken.length}枚`)
      await phone.kill()
      page = await openRoom(phone, line, second)
      const others = await photograph(page, second)
      expect(await photosOf(first)).toEqual([])
      await phone.kill()
      await line.mend()
      page = await openRoom(phone, line, second)
      // In the middle of sending it dies once more.
      await expect.poll(async () => (await photosOf(first)).length, { timeout: 600_000 }).toBeGreaterThan(3)
      await phone.kill()
      page = await openRoom(phone, line, second)
      await expectArrived(first, taken, before)
      await expectArrived(second, others, before)
      await expect(page.getByRole('button', { name: /^未送信/ })).toHaveCount(0)
      expect(taken.length + others.length).toBeGreaterThanOrEqual(60)
      await phone.kill()
    }
  } finally {
    await phone.forget()
    await line.cut()
  }
})

test('a room is completed in the cellar: behind its photos, once, when the line is back', async () => {
  test.setTimeout(1_200_000)
  const [room] = await roomsOfToday()
  if (room === undefined) throw new Error('the demo town has no room to visit today')
  const line = await newLine(Number(process.env.E2E_PORT))
  const phone = await newPhone()
  try {
    await setUp(phone, line, [room])
    await line.cut()
    let page = await openRoom(phone, line, room)
    const taken = await photograph(page, room, 1)
    // The report is filled in by itself, and the completion begins with what was written.
    await page.getByRole('button', { name: '記入する' }).click()
    const report = page.getByRole('dialog', { name: /完了報告書/ })
    await report.getByLabel('特記事項').fill('予備の子機を設置')
    await report.getByRole('button', { name: '保存する' }).click()
    await expect(report).toBeHidden()
    await expect(page.getByText('記入した内容は、この端末に保存され、送信待ちです。')).toBeVisible()
    await phone.kill()
    page = await openRoom(phone, line, room)
    await expect(page.getByText('予備の子機を設置')).toBeVisible()
    await page.getByRole('button', { name: '完了登録' }).click()
    const dialog = page.getByRole('dialog', { name: /完了登録/ })
    await expect(dialog.getByLabel('特記事項')).toHaveValue('予備の子機を設置')
    await dialog.getByRole('checkbox', { name: 'サインを省略する' }).check()
    await dialog.getByLabel(/^サイン省略の理由/).fill('管理員の立会い')
    await dialog.getByRole('button', { name: '完了する' }).click()
    await expect(page.getByText('端末に保存しました。電波がつながると自動で送信します。')).toBeVisible()
    // The day goes on at the next door, in the cellar too.
    await page.waitForURL(/\/constructions$/)
    await expect(page.getByTestId('visits-left')).toContainText('送信待ち 1戸')
    await phone.kill()
    page = await openRoom(phone, line, room)
    await expect(page.getByText('完了 送信待ち').first()).toBeVisible()
    await phone.kill()
    await line.mend()
    page = await openRoom(phone, line, room)
    await expect.poll(() => statusOf(room), { timeout: 600_000 }).toBe('completed')
    expect((await photosOf(room)).map(({ sha256 }) => sha256).toSorted()).toEqual(taken.toSorted())
    await expect(page.getByText('完了 送信待ち')).toHaveCount(0)
    const { completion_report } = await callAs<{ completion_report: { special_report: string | null } }>(
      'staff01',
      'GET',
      `/constructions/3/rooms/${room.id}/completion_report`,
    )
    expect(completion_report.special_report).toBe('予備の子機を設置')
    const { events } = await callAs<{ events: { kind: string }[] }>('staff01', 'GET', `/constructions/3/rooms/${room.id}/events`)
    expect(events.filter(({ kind }) => kind === 'rooms.completed')).toHaveLength(1)
  } finally {
    await phone.forget()
    await line.cut()
  }
})

const statusOf = async ({ id }: Room) =>
  (await callAs<{ room: { status: string } }>('staff01', 'GET', `/constructions/3/rooms/${id}`)).room.status
