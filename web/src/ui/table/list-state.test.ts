import { expect, it } from 'vitest'
import { listQueryOf, listStateOf, pagingDefaults, withListState } from './list-state.ts'
import { pagesAround } from './Paging.tsx'

const state = (search: string) => listStateOf(new URLSearchParams(search))

it('has the paging defaults of the specification', () => {
  expect(pagingDefaults).toEqual({ display: 25, totalRows: 0, currentPage: 1, perPage: 25, sortBy: '', sortDesc: false })
})

it('sends nothing that is as by default', () => {
  expect(listQueryOf(state(''), ['name'])).toEqual({})
})

it('sends page, size and order as the address has them', () => {
  expect(listQueryOf(state('page=3&per_page=50&sort_by=name&sort_desc=true'), ['name'])).toEqual({
    page: 3,
    per_page: 50,
    sort_by: 'name',
    sort_desc: true,
  })
})

it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'page=99999999', 'per_page=7', 'sort_by=password', 'sort_desc=true'])(
  'takes %s for absent',
  search => expect(listQueryOf(state(search), ['name'])).toEqual({}),
)

it('goes back to the first page when anything but the page changes', () => {
  const search = new URLSearchParams('page=3&name=青葉&sort_by=cd')
  expect(String(withListState(search, { currentPage: 4 }))).toBe(String(new URLSearchParams({ name: '青葉', page: '4', sort_by: 'cd' })))
  expect(withListState(search, { perPage: 50 }).get('page')).toBeNull()
  expect(withListState(search, { filters: { name: '' } }).has('name')).toBe(false)
})

it('keeps the lists of one page apart', () => {
  const search = new URLSearchParams('manuals.page=2&manuals.name=電気&page=3&name=青葉')
  expect(listStateOf(search, 'manuals')).toMatchObject({ currentPage: 2, filters: { name: '電気' } })
  expect(listStateOf(search)).toMatchObject({ currentPage: 3, filters: { name: '青葉' } })
  expect(listStateOf(search, 'man')).toMatchObject({ currentPage: 1, filters: {} })
  const changed = withListState(search, { sortBy: 'name' }, 'manuals')
  expect(listStateOf(changed)).toMatchObject({ currentPage: 3, filters: { name: '青葉' } })
  expect(listStateOf(changed, 'manuals')).toMatchObject({ currentPage: 1, sortBy: 'name', filters: { name: '電気' } })
})

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 6, [1, 2, null, 6]],
  [3, 6, [1, 2, 3, 4, 5, 6]],
  [5, 10, [1, null, 4, 5, 6, null, 10]],
  [10, 10, [1, null, 9, 10]],
])('offers the pages around %i of %i', (page, last, pages) => expect(pagesAround(page, last)).toEqual(pages))
