import { isDay } from '@toguchi/domain/calendar/day'
import { type ConstructionStatus, constructionStatuses } from '@toguchi/domain/constructions/status'
import { q } from '../../platform/api/api.ts'
import { type ListState, listQueryOf } from '../../ui/table/list-state.ts'

/** Columns the list can be sorted by. */
const sortable = ['id', 'cd', 'building_name', 'name', 'manage_no', 'start_on', 'end_on', 'privately_area_end_on', 'houses'] as const

/** The chosen states, as they stand in the address: `?status=in_progress,remaining`. */
export const statusesOf = ({ filters }: ListState): ConstructionStatus[] => {
  const chosen = (filters.status ?? '').split(',')
  return constructionStatuses.filter(status => chosen.includes(status))
}

const filterOf = (state: ListState) => {
  const { keyword, start_on, end_on, building_id } = state.filters
  const status = statusesOf(state)
  return {
    ...(keyword === undefined ? {} : { keyword }),
    ...(status.length === 0 ? {} : { status }),
    ...(start_on !== undefined && isDay(start_on) ? { start_on } : {}),
    ...(end_on !== undefined && isDay(end_on) ? { end_on } : {}),
    ...(building_id !== undefined && /^\d{1,15}$/.test(building_id) ? { building_id: Number(building_id) } : {}),
  }
}

/** One page of the list. `silent`: below what is worked with meanwhile, which no veil may cover. */
export const constructionsOf = (state: ListState, silent = false) =>
  q('GET /api/constructions', { query: { ...listQueryOf(state, sortable), construction: filterOf(state) } }, silent ? { silent } : {})

/** Everything that runs in a span of days, for the month calendar. */
export const constructionsBetween = (state: ListState, first: string, last: string, silent = false) =>
  q(
    'GET /api/constructions',
    { query: { exclude_pagination: true, sort_by: 'start_on', construction: { ...filterOf(state), start_on: first, end_on: last } } },
    silent ? { silent } : {},
  )
