import type { IncomingHttpHeaders } from 'node:http'
import { payments } from '@toguchi/domain/payments/contract'
import { handleWebhook } from './apply-payment-fact.ts'
import { answers, RawAnswer } from '../../platform/http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import {
  actAtSandbox,
  type Adapter,
  BadNotification,
  findSandboxPayment,
  readChoice,
  readSandboxToken,
  type SandboxDesk,
  sandboxPage,
} from '../../payments/payments.ts'

const plain = (status: number, text: string) =>
  new RawAnswer(reply => reply.code(status).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text))

interface WebhookRequest {
  platform: Platform
  request: { rawBody: unknown; headers: IncomingHttpHeaders }
}

const bytesOf = ({ rawBody }: WebhookRequest['request']): Buffer => (Buffer.isBuffer(rawBody) ? rawBody : Buffer.alloc(0))

const answerWebhook = async ({ platform, request }: WebhookRequest, adapter: Adapter): Promise<RawAnswer> => {
  try {
    await handleWebhook(platform, adapter, bytesOf(request), request.headers)
    return plain(200, 'OK')
  } catch (error) {
    if (error instanceof BadNotification) return plain(400, 'NG')
    throw error
  }
}

/** The payment of a page's token; the sandbox does not exist in production (D-18, D-20). */
const openSandbox = async (platform: Platform, token: string) => {
  const { mode, payments: settings } = platform.settings
  if (mode === 'production' || settings.adapter !== 'sandbox') throw notFound()
  const uuid = readSandboxToken(platform, token)
  const payment = uuid === null ? undefined : await platform.pool.read(null, db => findSandboxPayment(db, uuid))
  if (!payment) throw notFound()
  return payment
}

export const paymentsRoutes = answers(payments, {
  'POST /api/payments/stripe/notifications': knock => answerWebhook(knock, 'stripe'),
  'POST /api/payments/sandbox/notifications': knock => answerWebhook(knock, 'sandbox'),
  'POST /api/payments/notifications': knock => answerWebhook(knock, 'sandbox'),

  'GET /api/payments/sandbox/:token': async ({ platform, params }) => {
    const payment = await openSandbox(platform, params.token)
    const page = sandboxPage(platform, payment)
    return new RawAnswer(reply => reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page))
  },

  'POST /api/payments/sandbox/:token': async ({ platform, params, request }) => {
    const payment = await openSandbox(platform, params.token)
    const choice = readChoice(bytesOf(request).toString('utf8'))
    if (!choice) throw new Problem(422, 'invalid', '結果を選択してください。')
    const handleNotification: SandboxDesk['handleNotification'] = (raw, headers) => handleWebhook(platform, 'sandbox', raw, headers)
    const way = await actAtSandbox({ platform, handleNotification }, payment, choice)
    return new RawAnswer(reply => reply.redirect(way, 302))
  },
})
