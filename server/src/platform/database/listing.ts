import { foldName } from '@toguchi/domain/text/person-names'
import type { Db } from './database.ts'
import { rowsOf } from './rows.ts'

/** The list parameters of G-API-04, as `listQuery` delivers them. */
export interface ListQuery {
  page?: number | undefined
  per_page?: number | undefined
  sort_by?: string | undefined
  sort_desc?: boolean | undefined
  exclude_pagination?: boolean | undefined
}

/** Rows per page unless the caller says otherwise (spec §9). */
const defaultPerPage = 25

/** What stands for `limit` and `offset`; a null limit is everything. */
export const pageOf = (query: ListQuery): { limit: number | null; offset: number } => {
  if (query.exclude_pagination) return { limit: null, offset: 0 }
  const limit = query.per_page ?? defaultPerPage
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
}

/** Pattern for `ilike` that finds the text anywhere; what the user typed is never a wildcard. */
export const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
/** The same of a filter; null when nothing was typed. */
export const containing = (text: string | undefined): string | null => (text === undefined || text.trim() === '' ? null : like(text.trim()))

/** Pattern for `like` on a name that `fold_name` folded (decision 057): the person as they are heard; null where nothing of a name was typed. */
export const likeName = (typed: string): string | null => {
  const folded = foldName(typed)
  return folded === '' ? null : like(folded)
}

/** Pattern for `~` that finds rooms by their digits (D-36): 203 in A203 and 2-203, not in 1203; null where no word is a number. */
export const anyNumber = (words: readonly string[]): string | null => {
  const numbers = words.filter(word => /^\d+$/.test(word))
  return numbers.length === 0 ? null : `(^|[^0-9])(${numbers.join('|')})([^0-9]|$)`
}

/**
 * What stands for a column of rooms' names where a list is sorted by it, so that they come as people count them: 106, 206, 1111, and then A-203,
 * A-1003. Each number in a name has twelve digits there (of a longer one the last twelve), wide ones and capitals count as the others.
 */
export const countedRoom = (column: string): string =>
  `lower(regexp_replace(regexp_replace(normalize(${column}, nfkc), '[0-9]+', '00000000000\\&', 'g'), '[0-9]*([0-9]{12})', '\\1', 'g')) collate "C"`

/**
 * One page and the number of all rows of a plain select, in one statement. Every row has an `id`, by which equal rows
 * are ordered; `sort_by` is a column of the select, because the contract lets nothing else through, and `sortKeys` says by what a column is
 * sorted that is not sorted as it stands.
 */
export const listing = async <R extends { id: number }>(
  db: Db,
  select: string,
  values: readonly unknown[],
  query: ListQuery,
  sortKeys: Readonly<Record<string, string>> = {},
): Promise<{ rows: R[]; total_count?: number }> => {
  const order = query.sort_by
    ? `${sortKeys[query.sort_by] ?? `"${query.sort_by}"`} ${query.sort_desc ? 'desc' : 'asc'} nulls last, id`
    : `id ${query.sort_desc ? 'desc' : 'asc'}`
  const { limit, offset } = pageOf(query)
  const matches = await rowsOf<{ matched_count: number } & R>(
    db,
    `with matched as (${select})
     select counted.matched_count, page.* from (select count(*)::int as matched_count from matched) counted
     left join (select * from matched order by ${order} limit $${values.length + 1} offset $${values.length + 2}) page on true
     order by ${order}`,
    [...values, limit, offset],
  )
  const rows = matches.flatMap(({ matched_count: _count, ...row }) => ((row as unknown as R).id === null ? [] : [row as unknown as R]))
  return query.exclude_pagination ? { rows } : { rows, total_count: matches[0]?.matched_count ?? 0 }
}
