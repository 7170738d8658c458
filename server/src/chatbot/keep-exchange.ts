import { recordEvent } from '../platform/events.ts'
import type { Db } from '../platform/database/database.ts'
import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import { noneOfThese } from './answering/respond.ts'
import { insertHistory, leaveHistoryToPerson, listHistories, lockChatbotSession, type NewHistory } from './queries.ts'

export type Exchange = Pick<NewHistory, 'session_hash' | 'question' | 'answer' | 'source' | 'page' | 'handed_over' | 'created_at'>

/**
 * Keeps a question with its answer. The first one of a conversation that a person has to answer is on the dwelling's timeline; what was asked
 * the desk reads from the conversation itself, for it names people.
 */
export const keepExchange = async (db: Db, actor: ResidentActor, clientId: ClientId, exchange: Exchange) => {
  await lockChatbotSession(db, clientId, exchange.session_hash)
  const before = await listHistories(db, clientId, actor.id, exchange.session_hash)
  if (exchange.handed_over && !before.some(one => one.handed_over))
    await recordEvent(db, {
      kind: 'chatbot.handed_over',
      actor,
      clientId,
      constructionId: actor.constructionId,
      roomId: actor.roomId,
    })
  const asked = exchange.question === noneOfThese ? before.at(-1) : undefined
  // 「どれでもない」 says nothing to whoever calls back: the question before it does.
  if (asked) await leaveHistoryToPerson(db, clientId, asked.id)
  return insertHistory(db, clientId, {
    room_id: actor.roomId,
    resident_id: actor.id,
    ...exchange,
    ...(asked ? { handed_over: false } : {}),
  })
}

/**
 * Keeps what a panel showed when the gateway gave no answer (G-CHAT-05): a person has to. What the gateway has kept itself is answered as it
 * is kept, for some clients send it once more.
 */
export const keepUnanswered = async (
  db: Db,
  actor: ResidentActor,
  clientId: ClientId,
  exchange: Pick<Exchange, 'session_hash' | 'question' | 'answer' | 'created_at'>,
) => {
  const kept = await listHistories(db, clientId, actor.id, exchange.session_hash)
  const same = kept.findLast(one => one.question === exchange.question && one.answer === exchange.answer)
  return same ?? keepExchange(db, actor, clientId, { ...exchange, source: null, page: null, handed_over: true })
}
