import { useQuery } from '@tanstack/react-query'
import { walkOfCompanies } from '@toguchi/domain/rooms/visits/companies-days'
import { type AnswerOf, q } from '../../platform/api/api.ts'
import { useSignedIn } from '../../platform/session/session.ts'

type DayOfCompany = AnswerOf<'GET /api/visits'>

/** What one company answers of a craftsman's day; null before it answered, or where it could not be read. */
export interface CompanysDay {
  company: { cd: string; name: string }
  day: DayOfCompany | null
  failed: boolean
}

/** A visit with whose it is: what is done with it goes to that company (D-40). */
export type OwnVisit = ReturnType<typeof visitsOf>[number]

/** One way through the days of all companies. */
export const visitsOf = (days: readonly CompanysDay[]) => walkOfCompanies(days)

/** The day of the signed-in account; null: today. */
export const ownDayOf = (date: string | null) =>
  q('GET /api/visits', { query: date === null ? {} : { date } }, { silent: true, errors: 'caller' })

/** Milliseconds between two looks, for what residents answer while somebody is on the way. */
const look = 30_000

/** A craftsman's day at every company that the device holds a session of, the signed-in account's first. */
export const useOwnDays = (date: string | null): { days: readonly CompanysDay[]; readAgain: () => void } => {
  const { client } = useSignedIn()
  const { data, isError, refetch } = useQuery({
    ...ownDayOf(date),
    refetchInterval: look,
    refetchOnWindowFocus: true,
    // Another day does not take the page away while it is read.
    placeholderData: before => before,
  })
  const company = data?.client ?? { cd: client?.cd ?? '', name: client?.name ?? '' }
  return { days: [{ company, day: data ?? null, failed: isError && data === undefined }], readAgain: () => void refetch() }
}
