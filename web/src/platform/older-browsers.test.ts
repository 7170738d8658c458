import { afterEach, expect, it, vi } from 'vitest'

const own = Map.groupBy.bind(Map)
afterEach(() => void Object.assign(Map, { groupBy: own }))

it('groups where the browser cannot, as the browsers do that can', async () => {
  Reflect.deleteProperty(Map, 'groupBy')
  vi.resetModules()
  await import('./older-browsers.ts')
  const items = ['203', '101', '201']
  const keyOf = (name: string, index: number) => `${name[0]}${index === 1 ? '!' : ''}`
  expect(Map.groupBy).not.toBe(own)
  expect([...Map.groupBy(items, keyOf)]).toEqual([...own(items, keyOf)])
  expect([...Map.groupBy(items.values(), name => name[0])]).toEqual([
    ['2', ['203', '201']],
    ['1', ['101']],
  ])
})
