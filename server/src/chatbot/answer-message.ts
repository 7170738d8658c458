import type { Reply } from '@toguchi/domain/chatbot/contract'
import type { Platform } from '../platform/platform.ts'
import { type Response, respond } from './answering/respond.ts'
import { type Conversation, findConversation, hashOfSessionId, spendMessage } from './chatbot-session.ts'
import { keepExchange } from './keep-exchange.ts'
import { maskPersonal } from './mask.ts'
import { askOutside } from './outside-gateway.ts'
import { listNamesOf, listPublishedFaqs } from './queries.ts'
import { readDwelling } from './read-dwelling.ts'

/** Answers one message and keeps the exchange (decision 045). No transaction is open while an outside service is asked. */
export const answerMessage = async (
  platform: Platform,
  { session_id, message }: { session_id: string; message: string },
  ip: string,
): Promise<Reply> => {
  const conversation = await findConversation(platform, session_id, ip)
  await spendMessage(platform, conversation)
  const response = await askAround(platform, conversation, message, session_id)
  const { answer, source, page, suggestions, handed_over, emergency } = response
  await platform.pool.write(conversation.client_id, db =>
    keepExchange(db, conversation.actor, conversation.client_id, {
      session_hash: hashOfSessionId(session_id),
      question: message,
      answer,
      source,
      page,
      handed_over,
      created_at: platform.now(),
    }),
  )
  return { answer, source, page, suggestions: [...suggestions], handed_over, emergency }
}

/** The house first: what its data answers leaves it nowhere. Only what was not recognised at all is asked outside, where that is set up. */
const askAround = async (platform: Platform, conversation: Conversation, message: string, sessionId: string): Promise<Response> => {
  const { actor, client_id: clientId } = conversation
  const { response, names } = await platform.pool.read(clientId, async db => ({
    response: respond(
      await readDwelling(platform, db, actor, conversation.account_session_id),
      await listPublishedFaqs(db, clientId),
      message,
    ),
    names: platform.settings.chatbot.gatewayUrl === null ? [] : await listNamesOf(db, clientId, actor.roomId),
  }))
  if (platform.settings.chatbot.gatewayUrl === null || !response.by.includes('handover')) return response
  const outside = await askOutside(platform, { session_id: strangersId(sessionId), message: maskPersonal(message, names) })
  return {
    ...response,
    by: ['outside'],
    answer: `${outside.answer}\n工事日や締切は、このページの表示をご覧ください。`,
    source: '外部の自動応答サービスより',
    suggestions: outside.suggestions,
    handed_over: false,
  }
}

/** The same conversation for the outside service, by an id that opens nothing here. */
const strangersId = (sessionId: string): string => {
  const digits = hashOfSessionId(`outside ${sessionId}`).toString('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}
