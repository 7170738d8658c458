// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addMonths, sameDateIn, weeksOf } from './month.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { MultiDateCalendar } from './MultiDateCalendar.tsx'
import { readDay } from './read-day.ts'

afterEach(cleanup)

it.each([
  ['2026/11/25', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['2026/11/25(水)', '2026-11-25'],
  ['2026年11月25日（水）', '2026-11-25'],
  ['20261125', '2026-11-25'],
  ['２０２６／１１／２５', '2026-11-25'],
  ['11/25', '2026-11-25'],
  ['1125', '2026-11-25'],
  ['6.1', '2026-06-01'],
  // In November, January means the coming one.
  ['1/8', '2027-01-08'],
  ['令和8年11月24日', '2026-11-24'],
  ['令和元年5月1日', '2019-05-01'],
  ['R8.11.25', '2026-11-25'],
  ['ｒ８/１１/２５', '2026-11-25'],
  ['R8', null],
  ['2026/2/29', null],
  ['13/1', null],
  ['あした', null],
  ['', null],
])('reads %j as %s', (typed, day) => expect(readDay(typed, '2026-11-21')).toBe(day))

it('lays out months', () => {
  expect(weeksOf('2026-11')).toHaveLength(5)
  expect(weeksOf('2026-11')[0]?.[0]).toBe('2026-11-01')
  expect(weeksOf('2027-01')[0]).toEqual([null, null, null, null, null, '2027-01-01', '2027-01-02'])
  expect(
    weeksOf('2026-02')
      .flat()
      .filter(day => day !== null),
  ).toHaveLength(28)
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(sameDateIn('2027-01-31', 1)).toBe('2027-02-28')
})

describe('a month', () => {
  const Month = ({ onDay, max }: { onDay: (day: string) => void; max?: string }) => {
    const [month, setMonth] = useState('2026-11')
    return <MonthGrid label="締切日" month={month} onMonth={setMonth} today="2026-11-21" onDay={onDay} {...(max ? { max } : {})} />
  }

  it('names weekday and holiday of every day', () => {
    render(<Month onDay={() => {}} />)
    expect(screen.getByRole('button', { name: '11月23日(月) 勤労感謝の日、23 勤労感謝の日' }).dataset.kind).toBe('holiday')
    expect(screen.getByRole('button', { name: '11月21日(土) 今日' }).dataset.kind).toBe('saturday')
  })

  it('is walked by keys, over the end of the month', async () => {
    const picked = vi.fn()
    render(<Month onDay={picked} />)
    screen.getByRole('button', { name: /11月21日/ }).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(picked).toHaveBeenLastCalledWith('2026-12-05')
    await userEvent.keyboard('{PageUp}{Home}{Enter}')
    expect(picked).toHaveBeenLastCalledWith('2026-11-01')
  })

  it('takes no day outside its bounds', async () => {
    const picked = vi.fn()
    render(<Month onDay={picked} max="2026-11-20" />)
    await userEvent.click(screen.getByRole('button', { name: /11月25日/ }))
    expect(picked).not.toHaveBeenCalled()
  })
})

it('days of a period are chosen one by one', async () => {
  const Days = () => {
    const [days, setDays] = useState(['2026-12-06'])
    return (
      <>
        <MultiDateCalendar label="休工日" days={days} onChange={setDays} today="2026-11-21" from="2026-11-20" to="2026-12-20" />
        <output>{days.join(' ')}</output>
      </>
    )
  }
  render(<Days />)
  await userEvent.click(screen.getByRole('button', { name: /11月23日/ }))
  expect(screen.getByRole('status').textContent).toBe('2026-11-23 2026-12-06')
  await userEvent.click(screen.getByRole('button', { name: /12月6日.*選択済み/ }))
  expect(screen.getByRole('status').textContent).toBe('2026-11-23')
  await userEvent.click(screen.getByRole('button', { name: /11月19日/ }))
  expect(screen.getByRole('status').textContent).toBe('2026-11-23')
})
