// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { latePart, partOnDemand } from './late-part.ts'
import { toasts } from './toast.ts'

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

it('leaves the page and what was typed where a dialog does not arrive, says so, and opens it when the line is back', async () => {
  const Dialog = () => <p role="dialog">報告書</p>
  const fetchPart = vi
    .fn<() => Promise<typeof Dialog>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Dialog)
  const OnDemand = partOnDemand(fetchPart)
  render(
    <>
      <input aria-label="部屋備考" />
      <Suspense>
        <OnDemand />
      </Suspense>
    </>,
  )
  const remark = screen.getByLabelText<HTMLInputElement>('部屋備考')
  remark.value = '書きかけ'
  await vi.waitFor(() => expect(toasts.get().map(({ kind }) => kind)).toEqual(['failure']))
  expect(screen.queryByRole('dialog')).toBeNull()
  dispatchEvent(new Event('online'))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.getByLabelText('部屋備考')).toBe(remark)
  expect(remark.value).toBe('書きかけ')
})
