// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../../test/uploads.ts'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { bytesOf } from '../../platform/outbox/kept-requests.ts'
import { drop, outbox, sendNow } from '../../platform/outbox/outbox.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { UnsentRequest } from '../../ui/unsent/UnsentRequest.tsx'
import { lostWith } from '../../ui/unsent/unsent-body.ts'
import { RoomKeys } from './RoomKeys.tsx'
import { useHandOver } from './use-hand-over.ts'

const room = { construction_id: 3, room_id: 5, room_name: '903', building_name: '青葉台レジデンス' }
const params = { construction_id: 3, room_id: 5 }
const answer = { wanted: true, handover: '1階管理室', key_custodies: [], craftsmans: [] }
const photo = new File(['a key'], 'key.jpg', { type: 'image/jpeg' })
const files = { 'key_custody[photo]': photo }

let uploads: ReturnType<typeof stubUploads>
beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  uploads = stubUploads()
  // Nothing is drawn without a browser.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => new Proxy({}, { get: () => () => {}, set: () => true }) as unknown as null,
  )
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    options?.method === 'POST'
      ? Promise.reject(new TypeError('offline'))
      : Promise.resolve(
          Response.json(url.includes('/keys') ? answer : { user: { id: 1, role_id: 4, name: '職人', client: { cd: '001' } } }),
        ),
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  await Promise.all(outbox.get().map(({ id }) => drop(id)))
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'storage')
})

const Around = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
const show = () =>
  render(
    <Around>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <RoomKeys room={room} readOnly={false} finished={false} /> }])} />
    </Around>,
  )
const receive = async () => {
  const { result, unmount } = renderHook(() => useHandOver(room, () => {}), { wrapper: Around })
  result.current.receive.mutate({ params, body: { key_custody: { received_from: '田中', signature: 'data:', note: null } }, files })
  await vi.waitFor(() => expect(outbox.get()).toHaveLength(1))
  return { ...result, unmount }
}

it('a key that is received without a network waits with its photo and its moment, and says so', async () => {
  await receive()
  expect(outbox.get()).toMatchObject([
    {
      title: '903号室　鍵の預かり',
      isSecret: true,
      file: { field: 'key_custody[photo]', size: 5 },
      body: { key_custody: { received_from: '田中', handed_at: expect.stringMatching(/^\d{4}-/) as unknown } },
    },
  ])
  show()
  expect(await screen.findByText('預かり 送信待ち')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '鍵を預かる' })).toBeNull()
  // It may go back before anybody heard that it came.
  await userEvent.click(screen.getByRole('button', { name: '鍵を返却する' }))
  expect(await screen.findByTestId('key-modal')).toBeTruthy()
  // Nobody would be there to say the name later.
  expect(screen.getByRole('button', { name: /返却を登録する/ }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByTitle('「お返しした方」を入力してください')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^お返しした方/), '田中')
  expect(screen.queryByTitle('「お返しした方」を入力してください')).toBeNull()
  expect(screen.getByTitle('サインを入力してください')).toBeTruthy()
})

it('says what goes with a key that is taken out of what waits', async () => {
  await receive()
  const [request] = outbox.get()
  expect(request && lostWith({ ...request, body: { key_custody: { signature: 'data:image/png;base64,AA==' } } })).toEqual([
    '写真',
    'サイン',
  ])
})

it('says before a photo is taken that the device is nearly full', async () => {
  const storage = { estimate: () => Promise.resolve({ usage: 900e6, quota: 1000e6 }) }
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  show()
  await userEvent.click(await screen.findByRole('button', { name: '鍵を預かる' }))
  expect(await screen.findByText(/^端末の空き容量が残りわずかです（保存できるのは約95MB）/)).toBeTruthy()
})

it('it goes back behind its coming, and nothing of its photo stays on the device once the server has it', async () => {
  const { current } = await receive()
  current.giveBackOut.mutate({ params, body: { key_custody: { returned_to: '田中', signature: 'data:' } }, files })
  await vi.waitFor(() => expect(outbox.get()).toMatchObject([{ state: 'sending' }, { state: 'kept' }]))
  const ids = outbox.get().map(({ id }) => id)
  sendNow()
  for (const [at, address] of ['POST /api/constructions/3/rooms/5/keys', 'POST /api/constructions/3/rooms/5/keys/return'].entries()) {
    await vi.waitFor(() => expect(uploads.sent).toHaveLength(at + 1))
    expect(uploads.sent[at]).toBe(address)
    expect(uploads.headers[at]?.['idempotency-key']).toBe(ids[at])
    uploads.onTheirWay[0]?.arrive(201, JSON.stringify({ message: '' }))
  }
  await vi.waitFor(() => expect(outbox.get()).toEqual([]))
  for (const id of ids) expect(await bytesOf(id)).toBeNull()
})

it('a refused one keeps its reason, and its photo is not written out: a key can be cut from it', async () => {
  const { unmount } = await receive()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  // Whoever could mend it has gone on.
  unmount()
  const errors = { full_messages: ['この部屋の鍵はすでにお預かりしています。'] }
  uploads.onTheirWay[0]?.arrive(409, JSON.stringify({ errors, code: 'key_is_here' }))
  await vi.waitFor(() => expect(outbox.get()).toMatchObject([{ state: 'refused' }]))
  show()
  expect(await screen.findByText('預かり 送信できません')).toBeTruthy()
  expect(screen.getByText('この部屋の鍵はすでにお預かりしています。', { exact: false })).toBeTruthy()
  const [request] = outbox.get()
  if (request === undefined) throw new Error('nothing was refused')
  const element = <UnsentRequest request={request} onDrop={() => {}} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(screen.getByRole('button', { name: '再送する' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'この端末に書き出す' })).toBeNull()
})
