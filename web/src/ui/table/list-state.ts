import { createContext, use } from 'react'
import { useSearchParams } from 'react-router'

/** Paging as the specification names it (section 3); `display` is the value of the page-size select (G-CST-04). */
export const pagingDefaults = { display: 25, totalRows: 0, currentPage: 1, perPage: 25, sortBy: '', sortDesc: false } as const
export const pageSizes = [pagingDefaults.display, 50, 100] as const

export interface ListState {
  currentPage: number
  perPage: number
  /** Empty: in the order of the server. */
  sortBy: string
  sortDesc: boolean
  /** The filters that are set, by the names of `FilterBar`. */
  filters: Readonly<Record<string, string>>
}

const own = ['page', 'per_page', 'sort_by', 'sort_desc']

/**
 * Names a list where a page has several: `<ListScope value="manuals">` around its table and filters. Its state then stands in the
 * address as `manuals.page`.
 */
export const ListScope = createContext('')
/** The name of a parameter inside its list, or null when it is not this list's. */
const nameWithin = (scope: string, parameter: string): string | null => {
  if (scope === '') return parameter.includes('.') ? null : parameter
  return parameter.startsWith(`${scope}.`) ? parameter.slice(scope.length + 1) : null
}

/** A list's state as it stands in the address; what makes no sense there counts as absent. */
export const listStateOf = (search: URLSearchParams, scope = ''): ListState => {
  const values = new Map<string, string>()
  for (const [parameter, value] of search) {
    const name = nameWithin(scope, parameter)
    if (name !== null && !values.has(name)) values.set(name, value)
  }
  const page = Number(values.get('page'))
  const size = Number(values.get('per_page'))
  return {
    currentPage: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : pagingDefaults.currentPage,
    perPage: pageSizes.find(pageSize => pageSize === size) ?? pagingDefaults.perPage,
    sortBy: values.get('sort_by') ?? pagingDefaults.sortBy,
    sortDesc: values.get('sort_desc') === 'true',
    filters: Object.fromEntries([...values].filter(([name, value]) => !own.includes(name) && value !== '')),
  }
}

/** The list parameters of G-API-04; whatever is as by default is not sent. `columns` are those the endpoint can sort by. */
export const listQueryOf = <const Column extends string>(
  { currentPage, perPage, sortBy, sortDesc }: ListState,
  columns: readonly Column[],
) => {
  const sort_by = columns.find(column => column === sortBy)
  return {
    ...(currentPage === pagingDefaults.currentPage ? {} : { page: currentPage }),
    ...(perPage === pagingDefaults.perPage ? {} : { per_page: perPage }),
    ...(sort_by === undefined ? {} : { sort_by, ...(sortDesc ? { sort_desc: true } : {}) }),
  }
}

/** The address with some of a list's state changed. Anything but turning the page leads back to the first one. */
export const withListState = (search: URLSearchParams, change: Partial<ListState>, scope = ''): URLSearchParams => {
  const next = { ...listStateOf(search, scope), currentPage: pagingDefaults.currentPage, ...change }
  const address = new URLSearchParams([...search].filter(([parameter]) => nameWithin(scope, parameter) === null))
  const set = (name: string, value: string) => address.set(scope === '' ? name : `${scope}.${name}`, value)
  for (const [name, value] of Object.entries(next.filters)) if (value !== '') set(name, value)
  if (next.currentPage !== pagingDefaults.currentPage) set('page', String(next.currentPage))
  if (next.perPage !== pagingDefaults.perPage) set('per_page', String(next.perPage))
  if (next.sortBy !== '') {
    set('sort_by', next.sortBy)
    if (next.sortDesc) set('sort_desc', 'true')
  }
  return address
}

/** Page, size, order and filters of the list around: read from the address, changed through it. */
export const useListState = (): [state: ListState, change: (change: Partial<ListState>) => void] => {
  const [search, setSearch] = useSearchParams()
  const scope = use(ListScope)
  return [listStateOf(search, scope), change => setSearch(before => withListState(before, change, scope), { preventScrollReset: true })]
}
