import { setTimeout as sleep } from 'node:timers/promises'
import type { ProxyAnswer, ProxyCaller } from './proxy-caller.ts'

/** How often a server is asked at the most. */
const mostTries = 60

/**
 * Asks over HTTP, and again when the server said that it had no core for a file (503 with Retry-After), as clients do: nothing was changed.
 * Any other answer is the caller's to judge, also a 503 of a proxy, of a server that goes, or for another cause. `init.body` is nothing that
 * is used up.
 */
export const askAgain = async (url: string, init: RequestInit = {}): Promise<Response> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url, init)
    const seconds = busyFor({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      text: answer.status === 503 ? await answer.clone().text() : '',
    })
    if (seconds === null || tries === mostTries) return answer
    await sleep(seconds * 1_000)
  }
}

/** The same through a proxy. */
export const askProxyAgain = async (caller: Pick<ProxyCaller, 'ask'>, ...request: Parameters<ProxyCaller['ask']>): Promise<ProxyAnswer> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await caller.ask(...request)
    const seconds = busyFor({ status: answer.status, retryAfter: answer.headers['retry-after'], text: answer.text })
    if (seconds === null || tries === mostTries) return answer
    await sleep(seconds * 1_000)
  }
}

/** What `readersBusy` of limited-work.ts says. */
const readersBusy = 'ほかのファイルを処理しています。'

/** In how many seconds whoever got this answer may ask again because no file could be read; null where it said nothing of the kind. */
const busyFor = ({ status, retryAfter, text }: { status: number; retryAfter: unknown; text: string }): number | null =>
  status === 503 && text.includes(readersBusy) && Number(retryAfter) > 0 ? Number(retryAfter) : null
