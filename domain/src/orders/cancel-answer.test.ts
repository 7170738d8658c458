import { expect, it } from 'vitest'
import { cancelAnswerBy } from './cancel-answer.ts'

it.each([
  ['2026-11-16', '2026-11-19'],
  // Over a weekend and 勤労感謝の日.
  ['2026-11-20', '2026-11-26'],
  ['2026-12-25', '2027-01-05'],
])('asked on %s, answered by %s', (asked, answered) => expect(cancelAnswerBy(asked)).toBe(answered))
