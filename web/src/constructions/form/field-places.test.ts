import { constructionFields, type ConstructionFieldName, limitFieldNames } from '@toguchi/domain/constructions/fields'
import { expect, it } from 'vitest'

const sourcesOf = (files: Record<string, unknown>): string => Object.values(files).join('\n')
const form = sourcesOf(import.meta.glob(['./*.tsx', '../overall-schedule/*.tsx'], { query: '?raw', import: 'default', eager: true }))
const detail = sourcesOf(import.meta.glob(['../*.tsx', '../overall-schedule/*.tsx'], { query: '?raw', import: 'default', eager: true }))

/** Laid out from lists, so that none can be forgotten: limits, periods by their two days, the switches of the two albums. */
const listed = new Set<string>([...limitFieldNames, 'use_common_photo', 'use_private_photo'])
const isDayOfPeriod = (name: string) => /_(start|end)_on$/.test(name)
const fields = (Object.keys(constructionFields) as ConstructionFieldName[]).filter(
  name => constructionFields[name].step !== null && !listed.has(name) && !isDayOfPeriod(name),
)
/** Shown by the name of what they point to. */
const named = (name: string) => name.replace(/_id$/, '')

// The table of fields makes column, answer, body and event (decision 029); where a field stands on the page is written by hand, and a
// forgotten place compiles. Here it does not pass.
it.each(fields)('%s stands in the form and on the detail', name => {
  expect([new RegExp(`\\b${name}\\b`).test(form), new RegExp(`\\b${named(name)}`).test(detail)]).toEqual([true, true])
})

it('asks for most of the fields', () => expect(fields.length).toBeGreaterThan(20))
