import type { ConstructionListQuery } from '../server/src/constructions/queries.ts'

/** What all servers of the bench have in common. */
export const poolSize = 10
export const today = '2026-12-10'

/** 25 of 20,000: the page of the list that people open, and two harder ones. */
export const lists = {
  list: { sort_by: 'start_on', sort_desc: true, construction: { start_on: '2026-06-01' } },
  keyword: { sort_by: 'building_name', construction: { keyword: 'グランド' } },
  status: { sort_by: 'start_on', construction: { status: ['planned'] } },
} as const satisfies Record<string, ConstructionListQuery>

export const remarks = '玄関のチャイムは鳴らさず、お電話ください。'

/** The query of a list as the browser writes it. */
export const searchOf = ({ construction, ...order }: ConstructionListQuery): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(order)) search.append(name, String(value))
  for (const [name, value] of Object.entries(construction ?? {}))
    if (Array.isArray(value)) for (const one of value) search.append(`construction[${name}][]`, String(one))
    else search.append(`construction[${name}]`, String(value))
  return search.toString()
}
