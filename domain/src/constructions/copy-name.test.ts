import { expect, it } from 'vitest'
import { copyName } from './copy-name.ts'

it.each([
  ['本工事', '本工事（コピー）'],
  ['あ'.repeat(95), `${'あ'.repeat(95)}（コピー）`],
  ['あ'.repeat(100), `${'あ'.repeat(95)}（コピー）`],
  // A character outside of the plane counts as two and stays whole or goes.
  [`${'あ'.repeat(94)}𠮷野`, `${'あ'.repeat(94)}（コピー）`],
])('the copy of %s', (name, copy) => {
  expect(copyName(name)).toBe(copy)
  expect(copy.length).toBeLessThanOrEqual(100)
})
