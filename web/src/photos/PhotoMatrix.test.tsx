// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { lookForRoom } from '../platform/outbox/storage-room.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { drop, outbox, sendNow } from '../platform/outbox/outbox.ts'
import { createStore } from '../platform/store.ts'
import { useStore } from '../platform/use-store.ts'
import { stubUploads } from '../../test/uploads.ts'
import { RoomPhotos } from './RoomPhotos.tsx'

const slot = { position: 'place-1', place_name: '玄関', timing: 'before_construction' } as const
const after = { ...slot, timing: 'after_construction' } as const
const hall = { ...slot, position: 'place-2', place_name: '廊下' } as const
const asked = createStore<readonly (typeof slot | typeof after | typeof hall)[]>([slot])
const roomOf = (id: number) => ({ construction_id: 7, id, name: String(100 + id), building_name: '青葉台レジデンス' })
const shown = createStore(roomOf(1))
const RoomPage = () => {
  const room = useStore(shown)
  return (
    <>
      <h1>{room.name}</h1>
      <RoomPhotos room={room} slots={useStore(asked)} readOnly={false} />
    </>
  )
}

/** What the server says of a photo that it has. */
const received = JSON.stringify({ room_image: { sha256: createHash('sha256').update('x').digest('hex') } })
const photosRead = 'GET /api/constructions/:construction_id/rooms/:room_id/room_images'
let uploads = stubUploads()
const removed = () => uploads.sent.filter(request => request.startsWith('DELETE'))
const made: string[] = []
const revoked: string[] = []
const answers = {
  room_images: { room_images: [] },
  users: { user: { id: 1, role_id: 5, save_original_image_in_local_device: true, client: null } },
  constructions: { construction: { use_electronic_signboard: true } },
}
beforeEach(async () => {
  shown.set(roomOf(1))
  asked.set([slot])
  for (const list of [made, revoked]) list.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  uploads = stubUploads()
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(Object.entries(answers).find(([word]) => url.includes(word))?.[1] ?? {})),
  )
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => made[made.push(`blob:${made.length + 1}`) - 1] ?? '')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(url => void revoked.push(url))
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: RoomPage }])} />
    </QueryClientProvider>,
  )
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await Promise.all(outbox.get().map(({ id }) => drop(id)))
  sendNow()
  await signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const choose = async (...names: string[]) => {
  const files = (names.length === 0 ? ['photo.png'] : names).map(name => new File(['x'], name, { type: 'image/png' }))
  await userEvent.upload(await screen.findByLabelText('玄関 施工前を撮影'), files)
}

it('sends the photos of the room that is shown, also when the page passes from one room to another', async () => {
  await choose()
  await vi.waitFor(() => expect(uploads.sent).toEqual(['POST /api/constructions/7/rooms/1/room_images']))
  shown.set(roomOf(2))
  await screen.findByRole('heading', { name: '102' })
  await choose()
  await vi.waitFor(() => expect(uploads.sent.slice(1)).toEqual(['POST /api/constructions/7/rooms/2/room_images']))
})

it('counts a photo once that the server has already and this device does not know of yet', async () => {
  await choose()
  await vi.waitFor(() => expect(uploads.sent).toHaveLength(1))
  const place = screen.getByRole('group', { name: '玄関 施工前' })
  expect(place.textContent).toContain('撮影済')
  // What is being read would stand over it.
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), 5_000)
  const photo = { uuid: outbox.get()[0]?.id, position: slot.position, timing: slot.timing, place_name: slot.place_name }
  act(() => void queryClient.setQueriesData({ queryKey: [photosRead] }, { room_images: [photo] }))
  await vi.waitFor(() => expect(queryClient.getQueriesData({ queryKey: [photosRead] })[0]?.[1]).toMatchObject({ room_images: [photo] }))
  expect(place.textContent).toContain('撮影済')
  expect(place.textContent).not.toContain('2枚')
  expect(await within(place).findByRole('button', { name: '玄関 施工前 1枚目を開く' })).toBeTruthy()
  expect(place.querySelectorAll('img')).toHaveLength(1)
  // Neither does it count twice where a place has room for ten.
  const others = Array.from({ length: 8 }, (_, at) => ({ ...photo, uuid: `other-${at}` }))
  act(() => void queryClient.setQueriesData({ queryKey: [photosRead] }, { room_images: [photo, ...others] }))
  expect(await within(place).findByText(/撮影済 9枚/)).toBeTruthy()
  await userEvent.click(within(place).getByRole('button', { name: '追加で撮影' }))
  expect(await screen.findByTestId('camera')).toBeTruthy()
  expect(screen.queryByText(/^1つの撮影箇所・時期につき/)).toBeNull()
})

it('lets previews go with the page', async () => {
  await choose()
  await vi.waitFor(() => expect(made).toHaveLength(1))
  expect(revoked).toEqual([])
  cleanup()
  expect(revoked).toEqual(made)
})

