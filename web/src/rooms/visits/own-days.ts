import { useQueries } from '@tanstack/react-query'
import { walkOfCompanies } from '@toguchi/domain/rooms/visits/companies-days'
import { type AnswerOf, q } from '../../platform/api/api.ts'
import type { OtherAccount } from '../../platform/api/request.ts'
import { useLiveChanges } from '../../platform/live/use-live-changes.ts'
import { accountOf, joinedSessions } from '../../platform/session/joined-sessions.ts'
import { useSignedIn } from '../../platform/session/use-user.ts'
import { useStore } from '../../platform/use-store.ts'
import { dateParameter } from './date-of-room.ts'

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

export const dateOfAddress = (search: URLSearchParams): string | null => search.get(dateParameter)

/** The day of the signed-in account, or of another one of the same person; no date: today. */
export const ownDayOf = (date: string | null, as?: OtherAccount) =>
  q('GET /api/visits', { query: date === null ? {} : { date } }, { silent: true, errors: 'caller', ...(as === undefined ? {} : { as }) })

/** The accounts at other companies, by whose sessions their days are read and their visits acted on (D-40). */
export const useOtherAccounts = (): ReadonlyMap<string, OtherAccount> =>
  new Map(useStore(joinedSessions).map(session => [session.client.cd, accountOf(session)]))

/** A craftsman's day at every company that the device holds a session of, the signed-in account's first. */
export const useOwnDays = (date: string | null): { days: readonly CompanysDay[]; readAgain: () => void } => {
  const { client } = useSignedIn()
  const sessions = useStore(joinedSessions)
  const accounts = sessions.map(accountOf)
  const companies = [{ cd: client?.cd ?? '', name: client?.name ?? '' }, ...sessions.map(session => session.client)]
  useLiveChanges(['GET /api/visits'], { construction_id: null, accounts })
  const reads = useQueries({
    queries: [undefined, ...accounts].map(as => ({
      ...ownDayOf(date, as),
      refetchOnWindowFocus: true,
      // Another day does not take the page away while it is read.
      placeholderData: (before: DayOfCompany | undefined) => before,
    })),
  })
  const days = reads.map(({ data, isError }, at) => ({
    company: data?.client ?? companies[at] ?? { cd: '', name: '' },
    day: data ?? null,
    failed: isError && data === undefined,
  }))
  return { days, readAgain: () => void Promise.all(reads.map(({ refetch }) => refetch())) }
}
