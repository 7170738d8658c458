// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { latePart } from './late-part.ts'

afterEach(() => cleanup())

it('takes no page away where the line ends before it has come, and comes when the line is back', async () => {
  const Words = () => <p>あとから</p>
  const fetchPart = vi
    .fn<() => Promise<typeof Words>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Words)
  const Late = latePart(fetchPart)
  render(
    <>
      <h1>ページ</h1>
      <Suspense>
        <Late />
      </Suspense>
    </>,
  )
  expect(fetchPart).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(fetchPart).toHaveBeenCalledOnce())
  expect(screen.getByText('ページ')).toBeTruthy()
  expect(screen.queryByText('あとから')).toBeNull()
  await Promise.resolve()
  dispatchEvent(new Event('online'))
  expect(await screen.findByText('あとから')).toBeTruthy()
})
