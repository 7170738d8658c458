import { formatInstant } from '@toguchi/domain/calendar/day'
import { failureReason } from '@toguchi/domain/messages/failure-reasons'
import { kindLabel } from '@toguchi/domain/messages/kinds'
import { transportLabels } from '@toguchi/domain/messages/labels'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { Platform } from '../../platform/platform.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { renderTypst } from '../render-paper.ts'
import { eventTexts } from './event-texts.ts'
import { findTimelineRoom, listTimelineEvents, listTimelineMessages, type TimelineEventRow, type TimelineMessageRow } from './queries.ts'

export interface TimelineInput {
  construction_id: number
  room_id: number
  /** Names of people, and what they wrote; without, only what part they had. */
  names: boolean
}

interface Line {
  at: string
  what: string
  /** before → after, and whatever else was said. */
  detail: string
  who: string
  channel: string
  failed: boolean
}

/** The dwelling's timeline to lay on the table when somebody says otherwise (言った言わない, D-12, feature 24), the oldest first. */
export const printTimeline = async (platform: Platform, { client_id, input }: PrintJob<TimelineInput>): Promise<Printed> => {
  const { construction_id, room_id, names } = input
  const { room, events, messages } = await platform.pool.read(client_id, async db => ({
    room: await findTimelineRoom(db, client_id, construction_id, room_id),
    events: await listTimelineEvents(db, client_id, construction_id, room_id),
    messages: await listTimelineMessages(db, client_id, room_id),
  }))
  if (!room) throw new Error('the room is gone')
  const dated = [
    ...events.map(event => ({ at: event.at, line: eventLine(event, names) })),
    ...messages.map(message => ({ at: message.at, line: messageLine(message, names) })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const bytes = await renderTypst(platform, 'timeline/timeline.typ', {
    title: `履歴　${addressedRoom(room.name)}`,
    building: room.building_name,
    construction: [room.construction_name, room.manage_no === null ? null : `管理番号 ${room.manage_no}`].filter(Boolean).join('　'),
    client: room.client_name,
    resident: names && room.resident_name !== null ? `居住者 ${room.resident_name} 様` : '',
    printed_at: formatInstant(platform.now()),
    note: names ? '居住者の個人情報を含みます。取り扱いにご注意ください。' : '氏名・連絡先・自由記述は載せていません。',
    rows: dated.map(({ line }) => line),
  })
  return { bytes, fileName: `履歴_${room.name}_${names ? '氏名あり' : '氏名なし'}.pdf`, contentType: 'application/pdf' }
}

/** What happens to the books of the construction is no event of a room's page, and ends its story all the same. */
const bookSentences: Readonly<Record<string, string>> = {
  'completion_books.made': '完成図書を作成しました',
  'completion_books.link_made': '完成図書を引き渡しました（リンク）',
  'completion_books.link_opened': '引き渡した完成図書が開かれました',
}

const eventLine = (event: TimelineEventRow, names: boolean): Line => {
  const { what, before, after, notes, who, channel } = eventTexts(event, names)
  return {
    at: formatInstant(event.at),
    what: bookSentences[event.kind] ?? what,
    detail: [moveText(before, after), ...notes].filter(part => part !== null).join('\n'),
    who,
    channel,
    failed: false,
  }
}

const moveText = (before: string | null, after: string | null): string | null =>
  before === null || after === null ? (after ?? (before === null ? null : `${before} → なし`)) : `${before} → ${after}`

const messageLine = (message: TimelineMessageRow, names: boolean): Line => {
  const failed = message.state === 'failed'
  const to = names ? `宛先：${message.recipients.join('、')}` : null
  const reason = failed ? `理由：${failureReason(message.transport, message.failure_code)}` : null
  const arrival = message.delivered_at === null ? null : `到達：${formatInstant(message.delivered_at)}`
  return {
    at: formatInstant(message.at),
    what: `お知らせ「${kindLabel(message.kind)}」を${failed ? '送信できませんでした' : '送信しました'}`,
    detail: [reason, arrival, to].filter(part => part !== null).join('\n'),
    who: '自動処理\n居住者あて',
    channel: transportLabels[message.transport],
    failed,
  }
}
