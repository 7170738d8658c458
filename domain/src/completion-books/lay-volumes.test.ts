import { describe, expect, it } from 'vitest'
import { type Chunk, layVolumes } from './lay-volumes.ts'

const chunk = (pages: number, group: string | null = null, bytes = 1): Chunk => ({ pages, bytes, group })
const limits = { pages: 10, bytes: 1_000_000 }
const pagesOf = (chunks: readonly Chunk[], limit = limits) => layVolumes(chunks, 1, limit).map(volume => volume.map(({ pages }) => pages))

describe('volumes of a completion book', () => {
  it('is one where everything fits', () => expect(pagesOf([chunk(4), chunk(6)])).toEqual([[4, 6]]))
  it('begins a new one, with room for its cover', () => expect(pagesOf([chunk(6), chunk(5), chunk(5)])).toEqual([[6], [5], [5]]))
  it('keeps the pages of a room together', () =>
    expect(pagesOf([chunk(7), chunk(2, 'a'), chunk(2, 'a'), chunk(1)])).toEqual([[7], [2, 2, 1]]))
  it('tears a room apart that is longer than a volume', () =>
    expect(pagesOf([chunk(2), chunk(6, 'a'), chunk(6, 'a')])).toEqual([[2], [6], [6]]))
  it('minds the bytes as well', () => expect(pagesOf([chunk(1, null, 600_000), chunk(1, null, 500_000)])).toEqual([[1], [1]]))
  it('puts what alone is too large into a volume of its own', () =>
    expect(pagesOf([chunk(1), chunk(30), chunk(1)])).toEqual([[1], [30], [1]]))
  it('is one empty volume of nothing', () => expect(pagesOf([])).toEqual([[]]))
})
