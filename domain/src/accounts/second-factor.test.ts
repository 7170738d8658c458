import { expect, it } from 'vitest'
import { inGroups } from './second-factor.ts'

it('what has no meaning is read in groups of four', () => {
  expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(inGroups('abcdefgh', '-')).toBe('abcd-efgh')
  expect(inGroups('')).toBe('')
})
