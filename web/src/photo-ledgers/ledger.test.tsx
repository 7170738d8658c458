// @vitest-environment happy-dom
import { usualChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnswerOf } from '../platform/api/api.ts'

type Answer = AnswerOf<'GET /api/constructions/:construction_id/photo_ledger'>
const photo = (uuid: string): Answer['photos'][number] => ({
  uuid,
  room: { id: 1, name: '101' },
  room_position: 0,
  place_name: '玄関',
  place_position: 1,
  timing: 'before_construction',
  asked: ['before_construction'],
  filming_at: '2026-11-20T10:00:00+09:00',
  thumbnail_url: null,
  view_url: '/view',
})
const answer: Answer = { photos: [photo('a'), photo('b')], choices: usualChoices(false), last: null, jobs: [] }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.resetModules()
})
afterEach(cleanup)

/** The page's scripts as a tab loads them. */
const load = async () => {
  vi.resetModules()
  return import('./ledger.ts')
}

it('what was chosen stays in this browser, and is given up when the person starts over', async () => {
  const first = await load()
  const before = renderHook(() => first.useLedger(7, answer))
  expect(before.result.current?.startOver).toBeNull()
  act(() => before.result.current?.leaveOut(['b'], true))
  // Another tab, which has only what the browser keeps.
  sessionStorage.clear()
  const second = await load()
  const after = renderHook(() => second.useLedger(7, answer))
  expect([...(after.result.current?.leftOut ?? [])]).toEqual(['b'])
  act(() => after.result.current?.startOver?.())
  expect([after.result.current?.leftOut.size, after.result.current?.startOver]).toEqual([0, null])
  const third = await load()
  expect(renderHook(() => third.useLedger(7, answer)).result.current?.leftOut.size).toBe(0)
})

it('photos that were left out stay left out when the page is loaded again, until that is made', async () => {
  const first = await load()
  const before = renderHook(() => first.useLedger(7, answer))
  act(() => before.result.current?.leaveOut(['b'], true))
  const second = await load()
  const after = renderHook(() => second.useLedger(7, answer))
  expect([...(after.result.current?.leftOut ?? [])]).toEqual(['b'])
  act(() => second.forgetDraft(7, { ...answer.choices, left_out: [] }))
  expect(after.result.current?.leftOut.size).toBe(1)
  act(() => second.forgetDraft(7, { ...answer.choices, left_out: ['b'] }))
  expect(after.result.current?.leftOut.size).toBe(0)
  const third = await load()
  expect(renderHook(() => third.useLedger(7, answer)).result.current?.leftOut.size).toBe(0)
})

it('the focus goes to the size of the ledger when the person starts over, for the button goes', async () => {
  const { useLedger } = await load()
  const { LedgerForm } = await import('./LedgerForm.tsx')
  const Form = () => <LedgerForm constructionId={7} ledger={useLedger(7, answer)!} onPreview={null} />
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: '表紙を付ける' }))
  await userEvent.click(screen.getByRole('button', { name: '最初からやり直す' }))
  await userEvent.click(screen.getByRole('button', { name: 'やり直す' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: '最初からやり直す' })).toBeNull())
  expect(document.activeElement?.textContent).toMatch(/^2枚中2枚/)
})

it('whoever may not make ledgers sees the photos and presses none', async () => {
  const { useLedger } = await load()
  const { LedgerPhotos } = await import('./LedgerPhotos.tsx')
  const { result } = renderHook(() => useLedger(7, { ...answer, choices: { ...answer.choices, left_out: ['b'] } }))
  const { rerender } = render(<LedgerPhotos ledger={result.current!} mayMake={false} />)
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    expect.stringContaining('No. 1'),
    expect.stringContaining('載せない'),
  ])
  expect(screen.queryAllByRole('button')).toEqual([])
  rerender(<LedgerPhotos ledger={result.current!} mayMake />)
  expect(screen.getAllByRole('button')).toHaveLength(4)
})
