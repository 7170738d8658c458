import { expect, it } from 'vitest'
import { bookSections, offeredSections } from './sections.ts'

it('offers a part that is not chosen where it usually stands', () => {
  expect(offeredSections(bookSections.filter(section => section !== 'rooms'))).toEqual(bookSections)
  expect(offeredSections(bookSections.slice(2))).toEqual(bookSections)
  expect(offeredSections(['cover', 'receipt', 'rooms']).slice(0, 6)).toEqual([
    'cover',
    'contents',
    'construction',
    'participants',
    'overall_schedule',
    'receipt',
  ])
})
