import { sessionSubject } from '../session/credentials.ts'
import { isSame } from '../same.ts'
import type { AnswerOf, Parts, ReadKey } from './request.ts'

/** A call and its input, as `send` takes them. */
export type EarlyRead = readonly [key: ReadKey, input?: Parts]

interface Asked {
  key: string
  input: Parts
  /** Whose session asked, and at which host. */
  subject: string
  base: string
  /** Milliseconds of the page's clock. */
  at: number
  answer: Promise<unknown>
}

/** Milliseconds after which an answer that nobody has taken is asked for again: on a slow line the code takes that long. */
const patience = 30_000

let waiting: Asked[] = []

/** Keeps what was asked before the page that reads it was there. */
export const keepEarly = (key: string, input: Parts, base: string, answer: Promise<unknown>): void => {
  const asked: Asked = { key, input, subject: sessionSubject(), base, at: performance.now(), answer }
  waiting.push(asked)
  // A failure is nobody's news: whoever reads asks again, by then perhaps as somebody who has signed in.
  answer.catch(() => (waiting = waiting.filter(each => each !== asked)))
}

/** What one session has read is nobody else's. */
export const forgetEarly = (): void => {
  waiting = []
}

/** The answer to the same call of the same session at the same host, once; undefined where none was asked for early. */
export const takeEarly = (key: string, input: Parts, base: string): Promise<unknown> | undefined => {
  const isMeant = (each: Asked) => each.key === key && each.base === base && each.subject === sessionSubject() && isSame(each.input, input)
  const asked = waiting.find(each => isMeant(each) && performance.now() - each.at < patience)
  waiting = waiting.filter(each => each !== asked)
  return asked?.answer
}

/** The same of a call without an input, left where it is for the page that takes it; undefined where nobody asked for it. */
export const earlyAnswer = <K extends ReadKey>(key: K): Promise<AnswerOf<K>> | undefined =>
  waiting.find(each => each.key === key && each.subject === sessionSubject())?.answer as Promise<AnswerOf<K>> | undefined
