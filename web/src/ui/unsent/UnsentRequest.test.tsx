// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../../test/uploads.ts'
import { connect } from '../../platform/api/request.ts'
import { drop, outbox, type Request, send, sendNow } from '../../platform/outbox/outbox.ts'
import { joinedSessions } from '../../platform/session/joined-sessions.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { lostWith } from './unsent-body.ts'
import { UnsentRequest } from './UnsentRequest.tsx'

const sha256 = 'd4e24d749a4fe2f161af2de913c0402b04e3ae287dafd0f9dbfa4a5c56c69285'
const button = { name: '担当の終了後の写真を提出する' }

let uploads: ReturnType<typeof stubUploads>
const ended: string[] = []
beforeEach(async () => {
  uploads = stubUploads()
  ended.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    if (url.endsWith('/end')) ended.push(url)
    return Promise.resolve(
      Response.json(
        url.includes('hand_ins')
          ? { state: 'signed_in', message: '' }
          : { user: { id: 1, role_id: 4, client: { cd: '001', name: '青空設備' } } },
      ),
    )
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  await Promise.all(outbox.get().map(({ id }) => drop(id)))
  cleanup()
  await signOut()
  joinedSessions.set([])
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** A photo of a construction that its craftsman is not named for any more. */
const refuse = async (id: string) => {
  await send({
    id,
    key: 'POST /api/constructions/:construction_id/rooms/:room_id/room_images',
    params: { construction_id: 7, room_id: 1 },
    body: hash => ({ room_image: { uuid: id, sha256: hash } }),
    file: { field: 'room_image[file]', file: new File(['a photo'], 'a.jpg', { type: 'image/jpeg' }) },
    proof: 'room_image',
    line: id,
    group: null,
    behind: false,
    stale: [],
    title: '101号室　玄関　施工前',
    refusal: null,
  })
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.arrive(404, JSON.stringify({ errors: { full_messages: ['見つかりません。'] }, code: 'not_found' }))
  await vi.waitFor(() => expect(outbox.get().find(each => each.id === id)).toMatchObject({ state: 'refused' }))
}
const show = () => {
  const [request] = outbox.get()
  if (request === undefined) throw new Error('nothing was refused')
  const element = <UnsentRequest request={request} onDrop={() => {}} />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

it('offers the photos of an assignment that has ended to be handed in, all at once, where the device has a ticket', async () => {
  await refuse('a')
  show()
  expect(screen.queryByRole('button', button)).toBeNull()
  cleanup()
  localStorage.setItem('hand_in_ticket 001/4/1', JSON.stringify({ ticket: '1.secret', at: 0 }))
  await refuse('b')
  show()
  const before = uploads.sent.length
  await userEvent.click(screen.getByRole('button', button))
  for (const at of [1, 2]) {
    await vi.waitFor(() => expect(uploads.sent).toHaveLength(before + at))
    expect(uploads.sent.at(-1)).toBe('POST /api/hand_ins/constructions/7/rooms/1/room_images')
    uploads.onTheirWay[0]?.arrive(201, JSON.stringify({ room_image: { uuid: 'a', sha256 } }))
  }
  await vi.waitFor(() => expect(outbox.get()).toEqual([]))
  await vi.waitFor(() => expect(ended).toHaveLength(1))
  // The account goes on, and so does its ticket.
  expect(localStorage.getItem('hand_in_ticket 001/4/1')).not.toBeNull()
})

const signed: Omit<Request, 'id'> = {
  key: 'POST /api/constructions/:construction_id/rooms/:room_id/completion',
  params: { construction_id: 7, room_id: 1 },
  body: () => ({ room: { digital_sign: 'data:image/png;base64,AA==', special_report: '' } }),
  file: null,
  proof: null,
  line: 'signed',
  group: 'constructions/7/rooms/1',
  behind: true,
  stale: [],
  title: '401号室　完了登録',
  place: '青葉台レジデンス',
  page: '/constructions/7/rooms/1',
  refusal: '11月26日 10時12分に事務所（佐藤）が完了登録しました。',
}

it('says of which building and moment it is, leads to the room, and hands a refused signature out', async () => {
  await send({ ...signed, id: 'c' })
  show()
  expect(screen.getByRole('link', { name: /401号室.完了登録/ }).getAttribute('href')).toBe('/constructions/7/rooms/1')
  expect(screen.getByText('青葉台レジデンス')).toBeTruthy()
  expect(screen.getByText(/\d+:\d\d/)).toBeTruthy()
  // Whoever works for one company alone need not be told which.
  expect(screen.queryByText('青空設備')).toBeNull()
  let saved: string | undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved = `${this.download} ${this.href}`
  })
  await userEvent.click(screen.getByRole('button', { name: 'サインを書き出す' }))
  expect(saved).toBe('サイン 青葉台レジデンス　401号室　完了登録.png data:image/png;base64,AA==')
  vi.restoreAllMocks()
})

it('can be taken out while it has not begun to leave the device, and not once it has', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await send({ ...signed, id: 'f', refusal: null })
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  show()
  expect(screen.queryByRole('button', { name: '取り消す' })).toBeNull()
  cleanup()
  uploads.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(outbox.get()).toMatchObject([{ state: 'kept', begun: false }]))
  show()
  expect(screen.getByRole('button', { name: '取り消す' })).toBeTruthy()
  cleanup()
  onLine.mockRestore()
  sendNow()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(outbox.get()).toMatchObject([{ state: 'kept', begun: true }]))
  show()
  expect(screen.queryByRole('button', { name: '取り消す' })).toBeNull()
})

