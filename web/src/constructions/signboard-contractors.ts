import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type ApiError, send } from '../platform/api/api.ts'

type Contractors = AnswerOf<'GET /api/electronic_signboard_contractors'>['electronic_signboard_contractors']

/**
 * Everyone whose name may stand on the signboard, read page after page (A-20, G-API-13): typing in the select finds only what it holds,
 * so that it must not wait for somebody to scroll.
 */
export const everySignboardContractor = queryOptions<Contractors, ApiError>({
  queryKey: ['GET /api/electronic_signboard_contractors', 'every page'],
  queryFn: ({ signal }) => pagesFrom(1, [], signal),
})

const pagesFrom = async (page: number, before: Contractors, signal: AbortSignal): Promise<Contractors> => {
  const query = { exclude_pagination: false, per_page: 100, page }
  const answer = await send('GET /api/electronic_signboard_contractors', { query }, { silent: true, signal })
  const read = [...before, ...answer.electronic_signboard_contractors]
  return answer.electronic_signboard_contractors.length === 0 || read.length >= (answer.total_count ?? 0)
    ? read
    : pagesFrom(page + 1, read, signal)
}
