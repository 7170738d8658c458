import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import { type CallCenter, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { type Day, formatDayLong } from '@toguchi/domain/calendar/day'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import { monthDay, shortMessageWithLink, visitWords } from '@toguchi/domain/messages/short-message'
import { shortPagePath } from '@toguchi/domain/residents/short-link'
import { isChased } from '@toguchi/domain/rooms/occupancy/occupancy'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvents } from '../platform/events.ts'
import { originOf } from '../platform/http/hosts.ts'
import { findCallCenter } from '../messages/messages.ts'
import { enqueueMessages, mailMessage, textMessage } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { offersSms } from '../platform/settings.ts'
import { recallKeyOfReminder } from '../rooms/rooms.ts'
import {
  type BoardConstructionRow,
  type BoardRoomRow,
  findBoardConstruction,
  insertReminders,
  listBoardRooms,
  listRemindedOn,
  lockForReminding,
} from './queries.ts'

export interface Reminded {
  mails: number
  lines: number
  /** Short messages. */
  messages: number
  unreachable: number
  already: number
  waitsUntil: Date | null
}

/**
 * Reminds by mail, LINE or short message who has not answered, each at most once a day however often it is pressed (practice §2). At night the
 * messages wait for the morning; an answer meanwhile takes them back. 422 `nobody_to_remind` when no message would reach
 * anybody, `letters_not_out` before the letters are distributed.
 */
export const remindUnanswered = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  only: readonly number[] | undefined,
): Promise<Reminded> => {
  const { clientId } = actor
  if (!(await lockForReminding(db, clientId, constructionId))) throw notFound()
  const construction = await findBoardConstruction(db, clientId, constructionId)
  if (!construction) throw notFound()
  const now = platform.now()
  const today = toDay(now)
  const { information_distribution_on: letters } = construction
  // It speaks of the letter in hand, and leads to pages that are shut until the letters are out (G-SCH-09).
  if (letters !== null && today < letters) throw refused('案内状の配布日より前に再案内はできません。', 'letters_not_out')
  const roomIds = only && new Set(only)
  const open = (await listBoardRooms(db, clientId, constructionId, offersSms(platform.settings))).filter(
    room => isChased({ ...room, reception_status: room.reception_status_en }) && (!roomIds || roomIds.has(room.id)),
  )
  const before = new Set(await listRemindedOn(db, clientId, constructionId, today))
  const reachable = open.filter(room => room.contact_channel !== 'paper' && !before.has(room.id))
  const already = open.filter(room => before.has(room.id)).length
  const unreachable = open.filter(room => room.contact_channel === 'paper').length
  if (reachable.length === 0)
    throw refused(
      already > 0
        ? '本日はすでに送信しています。送信は1住戸につき1日1回までです。'
        : 'メールや携帯電話に送信できる未回答の住戸はありません。再案内の印刷か、お電話でご連絡ください。',
      'nobody_to_remind',
    )
  const events = await recordEvents(
    db,
    reachable.map(room => ({
      kind: 'answers.reminded',
      actor,
      clientId,
      constructionId,
      roomId: room.id,
      residentVisible: true,
      change: { transport: room.contact_channel },
    })),
  )
  const reminders = reachable.map((room, at) => ({
    room_id: room.id,
    transport: room.contact_channel === 'paper' ? ('sms' as const) : room.contact_channel,
    event_id: events[at] ?? 0,
  }))
  await insertReminders(db, clientId, today, reminders)
  const leavesAt = afterQuietHours(now)
  const waitsUntil = leavesAt > now ? leavesAt : null
  const callCenter = await findCallCenter(platform, db, clientId, constructionId)
  for (const [at, room] of reachable.entries())
    await enqueueMessages(
      db,
      clientId,
      messageOf(platform, { ...construction, deadline: deadlineOf(room, today), callCenter }, room, events[at] ?? 0),
      {
        until: leavesAt,
        recallKey: recallKeyOfReminder(room.id),
      },
    )
  return {
    mails: reminders.filter(({ transport }) => transport === 'mail').length,
    lines: reminders.filter(({ transport }) => transport === 'line').length,
    messages: reminders.filter(({ transport }) => transport === 'sms').length,
    unreachable,
    already,
    waitsUntil,
  }
}

/** The dwelling's own day; one that is over is not asked to be kept. */
const deadlineOf = ({ change_until }: BoardRoomRow, today: Day): Day | null =>
  change_until !== null && change_until >= today ? change_until : null

/**
 * The pattern of D-35; its short link leads where the mail's leads. The mail says the same in whole sentences; its link leads to the code,
 * and holds none (D-03).
 */
const messageOf = (
  platform: Platform,
  construction: BoardConstructionRow & { deadline: string | null; callCenter: CallCenter },
  room: BoardRoomRow,
  eventId: number,
) => {
  const { settings } = platform
  const { building_name, deadline, callCenter } = construction
  const origin = originOf(settings.apiHostTemplate, construction.client_cd)
  const page = `${origin}/residents/clients/${construction.client_uuid}/constructions/${construction.uuid}/rooms/${room.uuid}/authentication_code`
  const concern = {
    kind: 'answer_reminder',
    constructionId: construction.id,
    roomId: room.id,
    residentId: room.resident_id,
    eventId,
  } as const
  if (room.contact_channel !== 'mail')
    return textMessage({
      ...concern,
      line: room.line_user,
      phone: room.mobile_number,
      body: shortMessageOf(callCenter.phone, construction, room, `${origin}${shortPagePath(room.uuid)}`),
    })
  const lines = [
    `${room.resident_name ?? addressedRoom(room.name)} 様`,
    '',
    `${building_name} ${construction.name ?? '工事'}の日程について、まだご回答をいただいておりません。`,
    '',
    `お部屋：${addressedRoom(room.name)}`,
    `ご予定の工事日：${room.date === null ? '調整中' : formatDayLong(room.date)}`,
    ...(deadline === null ? [] : [`ご回答の締切：${formatDayLong(deadline)}`]),
    '',
    '次のページからご回答ください。お手元の案内状の認証コードをお使いください。',
    page,
    '',
    `お電話でも承ります。${phoneWithHours(callCenter)}`,
    '行き違いでご回答をいただいておりましたら、ご容赦ください。',
  ]
  const subject = `【${settings.appName}】工事日のご回答のお願い（${building_name}）`
  return mailMessage({ ...concern, to: [room.mail_address ?? ''], subject, body: `${lines.join('\n')}\n` })
}

/** 【建物】903号室の工事（12/16(水)午後1〜3時の予定）のご回答を12/7までにお願いします。 https://…/r/… 0120-000-000 */
const shortMessageOf = (
  phone: string,
  { building_name, deadline }: { building_name: string; deadline: string | null },
  { name, date, start_at, end_at }: BoardRoomRow,
  link: string,
): string => {
  const visit = date === null || start_at === null || end_at === null ? null : { date, start_at, end_at }
  const planned = visit === null ? 'の工事日' : `の工事（${visitWords(visit)}の予定）`
  const until = deadline === null ? '' : `${monthDay(deadline)}までに`
  const asked = `${planned}のご回答を${until}お願いします。`
  return shortMessageWithLink(
    { building_name, room_name: name, phone },
    { withLink: asked, without: `${asked}案内状のQRコードかお電話で` },
    link,
  )
}
