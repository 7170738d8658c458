// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FrameChooser } from './FrameChooser.tsx'

afterEach(cleanup)

it('sends a change once, and takes nothing back while it is on its way', async () => {
  let arrive = () => {}
  const choose = vi.fn<() => Promise<void>>(() => new Promise(done => (arrive = done)))
  const letGo = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const place = { date: '2026-12-04', construction_time_frame_id: 1, start_at: '09:00', end_at: '12:00' }
  const frame = { ...place, available: true, held: false, current: false }
  render(
    <FrameChooser
      dates={[{ date: '2026-12-04', kind: 'available', time_frames: [frame] }]}
      from={{ date: '2026-12-03', construction_time_frame_id: 1, start_at: '09:00', end_at: '12:00' }}
      instead={null}
      reserve={assign => Promise.resolve({ assign, expires_at: '2026-11-24T01:05:00Z' })}
      choose={choose}
      letGo={letGo}
      reload={() => Promise.resolve()}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: /9:00/ }))
  const change = await screen.findByRole('button', { name: '変更する' })
  fireEvent.click(change)
  fireEvent.click(change)
  fireEvent.click(screen.getByRole('button', { name: 'やめる' }))
  expect(choose).toHaveBeenCalledOnce()
  expect(letGo).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog')).toBeDefined()
  arrive()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
