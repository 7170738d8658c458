// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Grid } from './Grid.tsx'
import type { GridLine, GridModel } from './grid-model.ts'

interface Cell {
  text: string
  selected: boolean
  name: string
}

/** A box of ten rows and eight columns: this environment lays nothing out. */
const box = { clientHeight: 40 + 10 * 50, clientWidth: 100 + 8 * 120 }
const laidOut = Object.keys(box) as (keyof typeof box)[]
const before = laidOut.map(name => Object.getOwnPropertyDescriptor(HTMLElement.prototype, name))

beforeEach(() => {
  for (const name of laidOut) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => box[name] })
})
afterEach(() => {
  cleanup()
  for (const [at, name] of laidOut.entries()) {
    const own = before[at]
    if (own === undefined) Reflect.deleteProperty(HTMLElement.prototype, name)
    else Object.defineProperty(HTMLElement.prototype, name, own)
  }
})

const lines = (word: string, free = 0): GridLine[] =>
  Array.from({ length: 100 }, (_, at) => ({ key: `${word}${at}`, label: `${word}${at + 1}${free > 0 ? ` 空${free}` : ''}` }))
const modelOf = (free = 0): GridModel<GridLine, GridLine, Cell> => ({
  rows: lines('行'),
  rowGroups: [],
  rowBands: [],
  columns: lines('列', free),
  columnGroups: [],
  cellAt: (row, column) => ({ text: '部屋', selected: false, name: `${row}/${column}` }),
})
const measures = { columnWidth: 120, rowHeight: 50, headHeight: 40, sideWidth: 100, groupWidth: 0, bandWidth: 0 }
const nothing = () => undefined

const sheet = () => {
  let headsWritten = 0
  const rowHead = (row: GridLine) => {
    headsWritten += 1
    return <b>{row.label}</b>
  }
  const content = ({ name }: Cell) => <a href={`/${name}`}>{name}</a>
  const drawing = { isDrawn: () => true, content, face: () => '', attributesOf: () => ({}) }
  const active = { row: 0, column: 0 }
  const gridOf = (model: GridModel<GridLine, GridLine, Cell>) => (
    <Grid
      testId="sheet"
      label="表"
      model={model}
      measures={measures}
      active={active}
      onActive={nothing}
      onAct={nothing}
      onSelect={nothing}
      onEscape={nothing}
      cornerHead="角"
      columnHead={column => <button type="button">{column.label}</button>}
      rowHead={rowHead}
      onColumnHead={nothing}
      onRowHead={nothing}
      columnTone={() => null}
      {...drawing}
    />
  )
  const { getByTestId, getAllByRole, rerender } = render(gridOf(modelOf()))
  return {
    grid: getByTestId('sheet'),
    rows: () => getAllByRole('rowheader').map(({ textContent }) => textContent),
    columns: () => getAllByRole('columnheader').map(({ textContent }) => textContent),
    heads: () => getAllByRole('columnheader'),
    cells: () => getAllByRole('gridcell').length,
    headsWritten: () => headsWritten,
    show: (free: number) => rerender(gridOf(modelOf(free))),
  }
}

it('draws what is in sight first, with one line more to step onto, and more once somebody comes near', () => {
  const { grid, rows, columns, cells } = sheet()
  expect(rows()).toEqual(
    lines('行')
      .slice(0, 11)
      .map(({ label }) => label),
  )
  expect(columns()).toEqual([
    '角',
    ...lines('列')
      .slice(0, 9)
      .map(({ label }) => label),
  ])
  expect(cells()).toBe(11 * 9)
  act(() => void grid.dispatchEvent(new Event('pointerenter')))
  expect(rows().length).toBeGreaterThan(11)
  expect(columns().length).toBeGreaterThan(10)
  expect(cells()).toBe(rows().length * (columns().length - 1))
})

it('writes only the rows that come into sight while one scrolls', () => {
  const { grid, rows, headsWritten } = sheet()
  act(() => void grid.dispatchEvent(new Event('pointerenter')))
  const [drawn, written] = [rows(), headsWritten()]
  grid.scrollTop = 600
  fireEvent.scroll(grid)
  const fresh = rows().filter(label => !drawn.includes(label))
  expect(fresh.length).toBeGreaterThan(0)
  // And the one with the tab stop: it stays, without its other cells.
  expect(headsWritten() - written).toBe(fresh.length + 1)
  expect(rows()).toContain('行22')
})

it('keeps the heads of columns as elements, in their order, when they say something else or move on', () => {
  const { grid, columns, heads, show } = sheet()
  const [, , second] = heads()
  second?.querySelector('button')?.focus()
  show(3)
  expect(columns()[2]).toBe('列2 空3')
  expect(heads()[2]).toBe(second)
  expect(heads()[2]?.getAttribute('aria-label')).toBe('列2 空3')
  expect(document.activeElement?.textContent).toBe('列2 空3')
  grid.scrollLeft = 600
  fireEvent.scroll(grid)
  const numbers = heads()
    .slice(1)
    .map(head => Number(head.getAttribute('aria-colindex')))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(columns()).toContain('列12 空3')
  expect(columns()).not.toContain('列1 空3')
})

it('keeps a swipe beside it from leading back, as long as it stands', () => {
  sheet()
  expect(document.documentElement.style.overscrollBehaviorX).toBe('none')
  cleanup()
  expect(document.documentElement.style.overscrollBehaviorX).toBe('')
})
