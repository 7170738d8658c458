import { queryClient } from '../../../platform/api/api.ts'
import { requestsOf } from '../../../platform/outbox/kept-requests.ts'
import { ownAccounts, takeOver } from '../../../platform/outbox/outgoing.ts'
import { accountOf, joinedSessions } from '../../../platform/session/joined-sessions.ts'
import { ownDayOf } from '../own-days.ts'

/** Milliseconds that a day which could be shown waits for those of other companies. */
const patience = 1_500

/**
 * What the first picture of today needs to be what this phone showed last (platform/offline/day-snapshot.ts): the days of all companies, and what
 * waits on this device. Otherwise both come a moment after the page.
 */
export const readWholeDay = async (): Promise<void> => {
  const days = joinedSessions.get().map(session => queryClient.ensureQueryData(ownDayOf(null, accountOf(session))))
  const kept = requestsOf(...ownAccounts()).then(takeOver)
  await Promise.race([Promise.allSettled([...days, kept]), new Promise(done => setTimeout(done, patience))])
}
