import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/http/problem.ts'

/** Milliseconds: whoever waits longer on a telephone's screen has gone. */
const patience = 8_000
const longestAnswer = 2_000
const mostSuggestions = 5

export interface OutsideAnswer {
  answer: string
  suggestions: string[]
}

const failed = () => {
  const sentence = 'チャットボットに接続できませんでした。'
  return new Problem(502, 'gateway_failed', sentence, {}, { message: sentence })
}

/**
 * Asks the outside service (G-CHAT-04): it is sent `{session_id, message}` and no token of ours, an id that is good for nothing here and a
 * text without anything personal. Throws 502 when it does not answer in time, or not in its form.
 */
export const askOutside = async (
  { settings: { chatbot } }: Platform,
  asked: { session_id: string; message: string },
): Promise<OutsideAnswer> => {
  const body = await fetch(`${chatbot.gatewayUrl ?? ''}${chatbot.gatewayPath}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(chatbot.gatewayKey === null ? {} : { authorization: `Bearer ${chatbot.gatewayKey}` }),
    },
    body: JSON.stringify(asked),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
    .then(response => (response.ok ? response.json() : null))
    .catch(() => null)
  return readAnswer(body)
}

const readAnswer = (body: unknown): OutsideAnswer => {
  if (typeof body !== 'object' || body === null || !('answer' in body) || typeof body.answer !== 'string') throw failed()
  const answer = usable(body.answer)
  if (answer === '') throw failed()
  const offered = 'suggestions' in body && Array.isArray(body.suggestions) ? body.suggestions : []
  return {
    answer,
    suggestions: offered
      .filter(one => typeof one === 'string')
      .map(usable)
      .filter(Boolean)
      .slice(0, mostSuggestions),
  }
}

/** As a column takes it, and no longer than a panel shows. */
const usable = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim().slice(0, longestAnswer)
