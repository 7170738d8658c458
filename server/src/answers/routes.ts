import { roomAnswers } from '@toguchi/domain/answers/contract'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { answers } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import type { CarryOutOrderDecisions } from '../rooms/rooms.ts'
import { offersSms } from '../platform/settings.ts'
import { showAnswers, showBoard, showDesk } from './present.ts'
import { completeCall, showCalls, showOwnCalls, takeOverCall } from './calls.ts'
import { findAnsweringRoom, searchDwellings } from './queries.ts'
import { type Reminded, remindUnanswered } from './remind.ts'
import { searchOverClients } from './search-over-clients.ts'
import { acceptOnPaper, takeBackPile } from './accept-on-paper.ts'
import { readSlip, saveAnswer } from './save-answer.ts'

/** メール 8件、SMS 12件を送信しました。 */
const sentenceOf = ({ mails, lines, messages, waitsUntil }: Reminded): string => {
  const counts = [
    ...(mails > 0 ? [`メール ${mails}件`] : []),
    ...(lines > 0 ? [`LINE ${lines}件`] : []),
    ...(messages > 0 ? [`SMS ${messages}件`] : []),
  ].join('、')
  return waitsUntil === null ? `${counts}を送信しました。` : `${counts}を、夜間のため明朝8時に送信します。`
}

interface Asked {
  platform: Platform
  db: Db
  actor: OfficeActor
  params: { construction_id: number; room_id: number }
}

const findAccessibleRoom = async ({ platform, db, actor, params }: Asked): Promise<void> => {
  if (!(await findAnsweringRoom(db, actor, params.construction_id, params.room_id, offersSms(platform.settings)))) throw notFound()
}

export const answersRoutes = (carryOut: CarryOutOrderDecisions) =>
  answers(roomAnswers, {
    'GET /api/constructions/:construction_id/rooms/:room_id/answers': async ({ platform, db, actor, params }) => {
      await findAccessibleRoom({ platform, db, actor, params })
      return { room_answers: await showAnswers(platform, db, actor, params.room_id) }
    },

    'POST /api/constructions/:construction_id/rooms/:room_id/answers': {
      mayUpload: findAccessibleRoom,
      answer: async ({ platform, actor, params, body, files }) => {
        const { construction_id: constructionId, room_id: roomId } = params
        const scan = files['room_answer[slip]']
        await platform.pool.read(actor.clientId, db => findAccessibleRoom({ platform, db, actor, params }))
        const slip = scan && (await readSlip(platform, actor, scan))
        return platform.pool.write(actor.clientId, async db => {
          const { id, channel, readBack } = await saveAnswer(
            { platform, db, actor, constructionId, roomId },
            body.room_answer,
            slip,
            carryOut,
          )
          const room_answer = (await showAnswers(platform, db, actor, roomId)).find(answer => answer.id === id)
          if (!room_answer) throw notFound()
          const isNote = body.room_answer.date_answer === 'none' && body.room_answer.noted === true
          return {
            message: isNote ? '用件を記録しました。' : '回答を登録しました。',
            room_answer,
            contact_channel: channel,
            read_back: readBack,
          }
        })
      },
    },

    'GET /api/desk': async ({ db, actor, query }) => {
      const dwellings = await searchDwellings(db, actor.clientId, query.keyword, query.room_id ?? null)
      return { dwellings: dwellings.map(row => ({ ...row, closed_at: toInstant(row.closed_at) })) }
    },

    'POST /api/admin/desk_searches': async ({ platform, actor, body }) => ({
      dwellings: await searchOverClients(platform, actor, body.keyword),
    }),

    'GET /api/calls': ({ platform, db, actor, query }) => showCalls(platform, db, actor, query),

    'POST /api/calls/:id/called_back': async ({ platform, db, actor, params, body }) => {
      await completeCall(platform, db, actor, params.id, body.call?.call_back_result ?? null)
      return { message: '折り返しを完了しました。' }
    },

    'POST /api/calls/:id/take_over': async ({ db, actor, params }) => {
      await takeOverCall(db, actor, params.id)
      return { message: '折り返しの担当を引き受けました。' }
    },

    'GET /api/admin/calls': ({ platform, db, actor, query }) => showOwnCalls(platform, db, actor, query),

    'GET /api/constructions/:construction_id/rooms/:room_id/desk': async ({ platform, db, actor, params, query }) => ({
      desk: await showDesk(platform, db, actor, params, query.near),
    }),

    'GET /api/constructions/:construction_id/answer_board': async ({ platform, db, actor, params }) => ({
      answer_board: await showBoard(platform, db, actor, params.construction_id),
    }),

    'POST /api/constructions/:construction_id/paper_acceptances': async ({ platform, db, actor, params, body }) => {
      const counted = await acceptOnPaper(platform, db, actor, params.construction_id, body.paper_acceptance, carryOut)
      const already =
        counted.already_answered === 0 ? '' : `${counted.already_answered}戸はすでに別の方法で回答済みのため、そのままにしました。`
      return { message: `書面の承諾を${counted.accepted}戸登録しました。${already}`, ...counted }
    },

    'DELETE /api/constructions/:construction_id/paper_acceptances/:id': async ({ platform, db, actor, params }) => ({
      message: `${await takeBackPile(platform, db, actor, params.construction_id, params.id)}戸の書面の承諾を元に戻しました。`,
    }),

    'POST /api/constructions/:construction_id/answer_reminders': async ({ platform, db, actor, params, body }) => {
      const reminded = await remindUnanswered(platform, db, actor, params.construction_id, body.answer_reminder.room_ids)
      const { waitsUntil, ...counts } = reminded
      return { message: sentenceOf(reminded), answer_reminder: { ...counts, waits_until: toInstant(waitsUntil) } }
    },
  })
