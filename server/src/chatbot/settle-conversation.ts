import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { countLeftToPerson, reopenConversation, settleConversation } from './queries.ts'

/** As long as a saved change of the schedule can be taken back. */
const undoable = 10 * 60 * 1000

interface Handed {
  construction_id: number
  room_id: number
  history_id: number
}

/** What the chatbot left to a person is answered. Who and when is in the dwelling's events; what was asked stays with the conversation. */
export const settleHandOver = async (db: Db, actor: OfficeActor, handed: Handed, now: Date): Promise<void> => {
  const conversation = await findConversationOf(db, actor, handed)
  if ((await settleConversation(db, actor.clientId, conversation, now)) === 0)
    throw refused('このご質問はすでに対応済みです。', 'chatbot_settled')
  await recordEvent(db, eventOf('chatbot.settled', actor, handed))
}

/** A press too many is taken back. */
export const reopenHandOver = async (db: Db, actor: OfficeActor, handed: Handed, now: Date): Promise<void> => {
  const conversation = await findConversationOf(db, actor, handed)
  if ((await reopenConversation(db, actor.clientId, conversation, new Date(now.getTime() - undoable))) === 0)
    throw refused('対応済みにしてから10分を過ぎたため、元に戻せません。', 'chatbot_not_settled')
  await recordEvent(db, eventOf('chatbot.reopened', actor, handed))
}

const findConversationOf = async (db: Db, actor: OfficeActor, { construction_id, room_id, history_id }: Handed) => {
  const conversation = { constructionId: construction_id, roomId: room_id, historyId: history_id }
  if ((await countLeftToPerson(db, actor.clientId, conversation)) === 0) throw notFound()
  return conversation
}

const eventOf = (kind: EventKind, actor: OfficeActor, { construction_id, room_id, history_id }: Handed) => ({
  kind,
  actor,
  clientId: actor.clientId,
  constructionId: construction_id,
  roomId: room_id,
  change: { chatbot_history_id: history_id },
})
