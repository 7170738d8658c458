// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { FreeFrames } from './FreeFrames.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('marks where the room stands as its own, and offers only the others', async () => {
  const frame = { start_at: '09:00', end_at: '12:00', frame_numbers: [1, 2], spare_frame_numbers: [] }
  const time_frames = [
    { ...frame, construction_time_frame_id: 7 },
    { ...frame, construction_time_frame_id: 8, start_at: '13:00', end_at: '15:00', frame_numbers: [3], spare_frame_numbers: [3] },
  ]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ dates: [{ date: '2026-12-25', time_frames }] })))
  const onChoose = vi.fn()
  const slot = { date: '2026-12-25', construction_time_frame_id: 7 }
  render(
    <QueryClientProvider client={queryClient}>
      <FreeFrames construction_id={1} room_id={2} current={slot} chosen={null} onChoose={onChoose} />
    </QueryClientProvider>,
  )
  // Of its two frames that are free one is its own.
  const own = await screen.findByRole('radio', { name: /今の日程/ })
  await userEvent.click(own)
  expect(onChoose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('radio', { name: /空き1（予備枠）/ }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ ...slot, construction_time_frame_id: 8 })
})
