// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { begin, end, running, say } from './overlay.ts'

// The files of a worker share this store: a request that another one left unanswered is none of ours.
beforeEach(() => running.set({ count: 0, message: null }))
afterEach(cleanup)
const overlay = () => screen.queryByTestId('loading-overlay')

it('shows while the count of requests is above zero', () => {
  render(<LoadingOverlay />)
  expect(overlay()).toBeNull()
  act(() => {
    begin()
    begin()
    end()
  })
  expect(overlay()).not.toBeNull()
  act(end)
  expect(overlay()).toBeNull()
  act(end)
  act(() => begin())
  expect(overlay()).not.toBeNull()
  act(end)
})

it('has a message when a request gives one', () => {
  render(<LoadingOverlay />)
  act(() => begin('PDFを作成しています…'))
  expect(overlay()?.textContent).toBe('PDFを作成しています…')
  act(end)
  act(() => begin())
  expect(overlay()?.querySelector('p')).toBeNull()
  act(end)
})

it('tells how far a request is, and nothing when it has ended', () => {
  render(<LoadingOverlay />)
  act(() => begin('確認しています…'))
  act(() => say('送信しています… 40%'))
  expect(overlay()?.textContent).toBe('送信しています… 40%')
  act(end)
  act(() => say('送信しています… 50%'))
  expect(overlay()).toBeNull()
})
