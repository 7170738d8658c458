// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { drop, outbox, sendNow } from '../platform/outbox/outbox.ts'
import { createStore, useStore } from '../platform/store.ts'
import { stubUploads } from '../../test/uploads.ts'
import { RoomPhotos } from './RoomPhotos.tsx'

const slot = { position: 'place:1', place_name: '玄関', timing: 'before_construction' } as const
const roomOf = (id: number) => ({ construction_id: 7, id, name: String(100 + id) })
const shown = createStore(roomOf(1))
const RoomPage = () => {
  const room = useStore(shown)
  return (
    <>
      <h1>{room.name}</h1>
      <RoomPhotos room={room} slots={[slot]} readOnly={false} />
    </>
  )
}

/** What the server says of a photo that it has. */
const received = JSON.stringify({ room_image: { sha256: createHash('sha256').update('x').digest('hex') } })
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

it('lets previews go with the page, and the copy for the phone once it is saved', async () => {
  await vi.waitFor(
    () =>
      expect(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.status),
      ).toEqual(['success', 'success']),
    5_000,
  )
  const input = await screen.findByLabelText('玄関 施工前を撮影')
  input.setAttribute('capture', 'environment')
  await choose()
  await vi.waitFor(() => expect(made).toHaveLength(2))
  expect(revoked).toEqual([])
  cleanup()
  expect(revoked).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  expect(revoked.toSorted()).toEqual(made)
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
  expect((await screen.findByRole('alert')).textContent).toBe('ファイルサイズは20MB以下にしてください。')
  await vi.waitFor(() => expect(uploads.sent).toHaveLength(1))
})
