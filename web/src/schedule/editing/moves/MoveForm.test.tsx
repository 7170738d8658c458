// @vitest-environment happy-dom
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { missingSpareFrames } from '../../arrange/arrange-input.ts'
import { type Draft, startDraft } from '../../draft/draft.ts'
import { judge, swapAt } from '../../draft/moves.ts'
import { MoveForm } from './MoveForm.tsx'
import { roomCard as room } from '../../../../test/room-card.ts'

afterEach(cleanup)

const day = (date: string) => ({ date, holiday: false, preparation: false, past: false, name: null })
const place = (date: string, frame_number: number) => ({ date, construction_time_frame_id: 7, frame_number })

/** Two days of one frame each, both taken. */
const full = (over: Partial<DetailSchedule> = {}): Draft =>
  startDraft({
    state: 'after-1',
    blocks: [{ position: 1, name: '', floor_start: 1 }],
    construction_time_frames: [{ id: 7, start_at: '09:00', end_at: '12:00', frame_number: 1, maximum_frame_number: 1, crew_frames: [] }],
    dates: [day('2026-12-02'), day('2026-12-03')],
    assigns: [
      { id: 11, ...place('2026-12-02', 1), is_spare_frame: false, room: room(1) },
      { id: 12, ...place('2026-12-03', 1), is_spare_frame: false, room: room(2) },
    ],
    spare_frames: [],
    maximum_frame: { frame_numbers: {}, file_info: null },
    unassigned_rooms: [],
    detail_schedule_completed_at: null,
    lock_version: 5,
    today: '2026-12-01',
    time_per_unit: 60,
    schedule_change_end_on: null,
    crews: [],
    schedule_unit: 'room',
    spare_percent: 10,
    undoable_batch: null,
    can_edit: true,
    can_override: true,
    option_preparation_days: 1,
    ...over,
  })

it('offers who is there where nothing is free: a swap needs no dragging', async () => {
  const draft = full()
  const onSwap = vi.fn()
  render(
    <MoveForm
      names="101"
      count={1}
      draft={draft}
      whyNot={to => {
        const { refusal } = judge(draft, [1], to)
        const swap = swapAt(draft, [1], to, null)
        return swap === null
          ? refusal === null
            ? null
            : { text: refusal.text, hard: true }
          : { text: '102と入れ替える', hard: false, swap }
      }}
      onMove={() => {}}
      onSwap={onSwap}
      onPropose={() => {}}
      onClose={() => {}}
    />,
  )
  await userEvent.selectOptions(screen.getByLabelText('工事日'), '2026-12-03')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '入れ替える' }))
  expect(onSwap).toHaveBeenCalledExactlyOnceWith({ roomIds: [1], withIds: [2] })
})

it('offers to look for days that take all of several rooms where the chosen one does not', async () => {
  const onPropose = vi.fn()
  const form = (count: number) => (
    <MoveForm
      names="101"
      count={count}
      draft={full()}
      whyNot={() => ({ text: '定員：102が割り当てられています。', hard: true })}
      onMove={() => {}}
      onSwap={() => {}}
      onPropose={onPropose}
      onClose={() => {}}
    />
  )
  const { rerender } = render(form(1))
  expect(screen.queryByRole('button', { name: 'まとめて入る日を探す' })).toBeNull()
  rerender(form(2))
  await userEvent.selectOptions(screen.getByLabelText('工事日'), '2026-12-03')
  await userEvent.click(screen.getByRole('button', { name: 'まとめて入る日を探す' }))
  expect(onPropose).toHaveBeenCalledExactlyOnceWith(place('2026-12-03', 1))
})

it('finds the later Saturday for a stock without one on a weekend, and none where nobody works on one', () => {
  const spare = { id: 5, ...place('2026-12-02', 2), released_at: null }
  // From a Wednesday over a weekend off to the Saturday of the week after.
  const dates = ['2026-12-02', '2026-12-03', '2026-12-08', '2026-12-12'].map(day)
  expect(missingSpareFrames(full({ dates, spare_frames: [spare] }))).toEqual([place('2026-12-12', 2)])
  expect(missingSpareFrames(full({ dates: dates.slice(0, 3), spare_frames: [spare] }))).toEqual([])
})
