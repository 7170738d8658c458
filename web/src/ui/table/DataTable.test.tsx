// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { type Column, DataTable } from './DataTable.tsx'
import { FilterBar } from './FilterBar.tsx'

interface Row {
  id: number
  name: string
  houses: number
}
const columns: Column<Row>[] = [
  { key: 'name', head: '物件名', cell: ({ name }) => name, sort: 'name' },
  { key: 'houses', head: '戸数', cell: ({ houses }) => houses, align: 'right' },
]
const rows: Row[] = [
  { id: 1, name: '青葉', houses: 12 },
  { id: 2, name: '北千束', houses: 24 },
]

afterEach(cleanup)
const show = (given: readonly Row[] | undefined, at = '/', total?: number) => {
  const list = (
    <>
      <FilterBar filters={[{ name: 'name', label: '物件名で探す' }]} />
      <DataTable label="物件" columns={columns} rows={given} rowKey={({ id }) => id} rowTo={({ id }) => `/buildings/${id}`} total={total} />
    </>
  )
  const router = createMemoryRouter(
    [
      { path: '/', element: list },
      { path: '*', element: <p>別の画面</p> },
    ],
    { initialEntries: [at] },
  )
  render(<RouterProvider router={router} />)
  return router
}

describe('a table', () => {
  it('says that there is nothing', () => {
    show([])
    expect(screen.getByText('データがありません。')).toBeTruthy()
  })

  it('says that nothing fits the filters', () => {
    show([], '/?name=x')
    expect(screen.getByText('条件に合うデータがありません。')).toBeTruthy()
  })

  it('shows bones while it waits', () => {
    show(undefined)
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  })

  it('sorts up, down and not at all, in the address', async () => {
    const router = show(rows)
    const head = () => screen.getByRole('columnheader', { name: '物件名' })
    const press = () => userEvent.click(within(head()).getByRole('button'))
    await press()
    expect(router.state.location.search).toBe('?sort_by=name')
    expect(head().getAttribute('aria-sort')).toBe('ascending')
    await press()
    expect(router.state.location.search).toBe('?sort_by=name&sort_desc=true')
    await press()
    expect(router.state.location.search).toBe('')
  })

  it('turns pages, and says where one is', async () => {
    const router = show(rows, '/?page=2', 60)
    expect(screen.getByText('26〜50件 / 60件')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '次のページ' }))
    expect(router.state.location.search).toBe('?page=3')
    await userEvent.selectOptions(screen.getByLabelText('表示件数'), '100')
    expect(router.state.location.search).toBe('?per_page=100')
  })

  it('opens a row by its link, by a click anywhere, and goes from row to row by arrow keys', async () => {
    const router = show(rows)
    await userEvent.tab()
    screen.getByRole('link', { name: '青葉' }).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: '北千束' }))
    await userEvent.click(screen.getByText('24'))
    expect(router.state.location.pathname).toBe('/buildings/2')
  })
})

it('keeps filters in the address', async () => {
  const router = show(rows, '/?page=2')
  await userEvent.type(screen.getByLabelText('物件名で探す'), ' 青葉 {Enter}')
  expect(new URLSearchParams(router.state.location.search).get('name')).toBe('青葉')
  expect(router.state.location.search).not.toContain('page')
  await userEvent.click(screen.getByRole('button', { name: '条件を消す' }))
  expect(router.state.location.search).toBe('')
})
