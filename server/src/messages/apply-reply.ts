import type { ClientId } from '@toguchi/domain/access/actor'
import { wishOf } from '@toguchi/domain/messages/opt-out'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { optOut, takeOptOutBack } from '../platform/messages/opt-outs.ts'
import type { Platform } from '../platform/platform.ts'
import { findAnsweredMessage, insertReply } from './queries.ts'

/** A short message that came to our number. */
export interface Reply {
  /** Domestic, digits only. */
  phone: string
  body: string
  carrierMessageId: string
  /** What the carrier itself took it for; null when it does not say. */
  wish: 'stop' | 'start' | null
}

/** What else a reply may be, to who knows what was asked: 「どうぞ」 to 「まもなく伺います」. In the transaction that keeps it. */
export type TakeReply = (platform: Platform, db: Db, clientId: ClientId, reply: { roomId: number; body: string }) => Promise<void>

interface Writer {
  client_id: ClientId
  message_id: number
}

/**
 * Does what a reply asks for, once, however often it is heard: a 停止 that somebody sends again after 再開 was said stops nothing. All clients send from one number: 停止 and 再開 are said to each that wrote to this
 * telephone, and other words are for the one that wrote last. Words of somebody nobody wrote to are nobody's.
 */
export const applyReply = async (platform: Platform, reply: Reply, takeReply: TakeReply): Promise<void> => {
  const writers = await platform.pool.ask<Writer>('select client_id, message_id from writers_to_number($1)', [reply.phone])
  const wish = reply.wish ?? wishOf(reply.body)
  if (wish === 'other') return keepReply(platform, reply, writers[0], takeReply)
  for (const writer of writers) await obey(platform, reply, writer, wish)
}

const obey = (platform: Platform, { phone, body, carrierMessageId }: Reply, { client_id, message_id }: Writer, wish: 'stop' | 'start') =>
  platform.pool.write(client_id, async db => {
    const answered = await findAnsweredMessage(db, client_id, message_id)
    if (!answered) return
    if (!(await insertReply(db, client_id, { ...answered, phone, body, carrier_message_id: carrierMessageId }))) return
    const isNew = wish === 'stop' ? await optOut(db, client_id, phone) : await takeOptOutBack(db, client_id, phone)
    if (!isNew) return
    await recordEvent(db, {
      kind: wish === 'stop' ? 'messages.opted_out' : 'messages.opted_in',
      actor: 'system',
      clientId: client_id,
      constructionId: answered.construction_id,
      roomId: answered.room_id,
      channel: 'other',
      personal: { phone },
    })
  })

const keepReply = async (
  platform: Platform,
  { phone, body, carrierMessageId }: Reply,
  writer: Writer | undefined,
  takeReply: TakeReply,
) => {
  if (!writer) return
  const { client_id, message_id } = writer
  await platform.pool.write(client_id, async db => {
    const answered = await findAnsweredMessage(db, client_id, message_id)
    if (!answered) return
    if (!(await insertReply(db, client_id, { ...answered, phone, body, carrier_message_id: carrierMessageId }))) return
    await recordEvent(db, {
      kind: 'messages.reply_received',
      actor: 'system',
      clientId: client_id,
      constructionId: answered.construction_id,
      roomId: answered.room_id,
      channel: 'other',
      personal: { contents: body },
    })
    if (answered.room_id !== null) await takeReply(platform, db, client_id, { roomId: answered.room_id, body })
  })
}
