import { sessionSubject } from '../session/credentials.ts'
import { isSame } from '../same.ts'
import type { Parts, ReadKey } from './request.ts'

/** A call and its input, as `send` takes them. */
export type EarlyRead = readonly [key: ReadKey, input?: Parts]

interface Asked {
  key: string
  input: Parts
  /** Whose session asked, and at which client's host. */
  subject: string
  code: string
  /** Milliseconds of the page's clock. */
  at: number
  answer: Promise<unknown>
}

/** Milliseconds after which an answer that nobody has taken is asked for again: on a slow line the code takes that long. */
const patience = 30_000

let waiting: Asked[] = []

/** Keeps what was asked before the page that reads it was there. */
export const keepEarly = (key: string, input: Parts, code: string, answer: Promise<unknown>): void => {
  // Whoever takes the answer hears of a failure; nobody else does.
  answer.catch(() => {})
  waiting.push({ key, input, subject: sessionSubject(), code, at: performance.now(), answer })
}

/** The answer to the same call of the same session at the same client, once; undefined where none was asked for early. */
export const takeEarly = (key: string, input: Parts, code: string): Promise<unknown> | undefined => {
  const isMeant = (each: Asked) => each.key === key && each.code === code && each.subject === sessionSubject() && isSame(each.input, input)
  const asked = waiting.find(each => isMeant(each) && performance.now() - each.at < patience)
  waiting = waiting.filter(each => each !== asked)
  return asked?.answer
}
