// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { Form } from '../../ui/form/Form.tsx'
import { blankValues, type ConstructionValues } from '../form/form-values.ts'
import { UsualDates } from './UsualDates.tsx'

afterEach(cleanup)

const show = (entered: Partial<ConstructionValues>, today: string) => {
  let read = (): ConstructionValues => blankValues()
  const Ground = () => {
    const form = useForm({ defaultValues: { ...blankValues(), ...entered } })
    read = form.getValues
    return (
      <Form form={form} error={null} onSubmit={() => {}}>
        <UsualDates today={today} />
      </Form>
    )
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Ground /> }])} />)
  return () => read()
}
const button = () => screen.getByRole('button', { name: /^標準の日程を入れる/ })

it('fills what is empty, keeps what was entered, and says what it did', async () => {
  const values = show({ privately_area_start_on: '2026-12-18', schedule_change_end_on: '2026-12-01' }, '2026-11-01')
  await userEvent.click(button())
  expect(values()).toMatchObject({
    briefing_session_date: '2026-11-18',
    briefing_session_time: '19:00',
    information_distribution_on: '2026-11-20',
    option_request_end_on: '2026-11-27',
    schedule_change_end_on: '2026-12-01',
    decision_guide_distribution_on: '2026-12-09',
  })
  expect(screen.getByRole('status').textContent).toContain('説明会 11月18日')
})

it('enters no day that is today or has passed, and names it', async () => {
  const values = show({ privately_area_start_on: '2026-12-18' }, '2026-11-20')
  await userEvent.click(button())
  expect(values()).toMatchObject({ briefing_session_date: null, briefing_session_time: null, option_request_end_on: '2026-11-27' })
  expect(screen.getByRole('status').textContent).toMatch(/案内.*11月20日.*は今日か過ぎた日になるため、入れていません。/)
})

it('waits for the first day in the dwellings, and has nothing to do when all is entered', () => {
  show({}, '2026-11-01')
  expect(button().textContent).toContain('専有部工期の開始日を先に入力してください')
  cleanup()
  const day = '2026-12-01'
  show(
    {
      privately_area_start_on: '2026-12-18',
      briefing_session_date: day,
      information_distribution_on: day,
      option_request_end_on: day,
      schedule_change_end_on: day,
      decision_guide_distribution_on: day,
    },
    '2026-11-01',
  )
  expect(button().textContent).toContain('すべての日程が入力されています')
})
