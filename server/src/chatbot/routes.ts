import { chatbot } from '@toguchi/domain/chatbot/contract'
import { toInstant } from '../platform/clock.ts'
import { demandSession } from '../platform/http/identity.ts'
import { answers } from '../platform/http/mount.ts'
import { signInFirst } from '../platform/http/problem.ts'
import { findOwnRoom } from '../residents/residents.ts'
import { answerMessage } from './answer-message.ts'
import {
  conversationEnded,
  findConversation,
  hashOfSessionId,
  openChatbotSession,
  refuseUnlessAllowed,
  spendMessage,
} from './chatbot-session.ts'
import { keepUnanswered } from './keep-exchange.ts'
import { previewMessage } from './preview.ts'
import { reopenHandOver, settleHandOver } from './settle-conversation.ts'
import { type HistoryRow, listHistories } from './queries.ts'

const presentHistory = ({ created_at, ...history }: HistoryRow) => ({ ...history, created_at: toInstant(created_at) })

export const chatbotRoutes = answers(chatbot, {
  'POST /api/chatbot_sessions': async ({ platform, db, actor, session }) => {
    const signedIn = demandSession(session)
    refuseUnlessAllowed(platform, signedIn)
    return { chatbot_session: await openChatbotSession(platform, db, actor, signedIn) }
  },

  'POST /gateway/chatbot/messages': ({ platform, body, request }) => answerMessage(platform, body, request.ip),

  'POST /api/chatbot_histories': async ({ platform, actor, session, body, now, request }) => {
    refuseUnlessAllowed(platform, demandSession(session))
    const { question, answer, session_id } = body.chatbot_history
    const conversation = await findConversation(platform, session_id, request.ip)
    if (conversation.client_id !== actor.partOf || conversation.resident_id !== actor.id) throw conversationEnded()
    await spendMessage(platform, conversation)
    return platform.pool.write(actor.partOf, async db => {
      const room = await findOwnRoom(db, actor)
      if (!room) throw signInFirst()
      const kept = { session_hash: hashOfSessionId(session_id), question, answer, created_at: now }
      return { chatbot_history: presentHistory(await keepUnanswered(db, actor, room.client_id, kept)) }
    })
  },

  'GET /api/chatbot_histories': async ({ platform, actor, session, query }) => {
    refuseUnlessAllowed(platform, demandSession(session))
    const rows = await platform.pool.read(actor.partOf, db => listHistories(db, actor.partOf, actor.id, hashOfSessionId(query.session_id)))
    return { chatbot_histories: rows.map(presentHistory) }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements': async ({ db, actor, params, body, now }) => {
    await settleHandOver(db, actor, { ...params, history_id: body.chatbot_settlement.history_id }, now)
    return { message: '対応済みにしました。' }
  },

  'DELETE /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements/:id': async ({ db, actor, params, now }) => {
    await reopenHandOver(db, actor, { ...params, history_id: params.id }, now)
    return { message: '未対応に戻しました。' }
  },

  'POST /api/chatbot_previews': async ({ db, actor, body }) => ({
    chatbot_preview: await previewMessage(db, actor.clientId, body.message),
  }),
})