it('writes over what another person changed in the same place, with what was changed here alone, and shows it', async () => {
  const answer = (completion_report_item_id: number, value_text: string | null) => ({ completion_report_item_id, value_text })
  const read = {
    completion_report_id: 1,
    results_attributes: [answer(11, 'A-1'), answer(12, '良好')],
    special_report: '旧い特記',
    completion_comment: '動作を確認しました。',
  }
  const sent = { ...read, results_attributes: [answer(11, 'A-2'), answer(12, '良好')], special_report: '扉に傷' }
  const { completion_report_id: _same, ...written } = sent
  await send({
    ...signed,
    id: 'g',
    key: 'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report',
    body: () => ({ completion_report: { ...written, lock_version: 3, read } }),
    says: ['製造番号：A-2', '絶縁抵抗：12.5 MΩ'],
    title: '401号室　完了報告書',
    refusal: null,
  })
  sendNow()
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.arrive(409, JSON.stringify({ errors: { full_messages: ['保存していません。'] }, code: 'changed_by_both' }))
  await vi.waitFor(() => expect(outbox.get()).toMatchObject([{ state: 'refused' }]))
  show()
  const quoted = [...document.querySelectorAll('blockquote')].map(({ textContent }) => textContent)
  expect(quoted).toEqual(['製造番号：A-2\n絶縁抵抗：12.5 MΩ', '扉に傷', '動作を確認しました。'])
  expect(lostWith(outbox.get()[0]!)).toEqual(['入力した回答', '入力した文章'])
  expect(screen.queryByRole('button', { name: '再送する' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'この内容で上書きする' }))
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  expect(JSON.parse(uploads.onTheirWay[0]?.payload as string)).toEqual({
    completion_report: { results_attributes: [answer(11, 'A-2')], special_report: '扉に傷' },
  })
})

it('names the company where somebody works for several', async () => {
  joinedSessions.set([{ client: { cd: '002', name: '港工業' }, user: { id: 2, name: null }, tokens: {} }])
  await send({ ...signed, id: 'd' })
  show()
  expect(screen.getByText('青空設備')).toBeTruthy()
})

it('reads what an earlier version kept, which names no building', async () => {
  const { place: _place, page: _page, ...old } = signed
  await send({ ...old, id: 'e' })
  show()
  expect(screen.getByText('401号室 完了登録')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('button', { name: '取り消す' })).toBeTruthy()
})
