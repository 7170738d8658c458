// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isChunkFailure, loadChunk, mayReload } from './chunk-reload.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/x.js')
beforeEach(() => sessionStorage.clear())

it('reloads an address at most once a minute', () => {
  expect(mayReload('/a', sessionStorage, 1_000)).toBe(true)
  expect(mayReload('/a', sessionStorage, 60_999)).toBe(false)
  expect(mayReload('/b', sessionStorage, 60_999)).toBe(true)
  expect(mayReload('/a', sessionStorage, 61_000)).toBe(true)
})

it.each([
  [failure, true],
  [new Error('error loading dynamically imported module'), true],
  [new Error('Unable to preload CSS for /assets/x.css'), true],
  [new Error('x is not a function'), false],
  ['Failed to fetch dynamically imported module', false],
])('%s is a failed download: %s', (error, is) => expect(isChunkFailure(error)).toBe(is))

describe('loading a page', () => {
  it('passes the module on', async () => {
    await expect(
      loadChunk(
        () => Promise.resolve(1),
        () => '/a',
        vi.fn(),
      ),
    ).resolves.toBe(1)
  })
  it('goes to the address once when the download fails, then lets the error through', async () => {
    const go = vi.fn()
    void loadChunk(
      () => Promise.reject(failure),
      () => '/a',
      go,
    )
    await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/a'))
    await expect(
      loadChunk(
        () => Promise.reject(failure),
        () => '/a',
        go,
      ),
    ).rejects.toBe(failure)
    expect(go).toHaveBeenCalledOnce()
  })
  it('lets every other failure through', async () => {
    const bug = new Error('bug')
    await expect(
      loadChunk(
        () => Promise.reject(bug),
        () => '/a',
        vi.fn(),
      ),
    ).rejects.toBe(bug)
  })
})
