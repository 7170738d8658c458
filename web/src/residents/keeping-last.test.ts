// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { ApiError, type SendOptions } from '../platform/api/request.ts'
import { keepingLast } from './keeping-last.ts'

const at = (path: string) => ({ request: new Request(new URL(path, location.href)) })
const answering = () => vi.fn<(options: SendOptions) => Promise<string>>()

it('keeps what a page shows while there is no network, and no other page’s', async () => {
  history.replaceState(null, '', '/residents/top')
  const ask = answering()
  const top = keepingLast(ask)
  ask.mockRejectedValueOnce(new ApiError(0, null))
  await expect(top(at('/residents/top'))).rejects.toThrow(ApiError)
  ask.mockResolvedValueOnce('first')
  expect(await top(at('/residents/top'))).toBe('first')
  expect(ask).toHaveBeenLastCalledWith({})
  ask.mockRejectedValueOnce(new ApiError(0, null))
  expect(await top(at('/residents/top?step=pay'))).toBe('first')
  expect(ask).toHaveBeenLastCalledWith({ silent: true })
  ask.mockRejectedValueOnce(new ApiError(500, null))
  await expect(top(at('/residents/top'))).rejects.toThrow(ApiError)

  const other = answering()
  other.mockResolvedValueOnce('other')
  await keepingLast(other)(at('/residents/edit'))
  ask.mockRejectedValueOnce(new ApiError(0, null))
  await expect(top(at('/residents/top'))).rejects.toThrow(ApiError)
})
