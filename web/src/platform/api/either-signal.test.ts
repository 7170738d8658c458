// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { carryingMark } from '../offline/carries.ts'
import { eitherSignal } from './either-signal.ts'
import { call } from './request.ts'

const anyOf = AbortSignal.any
beforeEach(() => void Object.assign(AbortSignal, { any: undefined }))
afterEach(() => {
  Object.assign(AbortSignal, { any: anyOf })
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('aborts with whichever aborts first, for its reason, and with one that has', () => {
  for (const which of [0, 1] as const) {
    const controllers = [new AbortController(), new AbortController()] as const
    const either = eitherSignal(controllers[0].signal, controllers[1].signal)
    expect(either.aborted).toBe(false)
    controllers[which].abort('first')
    controllers[1 - which]?.abort('second')
    expect([either.aborted, either.reason]).toEqual([true, 'first'])
  }
  expect(eitherSignal(new AbortController().signal, AbortSignal.abort('before')).reason).toBe('before')
})

it('lets a craftsman read in a browser that cannot join signals itself', async () => {
  localStorage.setItem(carryingMark, '001/')
  const signals: (AbortSignal | undefined | null)[] = []
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    signals.push(init?.signal)
    return Promise.resolve(Response.json({ calls: [] }))
  })
  const page = new AbortController()
  expect(await call('GET /api/calls', {}, { signal: page.signal, silent: true })).toEqual({ calls: [] })
  page.abort()
  expect(signals.map(signal => signal?.aborted)).toEqual([true])
})
