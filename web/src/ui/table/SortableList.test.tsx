// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, test } from 'vitest'
import { dropPlace } from './drop-place.ts'
import { SortableList } from './SortableList.tsx'

test.each<[string, number, number, number]>([
  ['above all', 2, 0, 0],
  ['where it is', 1, 31, 1],
  ['over the next one, not yet past its middle', 0, 28, 0],
  ['past the middle of the next one', 0, 35, 1],
  ['below all', 0, 500, 3],
])('%s', (_, from, y, place) => expect(dropPlace([10, 30, 50, 70], from, y)).toBe(place))

afterEach(cleanup)
const Letters = ({ inner = false }: { inner?: boolean }) => {
  const [rows, setRows] = useState(['甲', '乙', '丙'])
  return (
    <SortableList
      label="順番"
      rows={rows}
      rowKey={row => row}
      name={row => row}
      onMove={(from, to) => setRows(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from] ?? ''))}
    >
      {row => (
        <>
          <input aria-label={row} defaultValue={row} />
          {inner && row === '乙' ? <Letters /> : null}
        </>
      )}
    </SortableList>
  )
}
const order = () =>
  screen
    .getAllByRole('textbox')
    .map(input => input.getAttribute('aria-label'))
    .join('')
const grip = (name: string) => screen.getByRole('button', { name: `${name}を並べ替える` })

describe('a list in the order of its user', () => {
  it('moves a row by Alt and arrows from anywhere in it, and keeps the focus there', async () => {
    render(<Letters />)
    screen.getByRole('textbox', { name: '甲' }).focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(order()).toBe('乙甲丙')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('甲')
    expect(screen.getByRole('status').textContent).toBe('甲を3件中2番目に移動しました。')
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
    expect(order()).toBe('乙丙甲')
  })

  it('takes a row by Space, carries it by arrows and puts it down', async () => {
    render(<Letters />)
    grip('丙').focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(order()).toBe('甲乙丙')
    await userEvent.keyboard(' ')
    expect(grip('丙').getAttribute('aria-pressed')).toBe('true')
    await userEvent.keyboard('{Home}')
    expect(order()).toBe('丙甲乙')
    expect(document.activeElement).toBe(grip('丙'))
    await userEvent.keyboard(' ')
    expect(grip('丙').getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('status').textContent).toBe('丙を1番目に置きました。')
  })

  it('puts a row back by Escape', async () => {
    render(<Letters />)
    grip('甲').focus()
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}')
    expect(order()).toBe('乙丙甲')
    await userEvent.keyboard('{Escape}')
    expect(order()).toBe('甲乙丙')
  })

  it('moves the row of the inner list and not the outer one', async () => {
    render(<Letters inner />)
    const [, , inner] = screen.getAllByRole('textbox', { name: /[甲乙丙]/ })
    inner?.focus()
    expect(inner?.getAttribute('aria-label')).toBe('甲')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(order()).toBe('甲乙乙甲丙丙')
  })
})
