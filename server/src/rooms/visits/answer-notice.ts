import type { ClientId } from '@toguchi/domain/access/actor'
import { ownPagePath } from '@toguchi/domain/residents/login-path'
import { callCenterOf } from '@toguchi/domain/messages/call-center'
import { type NoticeAnswer, noticeAnswerLabels, noticeAnswerOf } from '@toguchi/domain/rooms/visits/on-our-way'
import type { Notice } from '@toguchi/domain/rooms/visits/visits-contract'
import { refuseTerminated } from '../../accounts/accounts.ts'
import { findPublicId } from '../../clients/clients.ts'
import { toDay, toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Channel, recordEvent } from '../../platform/events.ts'
import { notFound, refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { findNotice, findNoticeOfRoom, lockNotice, type NoticeRow, saveNoticeAnswer } from './notice-queries.ts'

const endedText = 'このお知らせへのお返事の受付は終了しました。'

/** Whether somebody is still on the way: of today, to a room that nobody came to yet. */
const isOpen = (notice: NoticeRow, now: Date): boolean =>
  notice.visit_on === toDay(now) &&
  notice.date === notice.visit_on &&
  notice.status === 'waiting' &&
  notice.closed_at === null &&
  !notice.has_arrived

const presentNotice = (platform: Platform, notice: NoticeRow): Notice => ({
  building_name: notice.building_name,
  room_name: notice.room_name,
  date: notice.visit_on,
  start_at: notice.date === notice.visit_on ? notice.start_at : null,
  end_at: notice.date === notice.visit_on ? notice.end_at : null,
  state: isOpen(notice, platform.now()) ? 'open' : 'ended',
  answer: notice.answer,
  answered_at: toInstant(notice.answered_at),
  own_page_path: ownPagePath(notice, notice.has_login),
  phone: callCenterOf(notice, platform.settings.callCenterPhone).phone,
})

/** The client and the notice behind a link. 404 for one that leads nowhere. */
const openNotice = async (platform: Platform, uuid: string): Promise<{ clientId: ClientId; id: number }> => {
  const found = await platform.pool.read(null, db => findPublicId(db, 'visit_notice', uuid))
  if (!found) throw notFound()
  await refuseTerminated(platform, found.client_id)
  return { clientId: found.client_id, id: found.row_id }
}

export const showNotice = async (platform: Platform, uuid: string): Promise<Notice> => {
  const { clientId, id } = await openNotice(platform, uuid)
  const notice = await platform.pool.read(clientId, db => findNotice(db, clientId, id))
  if (!notice) throw notFound()
  return presentNotice(platform, notice)
}

/** Takes an answer down and tells whoever looks at the day (feature 13). Null where nobody is on the way any more. */
const takeAnswer = async (platform: Platform, db: Db, clientId: ClientId, id: number, answer: NoticeAnswer, channel: Channel) => {
  const notice = await lockNotice(db, clientId, id)
  const now = platform.now()
  if (!notice || !isOpen(notice, now)) return null
  if (notice.answer === answer) return notice
  await saveNoticeAnswer(db, clientId, id, answer, now)
  await recordEvent(db, {
    kind: 'visit_notices.answered',
    actor: 'system',
    clientId,
    constructionId: notice.construction_id,
    roomId: notice.room_id,
    subject: { type: 'visit_notices', id },
    channel,
    change: { before: notice.answer, after: answer },
    residentVisible: true,
  })
  return { ...notice, answer, answered_at: now }
}

export const answerNotice = async (platform: Platform, uuid: string, answer: NoticeAnswer) => {
  const { clientId, id } = await openNotice(platform, uuid)
  const notice = await platform.pool.write(clientId, db => takeAnswer(platform, db, clientId, id, answer, 'web'))
  if (!notice) throw refused(endedText, 'notice_ended')
  return { message: `「${noticeAnswerLabels[answer]}」とお伝えしました。`, notice: presentNotice(platform, notice) }
}

/** The same by a reply to the short message (`TakeReply`); words that are no answer stay for a person to read. */
export const takeReplyOnTheWay = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  { roomId, body }: { roomId: number; body: string },
): Promise<void> => {
  const answer = noticeAnswerOf(body)
  const notice = answer === null ? undefined : await findNoticeOfRoom(db, clientId, roomId, toDay(platform.now()))
  if (answer !== null && notice) await takeAnswer(platform, db, clientId, notice.id, answer, 'other')
}
