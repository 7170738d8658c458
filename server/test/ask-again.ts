import { setTimeout as sleep } from 'node:timers/promises'
import type { ProxyAnswer, ProxyCaller } from './proxy-caller.ts'
import type { Answer } from './world.ts'

/**
 * Asks over HTTP, and again when the server said that it is busy (503 with Retry-After and the code `busy`), as clients do: nothing was
 * changed. Any other answer is the caller's to judge, also a 503 of a proxy or of a server that goes. `init.body` is nothing that is used up.
 */
export const askAgain = async (url: string, init: RequestInit = {}): Promise<Response> => {
  for (;;) {
    const answer = await fetch(url, init)
    const seconds = busyFor({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      text: answer.status === 503 ? await answer.clone().text() : '',
    })
    if (seconds === null) return answer
    await sleep(seconds * 1_000)
  }
}

/** The same through a proxy. */
export const askProxyAgain = async (caller: Pick<ProxyCaller, 'ask'>, ...request: Parameters<ProxyCaller['ask']>): Promise<ProxyAnswer> => {
  for (;;) {
    const answer = await caller.ask(...request)
    const seconds = busyFor({ status: answer.status, retryAfter: answer.headers['retry-after'], text: answer.text })
    if (seconds === null) return answer
    await sleep(seconds * 1_000)
  }
}

/** The same of an endpoint of a world, and where somebody has waited for their turn for too long (429): whoever has to ask again is told when. */
export const askWorldAgain = async <R>(ask: () => Promise<Answer<R>>): Promise<Answer<R>> => {
  for (;;) {
    const answer = await ask()
    const seconds = Number(answer.headers['retry-after'] ?? 0)
    if (![429, 503].includes(answer.status) || seconds === 0) return answer
    await sleep(seconds * 1_000)
  }
}

/** In how many seconds whoever got this answer may ask again because the server was busy; null where it said nothing of the kind. */
const busyFor = ({ status, retryAfter, text }: { status: number; retryAfter: unknown; text: string }): number | null =>
  status === 503 && text.includes('"code":"busy"') && Number(retryAfter) > 0 ? Number(retryAfter) : null
