// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import type { Draft } from '../../draft/draft.ts'
import type { Verdict } from '../../draft/moves.ts'
import { MoveSum } from './MoveSum.tsx'

afterEach(cleanup)

const place = (date: string, frame_number: number) => ({ date, construction_time_frame_id: 7, frame_number })
const show = (count: number) => {
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  const room = (id: number) => ({ id, name: `${100 + id}`, construction_schedule_confirmed_at: id === 1 ? '2026-11-20' : null, wish: null })
  // SAFETY: the sum reads of a draft its rooms, their places and the names of its frames.
  const draft = {
    base: { construction_time_frames: [{ id: 7, start_at: '09:00', end_at: '12:00', frame_number: 9 }] },
    rooms: new Map(ids.map(id => [id, room(id) as unknown as RoomCard])),
    plan: { places: new Map(ids.map(id => [id, place('2026-12-03', id)])) },
  } as unknown as Draft
  const moves = ids.map(roomId => ({ roomId, to: place('2026-12-08', roomId) }))
  const soft = [{ room: room(2) as unknown as RoomCard, reasons: ['crew_absent'] as const }]
  render(<MoveSum draft={draft} verdict={{ moves, refusal: null, soft } satisfies Verdict} />)
}

it('says many moves as a sum with what stands against them, and each of them behind it', () => {
  show(8)
  const sum = within(screen.getByTestId('move-sum'))
  expect(screen.getByTestId('move-sum').textContent).toContain('8戸が移動します（12/3(木)〜12/8(火)）')
  expect(sum.getByText('同意済み 1戸・職人不在 1戸')).toBeTruthy()
  const details = sum.getByRole('group')
  expect(details.hasAttribute('open')).toBe(false)
  expect(within(details).getAllByRole('listitem', { hidden: true })).toHaveLength(8)
})

it('lists a few one by one', () => {
  show(2)
  expect(screen.queryByTestId('move-sum')).toBeNull()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('101'),
    expect.stringContaining('102'),
  ])
})
