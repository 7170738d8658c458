// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadLocale } from './i18n.ts'
import { toast, toastDuration, toasts } from './toast.ts'
import { Toasts } from '../ui/toasts/Toasts.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  toasts.set([])
})

it('names success and failure', () => {
  render(<Toasts />)
  act(() => {
    toast.success('物件を登録しました。')
    toast.failure(['一', '二'])
  })
  expect(screen.getAllByTestId('toast-title').map(({ textContent }) => textContent)).toEqual(['失敗'])
  expect(screen.getAllByTestId('toast-body').map(({ textContent }) => textContent)).toEqual(['物件を登録しました。', '一二'])
  expect(screen.getByRole('alert').textContent).toContain('失敗')
})

it('closes after 5 seconds, failures after 10', () => {
  vi.useFakeTimers()
  toast.success('一')
  toast.failure('二')
  expect(toastDuration).toEqual({ success: 5_000, info: 5_000, failure: 10_000 })
  vi.advanceTimersByTime(5_000)
  expect(toasts.get().map(({ title }) => title)).toEqual(['失敗'])
  vi.advanceTimersByTime(5_000)
  expect(toasts.get()).toEqual([])
})

it('closes by click, and offers a way back', async () => {
  const undo = vi.fn()
  render(<Toasts />)
  act(() => toast.success('移動しました。', { label: '元に戻す', run: undo }))
  await userEvent.click(screen.getByText('元に戻す'))
  expect(undo).toHaveBeenCalledOnce()
  act(() => toast.failure('失敗しました。'))
  await userEvent.click(screen.getByRole('button', { name: '閉じる' }))
  expect(screen.queryByTestId('toast')).toBeNull()
})
