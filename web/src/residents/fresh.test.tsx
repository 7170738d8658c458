// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from '../ui/plain/Button.tsx'
import { PlainForm } from '../ui/plain/form/PlainForm.tsx'
import { useFreshAfterBack } from './fresh.ts'

afterEach(cleanup)

const PayingPage = () => (
  <PlainForm key={useFreshAfterBack()} onSubmit={() => new Promise(() => {})}>
    <Button type="submit">支払いへ進む</Button>
  </PlainForm>
)

it('wakes a form that waits for a page which was left, and asks for what holds by now', async () => {
  const loader = vi.fn<() => null>().mockReturnValue(null)
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: PayingPage, loader, HydrateFallback: () => null }])} />)
  const button = () => screen.findByRole<HTMLButtonElement>('button')
  await userEvent.click(await button())
  expect((await button()).disabled).toBe(true)
  const shown = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  shown(false)
  expect((await button()).disabled).toBe(true)
  shown(true)
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false))
  await waitFor(() => expect(loader).toHaveBeenCalledTimes(2))
})
