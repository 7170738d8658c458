// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { PhotoArchiveModal } from './PhotoArchiveModal.tsx'

const drawing = { id: 7, title: '撮影位置図' }
const deliveryOf = (drawings: readonly object[]) => ({
  edition: '令和5年3月',
  dtd: { name: 'PHOTO05.DTD', present: true },
  photos: 3,
  copies: 0,
  not_deliverable: [],
  violations: [],
  faults: 0,
  advices: 0,
  replaced: [],
  drawings,
})
const room = { id: 11, name: '101', block_position: 1 }
/** Of the construction; with two blocks the rooms say theirs. */
let blocks: { position: number; name: string }[]
const posted: { photo_archive: object }[] = []
/** What was asked of the check, and how to answer the last of it. */
const asked: string[] = []
let answerCheck: (delivery?: object | null) => void
const answerOf = (url: string, body: unknown): Promise<Response> | Response => {
  if (url.includes('photo_archives/check')) {
    asked.push(url)
    const { promise, resolve } = Promise.withResolvers<Response>()
    answerCheck = (delivery = null) => resolve(Response.json({ photo_archive: { photos: 3, byte_size: 10, why_not: null, delivery } }))
    return promise
  }
  if (url.includes('photo_archives')) posted.push(JSON.parse(String(body)) as { photo_archive: object })
  if (url.includes('users')) return Response.json({ user: { id: 1, role_id: 3, client: null } })
  if (url.includes('rooms')) return Response.json({ rooms: [room, { id: 12, name: '101', block_position: 2 }], blocks })
  return Response.json({ job: { id: 3, state: 'waiting', done: 0, total: 3, file_url: null, error: null } })
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter([
          { path: '/', element: <PhotoArchiveModal constructionId={5} scope="all" onClose={() => undefined} /> },
        ])}
      />
    </QueryClientProvider>,
  )

beforeEach(async () => {
  asked.length = posted.length = 0
  blocks = [
    { position: 1, name: '東棟' },
    { position: 2, name: '西棟' },
  ]
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => Promise.resolve(answerOf(url, body)))
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  show()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

const button = () => screen.getByRole('button', { name: /まとめて保存する/ })
const isOff = () => button().getAttribute('aria-disabled') === 'true'
const untilAsked = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times))

it('waits for the check of what is chosen, whatever was told of the choice before', async () => {
  await untilAsked(1)
  answerCheck()
  await userEvent.click(screen.getByLabelText('位置情報が含まれることを確認しました'))
  await vi.waitFor(() => expect(isOff()).toBe(false))
  await userEvent.selectOptions(screen.getByLabelText('施工時期'), '施工後')
  await untilAsked(2)
  expect(isOff()).toBe(true)
  answerCheck()
  await vi.waitFor(() => expect(isOff()).toBe(false))
})

it('takes the photos of several rooms that are ticked, and of none nothing', async () => {
  await untilAsked(1)
  answerCheck()
  await userEvent.click(screen.getByLabelText('範囲'))
  await userEvent.selectOptions(screen.getByLabelText('範囲'), '部屋を選ぶ')
  expect(screen.getByText('部屋を選択してください。')).toBeTruthy()
  expect([isOff(), asked.length]).toEqual([true, 1])
  for (const name of ['東棟　101号室', '西棟　101号室']) await userEvent.click(await screen.findByRole('checkbox', { name }))
  await untilAsked(3)
  answerCheck()
  await userEvent.click(screen.getByLabelText('位置情報が含まれることを確認しました'))
  await vi.waitFor(() => expect(isOff()).toBe(false))
  await userEvent.click(button())
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]?.photo_archive).toMatchObject({ area: 'rooms', room_ids: [11, 12] })
})

it('lets a drawing go that was deleted since it was chosen', async () => {
  await userEvent.click(screen.getByRole('radio', { name: /電子納品/ }))
  await untilAsked(2)
  answerCheck(deliveryOf([drawing]))
  await userEvent.click(await screen.findByRole('checkbox', { name: drawing.title }))
  await untilAsked(3)
  answerCheck(deliveryOf([]))
  await userEvent.click(screen.getByLabelText('位置情報が含まれることを確認しました'))
  await vi.waitFor(() => expect(isOff()).toBe(false))
  expect(screen.queryByRole('checkbox', { name: drawing.title })).toBeNull()
  await userEvent.click(button())
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]?.photo_archive).not.toHaveProperty('drawing_ids')
})
