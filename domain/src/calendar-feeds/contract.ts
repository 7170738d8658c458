import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { hasCalendar, hasOwnVisit } from './policy.ts'

/** Links that a calendar program follows (decision 067). Whoever holds one reads days, buildings and rooms, and no name. */
export const calendarFeeds = contract({
  'GET /api/calendar_feeds': { access: hasCalendar, response: z.object({ count: z.int() }) },
  /** A new link, shown this once; of more than five the oldest ends. */
  'POST /api/calendar_feeds': {
    access: hasCalendar,
    status: 201,
    response: z.object({ message: z.string(), url: z.string(), count: z.int() }),
  },
  /** Ends all links of the own calendar. */
  'DELETE /api/calendar_feeds': { access: hasCalendar, response: z.object({ message: z.string(), count: z.literal(0) }) },
  /** The own visit as a file, for a calendar that follows no links; 422 `no_visit` while there is none. */
  'GET /api/calendar_feeds/visit': { access: hasOwnVisit, response: z.object({ file_name: z.string(), ics: z.string() }) },
  /** What calendar programs ask for, without a session; 404 once the link ended. 429 for a network that tries links. */
  'GET /calendars/:client_uuid/:file': { access: anyone, scope: 'platform', strategies: [], response: z.never() },
})
