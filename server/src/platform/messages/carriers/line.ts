import { HTTPFetchError } from '@line/bot-sdk'
import type { Platform } from '../../platform.ts'
import { withinPatience } from '../../within-patience.ts'
import { lineClient, openLineChannel } from '../line-channels.ts'
import { type Carrier, NotTaken, type Receipt } from './carrier.ts'

/** The SDK waits for ever; a try that is given up here is repeated by its key, and arrives once. */
const patience = 30_000

/**
 * Push messages of the client's own official account. Taken is what LINE has accepted, now or at an earlier try of the same key: of whom
 * it reaches it says nothing, and who has blocked the account is told of by its webhook alone (decision 099).
 */
export const lineCarrier = (platform: Platform): Carrier => ({
  name: 'line',
  async deliver({ clientId, recipients: [to = ''], body, retryKey }) {
    if (clientId === null || retryKey === null) throw new NotTaken('a message by LINE belongs to a client', { code: null, isFinal: true })
    const channel = await platform.pool.read(clientId, db => openLineChannel(platform, db, clientId))
    if (!channel) throw new NotTaken('no official account is set up', { code: 'no_line_channel', isFinal: true })
    const push = lineClient(platform, channel).pushMessage({ to, messages: [{ type: 'text', text: body }] }, retryKey)
    return withinPatience(push, patience).then(
      ({ sentMessages }) => ({ carrierMessageId: sentMessages[0]?.id ?? null }),
      (error: unknown) => receiptOf(error),
    )
  },
  close() {},
})

/** 409 says that a try before this one was accepted; every other error is none of a receipt. */
const receiptOf = (error: unknown): Receipt => {
  if (error instanceof HTTPFetchError && error.status === 409) return { carrierMessageId: error.headers.get('x-line-accepted-request-id') }
  throw refusalOf(error)
}

/** https://developers.line.biz/en/reference/messaging-api/#error-responses */
const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof HTTPFetchError)) return brokenBy(error)
  const { status, body } = error
  const said = messageOf(body)
  // Whom no account of this provider knows: a user of another provider, or one that is no more.
  const isGone = status === 400 && (said === 'Failed to send messages' || body.includes('"property":"to"'))
  const code = isGone ? 'gone' : status === 429 && said.includes('monthly limit') ? 'monthly_limit' : String(status)
  // Of our account, its plan or the hour is everything but what is wrong with this message.
  return new NotTaken(`LINE answered ${status}: ${said}`, { code, isGone, isFinal: status === 400 || status === 413 })
}

/** What a broken connection is called is in the cause of what `fetch` throws. */
const brokenBy = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const cause: unknown = error.cause
  const code = typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string' ? cause.code : null
  return new NotTaken(error.message, { code: code ?? (error.message === 'no answer' ? 'ETIMEDOUT' : null), isFinal: false })
}

/** The `message` of an error body; the body itself holds whom it was for, and goes nowhere. */
const messageOf = (body: string): string => {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message).slice(0, 200) : ''
  } catch {
    return ''
  }
}
