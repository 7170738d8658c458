import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import qs from 'qs'

export interface TwilioRequest {
  path: string
  authorization: string | undefined
  /** As the API names them: To, From, MessagingServiceSid, Body, StatusCallback. */
  form: Record<string, string>
}
/** An error as https://www.twilio.com/docs/usage/twilios-response describes it. */
export interface TwilioError {
  status: number
  code: number
  message: string
}

/**
 * Twilio's messages as far as the tests go: `POST /2010-04-01/Accounts/{AccountSid}/Messages.json` answers 201 with the message resource
 * of its API description (the SDK's `MessageResource`), or with the error it is told to give for a number.
 */
export const openTwilioApi = async () => {
  const asked: TwilioRequest[] = []
  const errors = new Map<string, TwilioError>()
  const server = createServer(async (request, response) => {
    const form = qs.parse(await textOf(request)) as Record<string, string>
    const path = (request.url ?? '').split('?')[0] ?? ''
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const account = /^\/2010-04-01\/Accounts\/(AC[0-9a-f]{32})\/Messages\.json$/.exec(path)?.[1]
    if (request.method !== 'POST' || account === undefined)
      return answer(404, { code: 20404, message: 'not found', more_info: 'https://www.twilio.com/docs/errors/20404', status: 404 })
    asked.push({ path, authorization: request.headers.authorization, form })
    const error = errors.get(form['To'] ?? '')
    if (error) return answer(error.status, { ...error, more_info: `https://www.twilio.com/docs/errors/${error.code}` })
    const sid = sidOf(asked.length)
    return answer(201, {
      account_sid: account,
      api_version: '2010-04-01',
      body: form['Body'],
      date_created: 'Sun, 22 Nov 2026 01:00:00 +0000',
      date_sent: null,
      date_updated: 'Sun, 22 Nov 2026 01:00:00 +0000',
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: form['From'] ?? null,
      messaging_service_sid: form['MessagingServiceSid'] ?? null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: 'USD',
      sid,
      status: 'queued',
      subresource_uris: { media: `/2010-04-01/Accounts/${account}/Messages/${sid}/Media.json` },
      to: form['To'],
      uri: `/2010-04-01/Accounts/${account}/Messages/${sid}.json`,
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: (to: string, error: TwilioError) => errors.set(to, error),
    reset: () => {
      asked.length = 0
      errors.clear()
    },
    close: () => new Promise<void>(done => server.close(() => done())),
  }
}

/** SM and 32 hexadecimal digits, in the order they were given out. */
const sidOf = (count: number) => `SM${String(count).padStart(32, '0')}`

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
