import { messages } from '@toguchi/domain/messages/contract'
import { type MessageState, messageStates } from '@toguchi/domain/messages/labels'
import { domesticOf, isSignedByTwilio, repliesUrl, reportUrl } from '../platform/messages/carriers/twilio.ts'
import { toInstant } from '../platform/clock.ts'
import { type DeliveryReport, noteReport } from '../platform/messages/delivery-reports.ts'
import { answers, type Context, RawAnswer } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { forbidden, notFound } from '../platform/http/problem.ts'
import { offersSms } from '../platform/settings.ts'
import { applyReply, type TakeReply } from './apply-reply.ts'
import { presentMessage } from './present.ts'
import { constructionExists, countMessages, listMessages, listReplies } from './queries.ts'
import { putOnPaper, resend } from './settle-failed.ts'

/** The fields of a form that Twilio sent to this address; 403 without its signature, 404 where Twilio is not the carrier. */
const readSigned = (platform: Platform, request: Pick<Context<string, object>['request'], 'rawBody' | 'headers'>, url: string) => {
  const { sms } = platform.settings
  if (sms.carrier !== 'twilio') throw notFound()
  const text = Buffer.isBuffer(request.rawBody) ? request.rawBody.toString('utf8') : ''
  const fields = Object.fromEntries(new URLSearchParams(text))
  if (!isSignedByTwilio(sms, request.headers['x-twilio-signature']?.toString(), url, fields)) throw forbidden()
  return (name: string): string | null => fields[name] ?? null
}

/** MessageStatus of Twilio's status callbacks; what is under way says nothing new. */
const outcomes: Readonly<Record<string, DeliveryReport['outcome']>> = {
  queued: 'taken',
  accepted: 'taken',
  sending: 'taken',
  sent: 'taken',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'lost',
  failed: 'lost',
  canceled: 'lost',
}

const wishes: Readonly<Record<string, 'stop' | 'start'>> = { STOP: 'stop', START: 'start' }

export const messagesRoutes = (takeReply: TakeReply) =>
  answers(messages, {
    'GET /api/constructions/:construction_id/messages': async ({ platform, db, actor, params: { construction_id }, query }) => {
      const { clientId } = actor
      if (!(await constructionExists(db, clientId, construction_id))) throw notFound()
      const sms = offersSms(platform.settings)
      const { message: filter = {}, ...page } = query
      const { rows, ...total } = await listMessages(db, clientId, construction_id, sms, filter, page)
      const counted = new Map((await countMessages(db, clientId, construction_id)).map(({ state, count }) => [state, count]))
      return {
        messages: rows.map(presentMessage),
        ...total,
        counts: Object.fromEntries(messageStates.map(state => [state, counted.get(state) ?? 0])) as Record<MessageState, number>,
        replies: (await listReplies(db, clientId, construction_id)).map(({ room_id, room_name, received_at, ...reply }) => ({
          ...reply,
          room: room_id === null || room_name === null ? null : { id: room_id, name: room_name },
          received_at: toInstant(received_at),
        })),
        sms,
      }
    },

    'POST /api/constructions/:construction_id/messages/resend': async ({ platform, db, actor, params, body }) => {
      const count = await resend({ platform, db, actor, constructionId: params.construction_id, ids: body.message_ids })
      return { message: `${count}件を再送します。`, count }
    },

    'POST /api/constructions/:construction_id/messages/paper': async ({ platform, db, actor, params, body }) => {
      const count = await putOnPaper({ platform, db, actor, constructionId: params.construction_id, ids: body.message_ids })
      return { message: `${count}件を紙の名簿に入れました。`, count }
    },

    'POST /api/messages/twilio/reports/:client_id/:message_id/:attempt': async ({ platform, params, request }) => {
      const { client_id: clientId, message_id: messageId } = params
      const attempt = Number(params.attempt)
      const field = readSigned(platform, request, reportUrl(platform.settings, { clientId, id: messageId, attempt }))
      const outcome = outcomes[field('MessageStatus') ?? '']
      const carrierMessageId = field('MessageSid')
      if (outcome !== undefined && carrierMessageId !== null)
        await noteReport(platform, { clientId, messageId, attempt, carrierMessageId, outcome, code: field('ErrorCode') })
      return new RawAnswer(reply => reply.code(204).send())
    },

    'POST /api/messages/twilio/replies': async ({ platform, request }) => {
      const field = readSigned(platform, request, repliesUrl(platform.settings))
      const phone = domesticOf(field('From') ?? '')
      const carrierMessageId = field('MessageSid')
      if (phone !== null && carrierMessageId !== null)
        await applyReply(
          platform,
          {
            phone,
            carrierMessageId,
            body: wellFormed(field('Body')),
            wish: wishes[field('OptOutType') ?? ''] ?? null,
          },
          takeReply,
        )
      return new RawAnswer(reply =>
        reply.type('text/xml; charset=utf-8').send('<?xml version="1.0" encoding="UTF-8"?><Response></Response>'),
      )
    },
  })

/** What PostgreSQL takes, and no more than a short message can hold. */
const wellFormed = (text: string | null): string => (text ?? '').replaceAll('\0', '').toWellFormed().slice(0, 1_600)
