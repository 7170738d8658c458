// @vitest-environment happy-dom
import { addDays, todayInTokyo } from '@toguchi/domain/calendar/day'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AnswerDue } from './AnswerDue.tsx'

afterEach(cleanup)
const today = todayInTokyo(new Date())

it.each([
  [today, /^返事は.*まで$/],
  [addDays(today, -1), /^返事の期限切れ/],
  [null, /^$/],
])('of %s', (by, text) => expect(render(<AnswerDue by={by} />).container.textContent).toMatch(text))
