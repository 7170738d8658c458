// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { createStore, useStore } from '../platform/store.ts'
import { toasts } from '../platform/toast.ts'
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

const sent: string[] = []
const removed: string[] = []
const made: string[] = []
const revoked: string[] = []
const answers = {
  room_images: { room_images: [] },
  users: { user: { id: 1, role_id: 5, save_original_image_in_local_device: true, client: null } },
  constructions: { construction: { use_electronic_signboard: true } },
}
/** Uploads are not answered: their photos stay on their way until a test lets them arrive. */
const onTheirWay: Transport[] = []
class Transport extends XMLHttpRequest {
  override open(method: string, url: string | URL) {
    sent.push(`${method} ${String(url)}`)
  }
  override setRequestHeader() {}
  override send() {
    onTheirWay.push(this)
  }
  override getAllResponseHeaders() {
    return 'content-type: application/json'
  }
  arrive(status = 201, body = '{}') {
    for (const [name, value] of Object.entries({ status, response: body, responseText: body })) Object.defineProperty(this, name, { value })
    this.dispatchEvent(new ProgressEvent('load'))
  }
}

beforeEach(async () => {
  shown.set(roomOf(1))
  for (const list of [sent, removed, made, revoked, onTheirWay]) list.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('XMLHttpRequest', Transport)
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) => {
    if (options?.method === 'DELETE') removed.push(url)
    return Promise.resolve(Response.json(Object.entries(answers).find(([word]) => url.includes(word))?.[1] ?? {}))
  })
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
  await vi.waitFor(() => expect(sent).toEqual(['POST /api/constructions/7/rooms/1/room_images']))
  shown.set(roomOf(2))
  await screen.findByRole('heading', { name: '102' })
  await choose()
  await vi.waitFor(() => expect(sent.slice(1)).toEqual(['POST /api/constructions/7/rooms/2/room_images']))
})

it('lets previews go with the page, and the copy for the phone once it is saved', async () => {
  await vi.waitFor(() =>
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .every(({ state }) => state.status === 'success'),
    ).toBe(true),
  )
  const input = await screen.findByLabelText('玄関 施工前を撮影')
  input.setAttribute('capture', 'environment')
  await choose()
  expect(made).toHaveLength(2)
  expect(revoked).toEqual([])
  cleanup()
  expect(revoked).toEqual(['blob:1'])
  vi.advanceTimersByTime(60_000)
  expect(revoked).toEqual(['blob:1', 'blob:2'])
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
  expect(sent).toEqual(['POST /api/constructions/7/rooms/1/room_images'])
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
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  onTheirWay[0]?.arrive()
  await vi.waitFor(() => expect(screen.queryByRole('img', { name: '玄関 施工前 送信中' })).toBeNull())
  expect(removed).toEqual([])
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
  expect(sent).toHaveLength(1)
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  onTheirWay[0]?.arrive()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
})

it('does not offer to send again what the server refused as no picture', async () => {
  await choose()
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  onTheirWay[0]?.arrive(
    422,
    JSON.stringify({
      errors: { file: ['はJPEGを選択してください'], full_messages: ['写真はJPEGを選択してください'] },
      code: 'not_a_picture',
    }),
  )
  expect(await screen.findByText('送信できません')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('写真はJPEGを選択してください')
  expect(screen.queryByRole('button', { name: '再送する' })).toBeNull()
})

it('says so when the photo that is taken again cannot be taken away', async () => {
  looksLike(20)
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: '撮り直す' }))
  await choose()
  const answered = fetch
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    options?.method === 'DELETE' ? Promise.reject(new TypeError('offline')) : answered(url, options),
  )
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  onTheirWay[0]?.arrive()
  await vi.waitFor(() =>
    expect(toasts.get().flatMap(({ lines }) => lines)).toContain('撮り直す前の写真が残っています。写真を開いて削除してください。'),
  )
})
