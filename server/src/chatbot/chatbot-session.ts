import { randomBytes } from 'node:crypto'
import type { ResidentActor } from '@toguchi/domain/access/actor'
import { chatbotKeptDays, isChatbotAllowed } from '@toguchi/domain/chatbot/policy'
import { refuseTerminated } from '../accounts/accounts.ts'
import { spendAttempt } from '../platform/attempts/attempts.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Session } from '../platform/http/identity.ts'
import { networkOf } from '../platform/http/network.ts'
import { forbidden, refused, signInFirst } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { sha256 } from '../platform/secrets.ts'
import { findOwnRoom } from '../residents/residents.ts'
import { type ChatbotSessionRow, findChatbotSession, insertChatbotSession } from './queries.ts'
import { contactOf } from './read-dwelling.ts'

/** A conversation is a matter of minutes; the next day begins another. */
const lifetime = 12 * 60 * 60 * 1000

/** Clients that are not offered the chatbot have none of its endpoints (R1-CHATBOT-02). */
export const refuseUnlessAllowed = ({ settings }: Platform, { clientCode }: Session): void => {
  if (!isChatbotAllowed(settings.chatbot, clientCode)) throw forbidden()
}

/**
 * An id of a conversation: a UUID of version 8, whose first eight digits are the number of the client, for the gateway is told nothing else;
 * 90 bits of the rest are random. Only its hash is kept.
 */
const newSessionId = (client: number): string => {
  const random = randomBytes(12).toString('hex')
  return `${client.toString(16).padStart(8, '0')}-${random.slice(0, 4)}-8${random.slice(4, 7)}-a${random.slice(7, 10)}-${random.slice(10, 22)}`
}
const clientOfSessionId = (sessionId: string): number => Number.parseInt(sessionId.slice(0, 8), 16)
export const hashOfSessionId = (sessionId: string): Buffer => sha256(sessionId.toLowerCase())

/** Opens a conversation for the signed-in resident. */
export const openChatbotSession = async (platform: Platform, db: Db, actor: ResidentActor, session: Session) => {
  await spendAttempt(platform, { scope: 'chatbot:resident', subject: `${actor.partOf}:${actor.id}` })
  const room = await findOwnRoom(db, actor)
  if (!room) throw signInFirst()
  const now = platform.now()
  const session_id = newSessionId(actor.partOf)
  const expires_at = new Date(now.getTime() + lifetime)
  await insertChatbotSession(db, room.client_id, {
    session_hash: hashOfSessionId(session_id),
    resident_id: actor.id,
    account_session_id: session.id,
    created_at: now,
    expires_at,
  })
  const contact = await contactOf(platform, db, room.client_id, room.construction_id)
  return { session_id, expires_at: toInstant(expires_at), ...contact, kept_days: chatbotKeptDays }
}

export const conversationEnded = () => refused('会話が終了しました。もう一度開いてください。', 'chatbot_session_ended')

/** Counts what is asked in a conversation, whoever answers it. */
export const spendMessage = (platform: Platform, { client_id, id }: Pick<ChatbotSessionRow, 'client_id' | 'id'>) =>
  spendAttempt(platform, { scope: 'chatbot:session', subject: `${client_id}:${id}` })

/** Whose conversation it is. 422 `chatbot_session_ended` for an id that opens nothing (any more); who tries ids is counted by network. */
export const findConversation = async (platform: Platform, sessionId: string, ip: string) => {
  const now = platform.now()
  const client = clientOfSessionId(sessionId)
  const row = await platform.pool.read(client, db => findChatbotSession(db, client, hashOfSessionId(sessionId), now))
  if (!row) {
    await spendAttempt(platform, { scope: 'chatbot:network', subject: networkOf(ip) })
    throw conversationEnded()
  }
  await refuseTerminated(platform, row.client_id)
  if (!isChatbotAllowed(platform.settings.chatbot, row.client_cd)) throw forbidden()
  return { ...row, actor: actorOf(row) }
}
export type Conversation = Awaited<ReturnType<typeof findConversation>>

const actorOf = (row: Pick<ChatbotSessionRow, 'client_id' | 'resident_id' | 'room_id' | 'construction_id'>): ResidentActor => ({
  kind: 'resident',
  id: row.resident_id,
  partOf: row.client_id,
  constructionId: row.construction_id,
  roomId: row.room_id,
})
