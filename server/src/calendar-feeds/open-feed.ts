import type { ClientId } from '@toguchi/domain/access/actor'
import { addDays, type Day } from '@toguchi/domain/calendar/day'
import { whyNoReading } from '@toguchi/domain/residents/deadlines'
import { crewOfFrame } from '@toguchi/domain/schedule/crews'
import { spendAttempt } from '../platform/attempts/attempts.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { networkOf } from '../platform/http/network.ts'
import type { Platform } from '../platform/platform.ts'
import { sha256 } from '../platform/secrets.ts'
import { findClientOfFeeds, findFeed, listShares, listVisitsOfCraftsman, listVisitsOfRoom, type VisitRow } from './queries.ts'
import { writeCalendar } from './write-calendar.ts'

/** Days that a craftsman's visits stay in the calendar after they were. */
const daysBack = 14

/**
 * The calendar behind a link; null for what is none, or none any more. Who tries links is counted by network, after the look: a link is a
 * digest's look-up, too long to be guessed, and dead calendars that go on asking must not shut out living ones of their network.
 */
export const openFeed = async (platform: Platform, clientUuid: string, file: string, ip: string): Promise<string | null> => {
  const calendar = await lookUp(platform, clientUuid, file)
  if (calendar === null) await spendAttempt(platform, { scope: 'calendar_feed:network', subject: networkOf(ip) })
  return calendar
}

const lookUp = async (platform: Platform, clientUuid: string, file: string): Promise<string | null> => {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
  if (token === undefined || !/^[\da-f-]{36}$/i.test(clientUuid)) return null
  const client = await platform.pool.read(null, db => findClientOfFeeds(db, clientUuid))
  return client ? platform.pool.read(client.id, db => readFeed(db, client.id, sha256(token), toDay(platform.now()))) : null
}

const readFeed = async (db: Db, clientId: ClientId, tokenHash: Buffer, today: Day): Promise<string | null> => {
  const feed = await findFeed(db, clientId, tokenHash)
  if (!feed || whyNoReading(feed.closed_at && toDay(feed.closed_at), today) !== null) return null
  if (feed.room_id !== null) return writeCalendar(await listVisitsOfRoom(db, feed.client_id, feed.room_id), 'resident')
  if (feed.user_id === null) return null
  return writeCalendar(await visitsOfCraftsman(db, feed.client_id, feed.user_id, today), 'craftsman')
}

/** Those of the own crews, and those that are nobody's yet (D-25). */
const visitsOfCraftsman = async (db: Db, clientId: ClientId, craftsmanId: number, today: Day): Promise<VisitRow[]> => {
  const visits = await listVisitsOfCraftsman(db, clientId, craftsmanId, addDays(today, -daysBack))
  const shares = await listShares(db, clientId, craftsmanId, [...new Set(visits.map(visit => visit.construction_id))])
  const sharesOfFrame = Map.groupBy(shares, share => share.construction_time_frame_id)
  const own = new Set(shares.filter(share => share.own).map(share => share.assigned_contractor_id))
  return visits.filter(visit => {
    const crew = crewOfFrame(sharesOfFrame.get(visit.construction_time_frame_id) ?? [], visit.frame_number)
    return crew === null || own.has(crew)
  })
}
