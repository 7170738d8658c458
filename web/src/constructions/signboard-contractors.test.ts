import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { everySignboardContractor } from './signboard-contractors.ts'

const asked: string[] = []

beforeEach(() => {
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  asked.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url.slice(url.indexOf('?')))
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1)
    const ids = Array.from({ length: page < 3 ? 100 : 30 }, (_, row) => (page - 1) * 100 + row + 1)
    return Promise.resolve(
      Response.json({ electronic_signboard_contractors: ids.map(id => ({ id, name: `施工者${id}`, address: null })), total_count: 230 }),
    )
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('goes on to the last page, asking for one at a time (A-20, G-API-13)', async () => {
  const contractors = await queryClient.fetchQuery(everySignboardContractor)
  expect(contractors.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, row) => row + 1))
  expect(asked).toHaveLength(3)
  expect(asked.every(query => query.includes('exclude_pagination=false'))).toBe(true)
})
