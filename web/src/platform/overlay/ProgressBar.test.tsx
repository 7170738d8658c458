// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProgressBar } from './ProgressBar.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const visit = (milliseconds: number) => {
  const router = createMemoryRouter([
    {
      Component: () => (
        <>
          <ProgressBar />
          <Outlet />
        </>
      ),
      children: [
        { path: '/', element: null },
        { path: '/slow', element: null, loader: () => new Promise(resolve => setTimeout(() => resolve(null), milliseconds)) },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  act(() => void router.navigate('/slow'))
}
const bar = () => screen.queryByTestId('progress-bar')
/** In steps, because what a step changes is drawn after it. */
const pass = async (milliseconds: number) => {
  for (let passed = 0; passed < milliseconds; passed += 10) await act(() => vi.advanceTimersByTimeAsync(10))
}

it('does not show for a navigation shorter than 200 ms', async () => {
  visit(150)
  await pass(140)
  expect(bar()).toBeNull()
  await pass(300)
  expect(bar()).toBeNull()
})

it('shows after 200 ms, two pixels high, filling within five seconds, and goes on arrival', async () => {
  visit(1_000)
  await pass(210)
  expect(bar()?.style.height).toBe('2px')
  expect(bar()?.style.animationDuration).toBe('5000ms')
  await pass(850)
  expect(bar()?.dataset.phase).toBe('done')
  await pass(300)
  expect(bar()).toBeNull()
})
