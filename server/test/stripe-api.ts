import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import qs from 'qs'

export interface StripeRequest {
  method: string
  path: string
  body: Record<string, unknown>
  idempotencyKey: string | undefined
  authorization: string | undefined
}

/** One answer: a status and a body in the shape of https://docs.stripe.com/api. */
export type StripeAnswer = (request: StripeRequest) => { status?: number; body: object }

/** Stripe's API as far as the tests go: it answers what it is given and remembers what it was asked. It keeps keys as Stripe does. */
export const openStripeApi = async () => {
  const asked: StripeRequest[] = []
  const kept = new Map<string, { status: number; body: object }>()
  const answers = new Map<string, StripeAnswer>()
  const server = createServer(async (request, response) => {
    const given = qs.parse(await textOf(request)) as Record<string, unknown>
    const asking: StripeRequest = {
      method: request.method ?? '',
      path: (request.url ?? '').split('?')[0] ?? '',
      body: given,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      authorization: request.headers.authorization,
    }
    asked.push(asking)
    const answer = answers.get(`${asking.method} ${asking.path}`)
    const known = asking.idempotencyKey === undefined ? undefined : kept.get(asking.idempotencyKey)
    const { status = 200, body } = known ?? answer?.(asking) ?? notThere
    if (asking.idempotencyKey !== undefined) kept.set(asking.idempotencyKey, { status, body })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (call: string, with_: StripeAnswer) => answers.set(call, with_),
    reset: () => {
      asked.length = 0
      kept.clear()
      answers.clear()
    },
    close: () => new Promise<void>(done => server.close(() => done())),
  }
}

const notThere = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } } }

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
