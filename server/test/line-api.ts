import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LineRequest {
  path: string
  authorization: string | undefined
  retryKey: string | undefined
  /** `PushMessageRequest` or `ReplyMessageRequest`. */
  body: { to?: string; replyToken?: string; messages?: { type: string; text: string }[] }
}
/** `ErrorResponse` of the API description, with its status. */
export interface LineError {
  status: number
  message: string
  details?: { message: string; property: string }[]
}

/**
 * LINE's Messaging API as far as the tests go, with the shapes of its OpenAPI description: `GET /v2/bot/info`, `POST /v2/bot/message/push`
 * and `/reply`. A retry key that was accepted is answered 409 with `x-line-accepted-request-id`, whatever comes with it; a token that it does
 * not know is answered 401.
 */
export const openLineApi = async () => {
  const asked: LineRequest[] = []
  const errors = new Map<string, LineError>()
  const accepted = new Map<string, string>()
  const bots = new Map<string, { userId: string; basicId: string; displayName: string }>()
  const delivered: { to: string; text: string }[] = []
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const text = await textOf(request)
    const retryKey = request.headers['x-line-retry-key']?.toString()
    const requestId = `request-${asked.length + 1}`
    const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-line-request-id': requestId, ...headers })
        .end(JSON.stringify(body))
    const body = text === '' ? {} : (JSON.parse(text) as LineRequest['body'])
    asked.push({ path, authorization: request.headers.authorization, retryKey, body })
    const bot = bots.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!bot) return answer(401, { message: 'Authentication failed. Confirm that the access token in the authorization header is valid.' })
    if (path === '/v2/bot/info') return answer(200, { ...bot, chatMode: 'bot', markAsReadMode: 'auto' })
    if (path === '/v2/bot/message/reply') return answer(200, { sentMessages: [{ id: `reply-${asked.length}`, quoteToken: 'q' }] })
    if (request.method !== 'POST' || path !== '/v2/bot/message/push') return answer(404, { message: 'Not found' })
    const acceptedBy = accepted.get(retryKey ?? '')
    if (acceptedBy !== undefined)
      return answer(409, { message: 'The retry key is already accepted', sentMessages: [] }, { 'x-line-accepted-request-id': acceptedBy })
    const error = errors.get(body.to ?? '')
    if (error) return answer(error.status, { message: error.message, ...(error.details ? { details: error.details } : {}) })
    if (retryKey !== undefined) accepted.set(retryKey, requestId)
    delivered.push({ to: body.to ?? '', text: body.messages?.[0]?.text ?? '' })
    // As a server that dies between its work and its answer.
    if (silent) return void request.socket.destroy()
    return answer(200, { sentMessages: [{ id: `message-${asked.length}`, quoteToken: 'q' }] })
  })
  let silent = false
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** What reached somebody, as often as it did. */
    delivered,
    /** A token, and whose it is. */
    know: (token: string, bot: { userId: string; basicId: string; displayName: string }) => bots.set(token, bot),
    refuse: (to: string, error: LineError) => errors.set(to, error),
    /** From now on pushes are accepted and not answered. */
    fallSilent: (is: boolean) => {
      silent = is
    },
    reset: () => {
      asked.length = 0
      delivered.length = 0
      errors.clear()
      accepted.clear()
      silent = false
    },
    close: () => new Promise<void>(done => server.close(() => done())),
  }
}

/** How LINE signs a webhook: HMAC-SHA256 of the body by the channel secret, in base64. */
export const lineSignature = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('base64')

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
