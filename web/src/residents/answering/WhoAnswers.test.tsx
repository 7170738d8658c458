// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { answeredBy, answering } from './answering.ts'
import { WhoAnswers } from './WhoAnswers.tsx'

afterEach(() => {
  cleanup()
  answering.set(null)
})

it('is the resident until somebody of the family says so, with a name or without one', async () => {
  render(<WhoAnswers />)
  expect(answeredBy()).toEqual({})
  await userEvent.click(screen.getByLabelText('ご家族'))
  expect(answeredBy()).toEqual({ answered_by: { kind: 'family' } })
  await userEvent.type(screen.getByLabelText(/ご家族のお名前/), ' 田中 良子')
  expect(answeredBy()).toEqual({ answered_by: { kind: 'family', name: '田中 良子' } })
  await userEvent.click(screen.getByLabelText('ご本人'))
  expect(answeredBy()).toEqual({})
})
