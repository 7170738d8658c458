import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, q } from './api.ts'

export type Configuration = AnswerOf<'GET /api/configurations'>

/** The installation's settings that everybody may know (G-CST-02, G-LAY-03); also tells the server's today (G-API-17). */
export const configuration = () => ({
  ...q('GET /api/configurations', {}, { silent: true, errors: 'nobody' }),
  staleTime: 10 * 60_000,
})

/** Undefined until it is known; the shell shows its own words meanwhile. */
export const useConfiguration = (): Configuration | undefined => useQuery(configuration()).data
