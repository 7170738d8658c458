import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { callCenterOf, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { stopAtOwnPage } from '@toguchi/domain/messages/opt-out'
import { formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { isQuiet } from '@toguchi/domain/calendar/quiet-hours'
import { preparationLines } from '@toguchi/domain/rooms/preparation'
import { shortMessage, tomorrowText, visitWords } from '@toguchi/domain/messages/short-message'
import { ownPagePath } from '@toguchi/domain/residents/login-path'
import { channelReaching } from '@toguchi/domain/schedule/channels'
import { attemptEach } from '../../platform/attempt-each.ts'
import { toDay } from '../../platform/clock.ts'
import { recordEvent } from '../../platform/events.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { enqueueMessages, mailMessage, type Message, textMessage } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { offersSms } from '../../platform/settings.ts'
import { type DueReminder, listClientsToRemind, listDueReminders, takeReminder } from './reminder-queries.ts'

/**
 * Tells everybody whose visit is tomorrow (practice §2): a day before it, never at night, once a date, by mail, else by LINE or as a short message.
 * It is written when it is due, from what stands then; a room that is moved before it has left takes it back (`tells_place` of the outbox).
 */
export const remindOfVisits = async (platform: Platform): Promise<void> => {
  const now = platform.now()
  if (isQuiet(now)) return
  await attemptEach(await platform.pool.read(null, db => listClientsToRemind(db, now, offersSms(platform.settings))), clientId =>
    platform.pool.write(clientId, async db => {
      for (const visit of await listDueReminders(db, clientId, now, toDay(now), offersSms(platform.settings))) {
        if (!(await takeReminder(db, clientId, visit.room_id, visit.date))) continue
        const eventId = await recordEvent(db, {
          kind: 'rooms.reminded',
          actor: 'system',
          clientId,
          constructionId: visit.construction_id,
          roomId: visit.room_id,
          subject: { type: 'residents', id: visit.resident_id },
          channel: 'system',
          change: { after: { date: visit.date }, transport: channelReaching(visit) },
          residentVisible: true,
        })
        const messages = messageOf(platform, visit, eventId)
        await enqueueMessages(
          db,
          clientId,
          messages.map(message => ({ ...message, tells_place: true })),
        )
      }
    }),
  )
}

const messageOf = (platform: Platform, visit: DueReminder, eventId: number): Message[] => {
  const callCenter = callCenterOf(visit, platform.settings.callCenterPhone)
  const when = `${formatDayLong(visit.date)} ${formatTimeFrameForResident(visit.start_at, visit.end_at)}`
  const { appName, apiHostTemplate } = platform.settings
  const page = `${originOf(apiHostTemplate, visit.client_cd)}${ownPagePath(visit, visit.has_login)}`
  const concern = {
    kind: 'visit_reminder',
    constructionId: visit.construction_id,
    roomId: visit.room_id,
    residentId: visit.resident_id,
    eventId,
  } as const
  if (visit.email === null)
    return textMessage({
      ...concern,
      line: visit.line_user,
      phone: visit.phone,
      body: shortMessage({ ...visit, phone: callCenter.phone }, tomorrowText(visit)),
    })
  return mailMessage({
    ...concern,
    to: [visit.email],
    subject: `【${appName}】明日${visitWords(visit)}、工事に伺います（${visit.building_name}）`,
    body: `${visit.name ?? ''} 様\n\n明日、お部屋に伺います。\n\n物件：${visit.building_name}\n${visit.construction_name ? `工事：${visit.construction_name}\n` : ''}部屋：${addressedRoom(visit.room_name)}\n日時：${when}\n${preparationLines(visit, visit.presence_method).join('\n')}\n管理番号：${visit.manage_no ?? '―'}\n\nご都合が悪くなったときは、お電話でお知らせください。\n${phoneWithHours(callCenter)}\n\n${page}\n${stopAtOwnPage}\n`,
  })
}
