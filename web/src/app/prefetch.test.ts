// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { whenIdle } from '../platform/when-idle.ts'
import { chunksOf, startPrefetching } from './prefetch.ts'
import { siteMap as routes } from '../../test/site-map.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const staff = { user: { role_id: 3, name: '名前' }, chosenClient: null } as const

it('waits for a quiet moment, two seconds at most', () => {
  const idle = vi.fn()
  vi.stubGlobal('requestIdleCallback', idle)
  const work = () => {}
  whenIdle(work)
  expect(idle).toHaveBeenCalledExactlyOnceWith(work, { timeout: 2_000 })
})

it('fetches the shell and the page of an address that may be entered', () => {
  expect(chunksOf(routes, '/buildings/3?x=1', staff)).toHaveLength(2)
})

it.each([
  ['a page that would turn them away', '/settings', staff],
  ['a page of admins', '/admin/clients', staff],
  ['a guest', '/buildings', { user: null, chosenClient: null }],
  ['an operator without a client', '/buildings', { user: { role_id: 5, name: '' }, chosenClient: null }],
  ['an address that is none of ours', '/no/such', staff],
] as const)('fetches nothing for %s', (_, address, prospect) => {
  expect(chunksOf(routes, address, prospect)).toEqual([])
})

it('fetches what a visible link leads to, once', async () => {
  const load = vi.fn(() => Promise.resolve())
  const site = [{ path: '/a', handle: { guard: 'open', load } }]
  let seen: (entries: object[]) => void = () => {}
  const observed: Element[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof seen) {
        seen = callback
      }
      observe = (element: Element) => void observed.push(element)
      unobserve = () => {}
    },
  )
  document.body.innerHTML = '<a href="/a">1</a><a href="/a?page=2">2</a><a href="https://elsewhere.example">3</a>'
  startPrefetching(
    () => site,
    () => staff,
  )
  expect(observed).toHaveLength(2)
  expect(load).not.toHaveBeenCalled()
  seen(observed.map(target => ({ isIntersecting: true, target })))
  expect(load).toHaveBeenCalledOnce()
})

it('fetches nothing for those who save data', () => {
  const idle = vi.fn()
  vi.stubGlobal('requestIdleCallback', idle)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  startPrefetching(
    () => routes,
    () => staff,
  )
  expect(idle).not.toHaveBeenCalled()
})
