// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../../test/uploads.ts'
import { connect } from '../../platform/api/request.ts'
import { drop, outbox, send } from '../../platform/outbox/outbox.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
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
        url.includes('hand_ins') ? { state: 'signed_in', message: '' } : { user: { id: 1, role_id: 4, client: { cd: '001' } } },
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
  render(<UnsentRequest request={request} onDrop={() => {}} />)
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
