import { expect, it } from 'vitest'
import { eventGroups, kindsOfGroup } from './event-groups.ts'
import { eventSentences } from './event-sentences.ts'

it('finds whatever happens to a room or a construction under one word', () => {
  const grouped = eventGroups.flatMap(kindsOfGroup)
  expect(new Set(grouped).size).toBe(grouped.length)
  const kinds = Object.keys(eventSentences)
  // Those of a room and of a construction stand before those of the company.
  const ofWorks = kinds.slice(0, kinds.indexOf('buildings.registered'))
  expect(ofWorks.filter(kind => !grouped.includes(kind))).toEqual([])
})
