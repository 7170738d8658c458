// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { begin, end } from './overlay.ts'

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
