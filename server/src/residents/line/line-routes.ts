import { residentLine } from '@toguchi/domain/residents/line-contract'
import { validateSignature, type webhook } from '@line/bot-sdk'
import { findClientByUuid } from '../../clients/clients.ts'
import type { Session } from '../../platform/http/identity.ts'
import { answers, RawAnswer } from '../../platform/http/mount.ts'
import { forbidden, notFound, signInFirst } from '../../platform/http/problem.ts'
import { openLineChannel } from '../../platform/messages/line-channels.ts'
import type { Platform } from '../../platform/platform.ts'
import { hearLine } from './hear-line.ts'
import { askToLink, showOwnLine, unlinkOwnLine } from './link-line.ts'

const sessionOf = (session: Session | null): Session => {
  if (!session) throw signInFirst()
  return session
}

export const residentLineRoutes = answers(residentLine, {
  'GET /api/residents/line': async ({ db, actor }) => ({ line: await showOwnLine(db, actor) }),

  'POST /api/residents/line': ({ platform, actor, session, body, request }) =>
    askToLink(platform, actor, sessionOf(session).id, body.current_password, request.ip),

  'DELETE /api/residents/line': async ({ platform, db, actor, session }) => {
    await unlinkOwnLine(platform, db, actor, sessionOf(session).id)
    return { message: 'LINEでのお知らせを終了しました。', line: await showOwnLine(db, actor) }
  },

  'POST /api/line/:client/webhook': async ({ platform, params, request }) => {
    const { clientId, channel } = await findChannel(platform, params.client)
    const body = Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0)
    const signature = request.headers['x-line-signature']?.toString()
    if (signature === undefined || !validateSignature(body, channel.secret, signature)) throw forbidden()
    for (const event of eventsOf(body)) await hearLine(platform, clientId, channel, event)
    return new RawAnswer(reply => reply.code(200).send())
  },
})

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const findChannel = async (platform: Platform, clientUuid: string) => {
  const client = uuid.test(clientUuid) ? await platform.pool.read(null, db => findClientByUuid(db, clientUuid)) : undefined
  const channel = client && (await platform.pool.read(client.id, db => openLineChannel(platform, db, client.id)))
  if (!client || !channel) throw notFound()
  return { clientId: client.id, channel }
}

/** What LINE signed is of its own shape; 「検証」 in its console sends no event at all. */
const eventsOf = (body: Buffer): webhook.Event[] => {
  const { events } = JSON.parse(body.toString('utf8')) as webhook.CallbackRequest
  return events
}
