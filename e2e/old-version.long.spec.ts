import { createHash, randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { callAs, sessionOf } from './behind.ts'
import { picture } from './invited-crew.ts'
import { newTwoVersions } from './two-versions.ts'

// Feature 16, decision 087: a page of an earlier version stands open for three days while a new version is deployed.

test.use({ viewport: { width: 390, height: 844 } })

interface Photo {
  uuid: string
  sha256: string
}
interface Room {
  id: number
  photo_slots: { position: string; place_name: string; timing: string }[]
}
const person = 'craftsman01'
const timings: Readonly<Record<string, string>> = {
  before_construction: '施工前',
  under_construction: '施工中',
  after_construction: '施工後',
}

const photosOf = async (room: number) =>
  (await callAs<{ room_images: Photo[] }>('staff01', 'GET', `/constructions/3/rooms/${room}/room_images`)).room_images
const roomOfToday = async (): Promise<Room> => {
  const { rooms } = await callAs<{ rooms: { id: number; status: string }[] }>(person, 'GET', '/constructions/3/working_process')
  const id = rooms.findLast(({ status }) => status === 'waiting')?.id ?? 0
  return (await callAs<{ room: Room }>(person, 'GET', `/constructions/3/rooms/${id}`)).room
}
const versionOf = (page: Page) =>
  page.evaluate<string>(`[...document.querySelectorAll('script[type=module]')].at(-1).getAttribute('src').split('/')[1]`)

/** How many files of the old version the device still holds: none once the new service worker has taken over. */
const filesOfOld = `caches.keys()
  .then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
  .then(all => all.flat().filter(({ url }) => new URL(url).pathname.startsWith('/assets/')).length)`

const isNewerWaiting = `navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)`

/** As the first version of the outbox wrote it, without what later ones added; never to be changed with the code. */
const keepAsFirst = (page: Page, kept: { id: string; account: string; room: number; position: string; timing: string; bytes: Buffer }) => {
  const sha256 = createHash('sha256').update(kept.bytes).digest('hex')
  const request = {
    id: kept.id,
    version: 1,
    account: kept.account,
    account_name: '',
    client: kept.account.split('/')[0],
    key: 'POST /api/constructions/:construction_id/rooms/:room_id/room_images',
    params: { construction_id: 3, room_id: kept.room },
    body: {
      room_image: {
        uuid: kept.id,
        position: kept.position,
        timing: kept.timing,
        sha256,
        filming_at: null,
        taken_in_at: new Date().toISOString(),
      },
    },
    file: { field: 'room_image[file]', name: 'a.jpg', type: 'image/jpeg', size: kept.bytes.length, sha256 },
    proof: 'room_image',
    line: 'one',
    stale: ['GET /api/constructions/:construction_id/rooms/:room_id/room_images'],
    title: '以前の版で撮影した写真',
    kept_at: Date.now(),
    refusal: null,
    torn: 0,
  }
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('toguchi-outbox')
    opening.onerror = reject
    opening.onsuccess = () => {
      const work = opening.result.transaction(['requests', 'files'], 'readwrite')
      work.objectStore('requests').put(${JSON.stringify(request)})
      work.objectStore('files').put({ id: ${JSON.stringify(kept.id)}, bytes: new Uint8Array(${JSON.stringify([...kept.bytes])}).buffer })
      work.oncomplete = () => (opening.result.close(), resolve())
      work.onabort = reject
    }
  })`)
}

test('an earlier version that stands open for three days goes on sending, and the new one takes over what it left', async ({ browser }) => {
  test.setTimeout(1_200_000)
  const room = await roomOfToday()
  const [slot] = room.photo_slots
  if (slot === undefined) throw new Error('the demo town asks for no photo today')
  const front = await newTwoVersions(Number(process.env.E2E_PORT))
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: `http://www.localhost:${front.port}` })
  const known = new Set((await photosOf(room.id)).map(({ uuid }) => uuid))
  try {
    const page = await phone.newPage()
    const session = { ...(await sessionOf(person)), strategy: 'user' }
    await page.goto('/api/configurations')
    await page.evaluate(`for (const [name, value] of Object.entries(${JSON.stringify(session)})) localStorage.setItem(name, value)`)
    await page.clock.install()
    await page.goto(`/constructions/3/rooms/${room.id}`)
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    const input = page.getByRole('group', { name: `${slot.place_name} ${timings[slot.timing]}` }).locator('input[type=file]')
    await expect(input).toBeAttached()
    expect(await versionOf(page)).toBe('assets')
    const take = async () => {
      const buffer = await picture()
      await input.setInputFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer })
      return createHash('sha256').update(buffer).digest('hex')
    }

    await phone.setOffline(true)
    const [taken, kept] = [await take(), await picture()]
    await expect(page.getByTestId('deliveries')).toContainText('端末に保存 1枚')
    front.deploy()
    await page.clock.fastForward(72 * 3_600_000)
    await phone.setOffline(false)
    const hashes = async () => (await photosOf(room.id)).map(({ sha256 }) => sha256)
    await expect.poll(hashes, { timeout: 300_000 }).toContain(taken)
    // What belongs to it is gone from the server, and lies on the phone.
    const file = await page.evaluate<string>(`[...document.querySelectorAll('script[type=module]')].at(-1).getAttribute('src')`)
    expect((await fetch(`http://127.0.0.1:${front.port}${file}`)).status).toBe(404)
    expect(await page.evaluate<number>(`fetch(${JSON.stringify(file)}).then(({ status }) => status)`)).toBe(200)
    const another = await take()
    await expect.poll(hashes, { timeout: 300_000 }).toContain(another)
    expect(await versionOf(page)).toBe('assets')

    const { user } = await callAs<{ user: { id: number } }>(person, 'GET', '/users/me')
    const old = { id: randomUUID(), account: `001/4/${user.id}`, room: room.id, position: slot.position, timing: slot.timing, bytes: kept }
    // A page of the site opens at once, as the device has it, and says that there is a newer one; opened again it is that.
    const next = await phone.newPage()
    await next.goto(`/constructions/3/rooms/${room.id}`)
    await expect(next.getByRole('group').first()).toBeVisible()
    expect(await versionOf(next)).toBe('assets')
    await expect.poll(() => next.evaluate<boolean>(isNewerWaiting), { timeout: 300_000 }).toBe(true)
    await keepAsFirst(page, old)
    await next.reload()
    await expect(next.getByRole('group').first()).toBeVisible()
    expect(await versionOf(next)).toBe('assets-of-next')
    await expect.poll(async () => (await photosOf(room.id)).map(({ uuid }) => uuid), { timeout: 300_000 }).toContain(old.id)
    await expect(next.getByRole('button', { name: /^未送信/ })).toHaveCount(0)

    // The new service worker waits for the last page of the old version, and then opens the new one without a network.
    await page.close()
    await next.close()
    await expect(async () => {
      const last = await phone.newPage()
      await last.goto('/constructions')
      const old = await last.evaluate<number>(filesOfOld)
      if (old > 0) await last.close()
      expect(old).toBe(0)
    }).toPass({ timeout: 300_000 })
    const [last] = phone.pages()
    if (last === undefined) throw new Error('the page was closed')
    await phone.setOffline(true)
    await last.reload()
    await expect(last.getByText(/^圏外/)).toBeVisible()
    expect(await versionOf(last)).toBe('assets-of-next')
  } finally {
    for (const { uuid } of await photosOf(room.id))
      if (!known.has(uuid)) await callAs('staff01', 'DELETE', `/constructions/3/rooms/${room.id}/room_images/${uuid}`)
    await phone.close()
    await front.stop()
  }
})
