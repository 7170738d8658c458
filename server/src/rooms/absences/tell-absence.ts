import type { AbsenceTransport } from '@toguchi/domain/rooms/absences/absence-labels'
import { absenceText } from '@toguchi/domain/rooms/absence'
import { absenceShortTexts } from '@toguchi/domain/rooms/absences/absence-message'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import { callCenterOf, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { shortMessage, shortMessageWithLink } from '@toguchi/domain/messages/short-message'
import { ownPagePath } from '@toguchi/domain/residents/login-path'
import { shortPagePath } from '@toguchi/domain/residents/short-link'
import { channelReaching } from '@toguchi/domain/schedule/channels'
import { toDay } from '../../platform/clock.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { enqueueMessages, mailMessage, type Message, paperMessage, recallMessages, textMessage } from '../../platform/messages/outbox.ts'
import { offersSms } from '../../platform/settings.ts'
import type { ReachedRoomTarget } from '../room-target.ts'
import { findHousehold, type ToldHousehold } from '../visits/notice-queries.ts'
import { findToldBy, hasSlipOf, setToldBy, wasToldOfVisit } from './absence-queries.ts'

const recallKeyOf = (absenceId: number) => `absence/${absenceId}`

/** What a household is told, in the words of each way. */
interface Telling {
  subject: string
  /** What a mail says between whom it is to and whom to call. */
  lines: readonly string[]
  short: { withLink: string; without: string }
  leadsToPage: boolean
  eventId: number
}

interface Visit {
  id: number
  visited_at: Date
  leaves_slip: boolean
  eventId: number
}

/**
 * Tells the household that somebody came in vain, and where it chooses anew (D-35): by mail, else by short message, else on paper, which
 * nobody prints where a 不在票 of that day lies at the door. Once a visit, however often it is recorded; in the morning where it is night.
 */
export const tellAbsentHousehold = async (target: ReachedRoomTarget, { id, visited_at, leaves_slip, eventId }: Visit): Promise<void> => {
  const { platform, db, actor, roomId } = target
  const visitOn = toDay(visited_at)
  if (await wasToldOfVisit(db, actor.clientId, roomId, visitOn)) return
  const household = await findHousehold(db, actor.clientId, roomId, offersSms(platform.settings))
  if (!household) return
  const transport = channelReaching(household)
  if (transport === 'paper' && (leaves_slip || (await hasSlipOf(db, actor.clientId, roomId, visitOn)))) return
  await send(target, household, transport, id, {
    subject: 'ご不在でした。新しい日時をお選びください',
    lines: [absenceText(visited_at)],
    short: absenceShortTexts(visited_at),
    leadsToPage: true,
    eventId,
  })
  await setToldBy(db, actor.clientId, id, transport)
}

/** The absence was none: who was not told of it yet is not, and who was hears that it was a mistake. */
export const takeBackTelling = async (target: ReachedRoomTarget, { id, eventId }: Pick<Visit, 'id' | 'eventId'>): Promise<void> => {
  const { platform, db, actor, roomId } = target
  const transport = await findToldBy(db, actor.clientId, id)
  if (transport === null) return
  const inTime = await recallMessages(db, actor.clientId, recallKeyOf(id))
  // Whoever is missed that day after all has to hear of it.
  await setToldBy(db, actor.clientId, id, null)
  if (inTime) return
  const household = await findHousehold(db, actor.clientId, roomId, offersSms(platform.settings))
  if (!household || channelReaching(household) === 'paper') return
  await send(target, household, channelReaching(household), id, {
    subject: 'ご不在のお知らせの訂正',
    lines: ['先ほどの「ご不在でした」のお知らせは誤りでした。ご予定は変わりません。申し訳ございません。'],
    short: {
      withLink: 'へのご不在のお知らせは誤りでした。ご予定は変わりません。',
      without: 'へのご不在のお知らせは誤りでした。ご予定は変わりません。',
    },
    leadsToPage: false,
    eventId,
  })
}

const send = async (
  target: ReachedRoomTarget,
  household: ToldHousehold,
  transport: AbsenceTransport,
  absenceId: number,
  telling: Telling,
): Promise<void> => {
  const { platform, db, actor } = target
  const wait = { until: afterQuietHours(platform.now()), recallKey: recallKeyOf(absenceId) }
  const messages = messagesOf[transport](target, household, telling)
  // A new date makes it untrue: what has not left by then is taken back with the other places.
  await enqueueMessages(
    db,
    actor.clientId,
    messages.map(message => ({ ...message, tells_place: telling.leadsToPage })),
    wait,
  )
}

const concernOf = ({ constructionId, roomId }: ReachedRoomTarget, { resident_id }: ToldHousehold, { eventId }: Telling) =>
  ({ kind: 'absence', constructionId, roomId, residentId: resident_id, eventId }) as const

type Write = (target: ReachedRoomTarget, household: ToldHousehold, telling: Telling) => Message[]

const inShort: Write = (target, household, telling) => {
  const { settings } = target.platform
  const place = { ...household, phone: callCenterOf(household, settings.callCenterPhone).phone }
  const link = `${originOf(settings.apiHostTemplate, household.client_cd)}${shortPagePath(household.room_uuid)}`
  return textMessage({
    ...concernOf(target, household, telling),
    line: household.line_user,
    phone: household.phone,
    body: telling.leadsToPage ? shortMessageWithLink(place, telling.short, link) : shortMessage(place, telling.short.without),
  })
}

const messagesOf: Readonly<Record<AbsenceTransport, Write>> = {
  mail: (target, household, telling) =>
    mailMessage({
      ...concernOf(target, household, telling),
      to: [household.email ?? ''],
      subject: `【${target.platform.settings.appName}】${telling.subject}（${household.building_name}）`,
      body: bodyOf(target, household, telling, true),
    }),
  line: inShort,
  sms: inShort,
  paper: (target, household, telling) => [
    paperMessage({
      ...concernOf(target, household, telling),
      subject: telling.subject,
      body: bodyOf(target, household, telling, false),
    }),
  ],
}

/** On paper the printed code of the letter is the way in; a link would have to be typed. */
const bodyOf = ({ platform }: ReachedRoomTarget, household: ToldHousehold, { lines, leadsToPage }: Telling, hasLink: boolean): string => {
  const page = `${originOf(platform.settings.apiHostTemplate, household.client_cd)}${ownPagePath(household, household.has_login)}`
  return [
    `${household.building_name} ${addressedRoom(household.room_name)}`,
    household.resident_name === null ? '居住者様' : `${household.resident_name} 様`,
    '',
    ...lines,
    ...(leadsToPage ? ['', hasLink ? page : '案内状のQRコード、またはお電話で承ります。'] : []),
    '',
    'お電話でも承ります。',
    phoneWithHours(callCenterOf(household, platform.settings.callCenterPhone)),
    '',
  ].join('\n')
}
