import { calendarFeeds } from '@toguchi/domain/calendar-feeds/contract'
import type { CraftsmanActor, ResidentActor } from '@toguchi/domain/access/actor'
import { codePath } from '@toguchi/domain/residents/login-path'
import type { Db } from '../platform/database/database.ts'
import { originOf } from '../platform/http/hosts.ts'
import { answers, RawAnswer } from '../platform/http/mount.ts'
import { notFound, refused, signInFirst } from '../platform/http/problem.ts'
import { newToken, sha256 } from '../platform/secrets.ts'
import { openFeed } from './open-feed.ts'
import { countFeeds, endFeeds, findFeedOwner, insertFeed, listVisitsOfRoom } from './queries.ts'
import { writeCalendar } from './write-calendar.ts'

/** The telephones of a family, and one that was lost. */
const mostFeeds = 5

const ownerOf = async (db: Db, actor: ResidentActor | CraftsmanActor) => {
  const owner = await findFeedOwner(db, actor)
  if (!owner) throw signInFirst()
  return owner
}

export const calendarFeedsRoutes = answers(calendarFeeds, {
  'GET /api/calendar_feeds': async ({ db, actor }) => ({ count: await countFeeds(db, await ownerOf(db, actor)) }),

  'POST /api/calendar_feeds': async ({ platform, db, actor, now }) => {
    const owner = await ownerOf(db, actor)
    const token = newToken()
    await insertFeed(db, owner, sha256(token), now, mostFeeds)
    const origin = originOf(platform.settings.apiHostTemplate, owner.client_cd)
    return {
      message: 'カレンダーのリンクを作成しました。',
      url: `${origin}/calendars/${owner.client_uuid}/${token}.ics`,
      count: await countFeeds(db, owner),
    }
  },

  'DELETE /api/calendar_feeds': async ({ db, actor }) => {
    const { client_id, resident_id, user_id } = await ownerOf(db, actor)
    await endFeeds(db, client_id, resident_id === null ? { userIds: user_id === null ? [] : [user_id] } : { residentIds: [resident_id] })
    return { message: 'カレンダーのリンクを使えなくしました。', count: 0 as const }
  },

  'GET /api/calendar_feeds/visit': async ({ platform, db, actor }) => {
    const { client_id, client_cd, client_uuid } = await ownerOf(db, actor)
    const visits = await listVisitsOfRoom(db, client_id, actor.roomId)
    const [visit] = visits
    if (!visit) throw refused('工事日がまだ決まっていません。', 'no_visit')
    const origin = originOf(platform.settings.apiHostTemplate, client_cd)
    const ics = writeCalendar(visits, 'resident', page => `${origin}${codePath({ ...page, client_uuid })}`)
    return { file_name: `工事日_${visit.date.replaceAll('-', '')}.ics`, ics }
  },

  'GET /calendars/:client_uuid/:file': async ({ platform, params, request }) => {
    const calendar = await openFeed(platform, params.client_uuid, params.file, request.ip)
    if (calendar === null) throw notFound()
    return new RawAnswer(reply =>
      reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'inline; filename="visits.ics"')
        .send(calendar),
    )
  },
})
