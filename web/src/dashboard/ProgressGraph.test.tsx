// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ProgressGraph } from './ProgressGraph.tsx'

afterEach(cleanup)

it('has four segments and their legend in the order of the work', () => {
  const counts = { before_construction: 4, construction_started: 3, construction_completed: 2, work_remaining: 1 }
  render(<ProgressGraph counts={counts} onChoose={() => {}} />)
  const order = ['before_construction', 'construction_started', 'construction_completed', 'work_remaining']
  const keys = (prefix: string) => screen.getAllByTestId(new RegExp(`^${prefix}`)).map(each => each.dataset.testid?.replace(prefix, ''))
  expect(keys('graph-segment-')).toEqual(order)
  expect(keys('graph-legend-')).toEqual(order)
})
