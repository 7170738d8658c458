import { expect, it } from 'vitest'
import { dedupePlaces } from './dedupe-places.ts'

it('keeps one place of each name, in the order they came', () => {
  expect(dedupePlaces([{ name: '玄関' }, { name: '玄関' }, { name: '居間' }])).toEqual([{ name: '玄関' }, { name: '居間' }])
  expect(dedupePlaces([{ name: '玄関1' }, { name: '玄関１' }, { name: ' 玄関 1' }])).toEqual([{ name: '玄関1' }])
  expect(dedupePlaces([])).toEqual([])
})

it('asks for the timings of all that share the name', () => {
  const off = { before_construction: false, under_construction: false, after_construction: false }
  expect(
    dedupePlaces([
      { id: 1, name: '屋上', ...off, before_construction: true },
      { id: 2, name: '屋上', ...off, after_construction: true },
    ]),
  ).toEqual([{ id: 1, name: '屋上', before_construction: true, under_construction: false, after_construction: true }])
})