/** What the browser would make of the next photos, in grey. */
const looksLike = (...lights: number[]) => {
  const bitmap = { width: 256, height: 192, close: () => {} }
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () =>
      ({
        drawImage: () => {},
        getImageData: () => ({ data: new Uint8ClampedArray(256 * 192 * 4).fill(lights.shift() ?? 0) }),
      }) as unknown as null,
  )
}

it('says that a photo is dark, while it is on its way already, and goes on with it', async () => {
  looksLike(20)
  await choose()
  expect(await screen.findByRole('dialog', { name: '暗く写っています。撮り直しますか？' })).toBeTruthy()
  await vi.waitFor(() => expect(uploads.sent).toEqual(['POST /api/constructions/7/rooms/1/room_images']))
  await userEvent.click(screen.getByRole('button', { name: 'このまま使う' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('img', { name: '玄関 施工前 送信中' })).toBeTruthy()
})

it('opens the camera again for one that is taken again, and takes it away only for another one', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click')
  looksLike(128)
  await choose()
  expect(await screen.findByRole('dialog', { name: 'ぶれています。撮り直しますか？' })).toBeTruthy()
  expect(opened).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '撮り直す' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opened).toHaveBeenCalledTimes(1)
  // Who leaves the camera keeps the photo that there is.
  expect(screen.getByRole('img', { name: '玄関 施工前 送信中' })).toBeTruthy()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.arrive(201, received)
  await vi.waitFor(() => expect(screen.queryByRole('img', { name: '玄関 施工前 送信中' })).toBeNull())
  expect(removed()).toEqual([])
})

it('says nothing of what it cannot see', async () => {
  await choose()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks about each of several photos, and sends those of one place one after the other', async () => {
  looksLike(20, 128)
  await choose('a.png', 'b.png')
  expect(await screen.findByRole('dialog', { name: '2枚中1枚目（玄関　施工前）が暗く写っています。撮り直しますか？' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'このまま使う' }))
  expect(await screen.findByRole('dialog', { name: '2枚中2枚目（玄関　施工前）がぶれています。撮り直しますか？' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'このまま使う' }))
  expect(uploads.sent).toHaveLength(1)
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.arrive(201, received)
  await vi.waitFor(() => expect(uploads.sent).toHaveLength(2))
})

it('keeps what the server refused as no picture, and says why', async () => {
  await choose()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.arrive(
    422,
    JSON.stringify({
      errors: { file: ['はJPEGを選択してください'], full_messages: ['写真はJPEGを選択してください'] },
      code: 'not_a_picture',
    }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe('写真はJPEGを選択してください')
  expect(screen.getByRole('group', { name: '玄関 施工前' }).dataset.state).toBe('refused')
})

it('takes away from the server what was on its way when it is taken again', async () => {
  looksLike(20)
  await choose()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: '撮り直す' }))
  await choose()
  await vi.waitFor(() => expect(outbox.get()).toHaveLength(3))
  // Behind the photo itself: before it, there would be nothing to take away yet.
  expect(removed()).toEqual([])
  uploads.onTheirWay[0]?.arrive(201, received)
  await vi.waitFor(() => expect(removed()).toHaveLength(1))
  expect(removed()[0]).toMatch(/^DELETE \/api\/constructions\/7\/rooms\/1\/room_images\/[0-9a-f-]{36}$/)
})

it('takes it away behind itself where it is tried without a network: it may arrive after all', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  looksLike(20)
  await choose()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: '撮り直す' }))
  await choose()
  await vi.waitFor(() => expect(outbox.get()).toHaveLength(3))
  expect(outbox.get().filter(({ key }) => key.startsWith('DELETE '))).toHaveLength(1)
})

it('says where a photo is: on the device, on its way, with the server', async () => {
  await choose()
  await screen.findByText(/^送信中 1枚/)
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.fail()
  expect(await screen.findByText('電波がつながると自動で送信します。このページを閉じても失われません。')).toBeTruthy()
  expect(screen.getByText(/^端末に保存 1枚/)).toBeTruthy()
  sendNow()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.arrive(201, received)
  expect(await screen.findByText(/^サーバーで確認済 \d+枚$/)).toBeTruthy()
})

it('says at once which file is too large, and takes in the others', async () => {
  const large = new File(['x'], 'large.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
  await userEvent.upload(await screen.findByLabelText('玄関 施工前を撮影'), [large, new File(['x'], 'a.png', { type: 'image/png' })])
  expect((await screen.findByRole('alert')).textContent).toBe(
    '20MBを超える写真は送信できません。元の写真はこの端末に残っています。20MB以下の写真を選択してください。',
  )
  await vi.waitFor(() => expect(uploads.sent).toHaveLength(1))
})

/** The camera of a page that may use none: the phone's own takes the photo. */
const openCamera = async () => {
  asked.set([slot, after, hall])
  await userEvent.click((await screen.findAllByRole('button', { name: '撮影する' }))[0]!)
  return screen.findByTestId('camera')
}
const shoot = (file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })) =>
  userEvent.upload(screen.getByLabelText('端末のカメラで撮影'), file)
