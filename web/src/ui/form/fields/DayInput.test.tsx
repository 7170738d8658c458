// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { DayInput } from './DayInput.tsx'

afterEach(cleanup)

it('what is no day stays as it was typed, is told, and leaves nothing chosen until it is one', async () => {
  const unread = vi.fn()
  const Field = () => {
    const [day, setDay] = useState<string | null>('2026-11-21')
    return (
      <>
        <DayInput label="工事日" day={day} onDay={setDay} onUnread={unread} input={{ id: 'day' }} today="2026-11-23" />
        <button type="button" onClick={() => setDay('2026-11-30')}>
          11月30日
        </button>
      </>
    )
  }
  render(<Field />)
  const input = screen.getByPlaceholderText<HTMLInputElement>('年/月/日')
  await userEvent.clear(input)
  await userEvent.type(input, 'あした{Enter}')
  expect(input.value).toBe('あした')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('日付を読み取れません')
  expect(input.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(unread).toHaveBeenLastCalledWith(true)
  await userEvent.clear(input)
  await userEvent.type(input, '令和8年11月24日{Enter}')
  expect(input.value).toBe('2026/11/24(火)')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(unread).toHaveBeenLastCalledWith(false)
  await userEvent.clear(input)
  await userEvent.type(input, 'いつか{Enter}')
  await userEvent.click(screen.getByRole('button', { name: '11月30日' }))
  expect([input.value, screen.queryByRole('alert')]).toEqual(['2026/11/30(月)', null])
})
