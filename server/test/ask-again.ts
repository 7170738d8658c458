import { setTimeout as sleep } from 'node:timers/promises'
import type { ProxyAnswer, ProxyCaller } from './proxy-caller.ts'
import type { Answer } from './world.ts'

/** How often somebody asks at the most. */
const mostTries = 60

/** Asks, and again as long as the answer says in how many seconds; what comes then, or at last, is the caller's to judge. */
const askUntil = async <A>(ask: () => Promise<A>, secondsOf: (answer: A) => number | Promise<number>): Promise<A> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    const seconds = await secondsOf(answer)
    if (!(seconds > 0) || tries === mostTries) return answer
    await sleep(seconds * 1_000)
  }
}

/**
 * Asks over HTTP, and again when the server said that it is busy (503 with Retry-After and the code `busy`), as clients do: nothing was
 * changed. A 503 of a proxy, or of a server that goes, is none of these. `init.body` is nothing that is used up.
 */
export const askAgain = (url: string, init: RequestInit = {}): Promise<Response> =>
  askUntil(
    () => fetch(url, init),
    async answer =>
      answer.status === 503 && (await answer.clone().text()).includes('"code":"busy"') ? Number(answer.headers.get('retry-after')) : 0,
  )

/** What `readersBusy` of limited-work.ts says. */
const readersBusy = 'ほかのファイルを処理しています。'

/** The same through a proxy, where no other cause is allowed than that a file found no core. */
export const askProxyAgain = (caller: Pick<ProxyCaller, 'ask'>, ...request: Parameters<ProxyCaller['ask']>): Promise<ProxyAnswer> =>
  askUntil(
    () => caller.ask(...request),
    ({ status, headers, text }) => (status === 503 && text.includes(readersBusy) ? Number(headers['retry-after']) : 0),
  )

/** The same of an endpoint of a world, and where somebody has waited for their turn for too long (429): whoever has to ask again is told when. */
export const askWorldAgain = <R>(ask: () => Promise<Answer<R>>): Promise<Answer<R>> =>
  askUntil(ask, ({ status, headers }) => ([429, 503].includes(status) ? Number(headers['retry-after'] ?? 0) : 0))