const aimedAt = () => screen.getByTestId('shutter').getAttribute('aria-label')
const largeFile = () => Object.defineProperty(new File(['x'], 'large.jpg', { type: 'image/jpeg' }), 'size', { value: 21 * 1024 * 1024 })
const placesOf = () => outbox.get().map(({ body }) => (body as { room_image: { position: string; timing: string } }).room_image)

describe('the camera', () => {
  it('stands at the next empty place after every photo, all places of one stage first, and says when nothing is missing', async () => {
    await openCamera()
    expect(aimedAt()).toBe('玄関 施工前を端末のカメラで撮影')
    await shoot()
    expect(aimedAt()).toBe('廊下 施工前を端末のカメラで撮影')
    await shoot()
    expect(aimedAt()).toBe('玄関 施工後を端末のカメラで撮影')
    expect(screen.getByText('次は施工後の写真です。')).toBeTruthy()
    await shoot()
    expect(placesOf()).toMatchObject([slot, hall, after].map(({ position, timing }) => ({ position, timing })))
    await userEvent.click(screen.getByRole('button', { name: '撮影を終える' }))
    expect(screen.queryByTestId('camera')).toBeNull()
    // What lies on the phone was taken, whatever the server has heard of it.
    expect(screen.getByText('必要な写真はすべて撮影済みです。')).toBeTruthy()
    expect(screen.getByRole('group', { name: '廊下 施工前' }).dataset.state).toBe('taken')
  })

  it('passes over a place, goes to any, and back for one more', async () => {
    await openCamera()
    await userEvent.click(screen.getByRole('button', { name: /とばす/ }))
    expect(aimedAt()).toBe('廊下 施工前を端末のカメラで撮影')
    await shoot()
    await userEvent.click(screen.getByRole('button', { name: 'もう1枚' }))
    expect(aimedAt()).toBe('廊下 施工前を端末のカメラで撮影')
    await shoot()
    expect(placesOf().map(({ position }) => position)).toEqual(['place-2', 'place-2'])
    await userEvent.click(screen.getByRole('button', { name: /^撮影箇所を/ }))
    await userEvent.click(within(await screen.findByTestId('places')).getAllByRole('button', { name: /^玄関/ })[0]!)
    expect(aimedAt()).toBe('玄関 施工前を端末のカメラで撮影')
  })

  it('takes the last one again, and takes the one before away only for another one', async () => {
    await openCamera()
    await shoot()
    const [first] = outbox.get()
    await userEvent.click(screen.getByRole('button', { name: '撮り直す' }))
    expect(aimedAt()).toBe('玄関 施工前を端末のカメラで撮影')
    expect(outbox.get().map(({ id }) => id)).toEqual([first?.id])
    await shoot()
    await vi.waitFor(() => expect(outbox.get().filter(({ key }) => key.startsWith('DELETE'))).toHaveLength(1))
    expect(aimedAt()).toBe('廊下 施工前を端末のカメラで撮影')
  })

  it('keeps a photo that is too large on the phone, sends it nowhere, and stays at its place', async () => {
    await openCamera()
    await shoot(largeFile())
    expect(screen.getByText('20MBを超えているため、送信できません。写真はこの端末に残してあります。')).toBeTruthy()
    expect(aimedAt()).toBe('玄関 施工前を端末のカメラで撮影')
    await vi.waitFor(() => expect(outbox.get()).toMatchObject([{ state: 'refused', refusal: expect.stringMatching(/^20MBを超えている/) }]))
    expect(uploads.sent).toEqual([])
    await userEvent.keyboard('{Escape}')
    const place = screen.getByRole('group', { name: '玄関 施工前' })
    expect(place.dataset.state).toBe('refused')
    await userEvent.click(within(place).getByRole('button', { name: '端末に書き出す' }))
    await vi.waitFor(() => expect(made.length).toBeGreaterThan(0))
  })

  it('says before the first photo that the phone is nearly full', async () => {
    vi.stubGlobal('navigator', Object.assign(navigator, { storage: { estimate: () => Promise.resolve({ usage: 900e6, quota: 1000e6 }) } }))
    await lookForRoom()
    // Who chooses files instead reads it above the places.
    expect(await screen.findByText(/^端末の空き容量が残りわずか/)).toBeTruthy()
    await openCamera()
    expect(await screen.findByText(/^端末の空き容量が残りわずかです（保存できるのは約95MB）/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'このまま撮影する' }))
    expect(screen.queryByText(/^端末の空き容量が残りわずか/)).toBeNull()
  })

  it('saves each photo as a file, too, for who wants that, where boards are drawn on copies', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await openCamera()
    await vi.waitFor(
      () =>
        expect(
          queryClient
            .getQueryCache()
            .getAll()
            .every(({ state }) => state.status === 'success'),
        ).toBe(true),
      5_000,
    )
    await shoot()
    expect(clicked).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(revoked).toContain(made[0])
  })
})
