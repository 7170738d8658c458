import { isBrokenOff } from '../database/database-outage.ts'
import { OpenWall } from '../database/database-walls.ts'

/** What the log says of an error. */
export interface ToldError {
  type: string
  message: string
  code?: string
  /** The connection was broken off, or there was none (`isBrokenOff`): the log says such a line once a minute. */
  broken_off?: true
  /** Missing where `broken_off`: it would say who noticed it, and as often as that is. */
  stack?: string
  /** What led to it, or what it is made of. */
  causes?: ToldError[]
}

/** An error whose causes go round must end somewhere. */
const deepest = 4

/**
 * An error as it may stand in a log: its kind and its way through the program, and nothing of what people wrote. PostgreSQL quotes values
 * in its texts, mail servers name the addressee, parsers what they could not read (decision 095).
 */
export const tellError = (error: unknown, depth = 0): ToldError => {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersonalData(String(error)) }
  const type = error.constructor.name
  const message = messageOf(error)
  const code = 'code' in error ? String(error.code) : ''
  const parts = [...(error instanceof AggregateError ? error.errors : []), ...(error.cause === undefined ? [] : [error.cause])]
  return {
    type,
    message,
    ...(/^[\w.]{1,40}$/.test(code) ? { code } : {}),
    ...(isBrokenOff(error) ? { broken_off: true } : { stack: [`${type}: ${message}`, ...framesOf(error)].join('\n') }),
    ...(parts.length === 0 || depth === deepest ? {} : { causes: parts.map(part => tellError(part, depth + 1)) }),
  }
}

/** The same for a terminal. */
export const describeError = (error: unknown): string => {
  const { stack, message, causes = [] } = tellError(error)
  return [stack ?? message, ...causes.map(cause => `[cause] ${cause.stack ?? cause.message}`)].join('\n')
}

const framesOf = ({ stack = '' }: Error): string[] =>
  stack.split('\n').filter(line => /^\s+at .*(:\d+:\d+\)?|<anonymous>\)?|native\)?)$/.test(line))

/** The sentence of an open wall is ours and names logins alone; what PostgreSQL says is told by its names for it. */
const messageOf = (error: Error): string => {
  if (error instanceof OpenWall) return error.message
  return 'severity' in error && 'routine' in error ? databaseMessage(error) : withoutPersonalData(error.message)
}

/** Names of the schema, none of which holds a value. */
const namesInDatabase = ['table', 'constraint', 'column', 'dataType', 'routine']

/** What a code of PostgreSQL says of the connection, in every language; not why: 57P01 is a stop as well as one `pg_terminate_backend`. */
const connectionMessages: Readonly<Record<string, string>> = {
  '57P01': 'the database ended the connection',
  '57P02': 'the database ended the connection after a crash',
  '57P03': 'the database takes no connections now',
}

const databaseMessage = (error: Error): string =>
  connectionMessages[textOf(error, 'code') ?? ''] ??
  ['database', textOf(error, 'code'), ...namesInDatabase.map(name => textOf(error, name, name))].filter(part => part !== null).join(', ')

const textOf = (error: Error, name: string, before = ''): string | null => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? `${before} ${value}`.trimStart() : null
}

/**
 * A text that somebody else made, without what could be of a person: addresses, numbers as long as a telephone's, tokens and codes, what
 * stands in quotes, and every word that is not Latin.
 */
const withoutPersonalData = (text: string): string =>
  text
    .replaceAll(/\S+@\S+/g, '<mail>')
    .replaceAll(/\b([a-z]+:\/\/)[^\s/]+[^\s]*/gi, '$1<address>')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '<quoted>')
    .replaceAll(/(?=[\w-]*[\dA-Z])[\w-]{20,}/g, '<token>')
    .replaceAll(/\+?\d(?:[\s()-]*\d){5,}/g, '<number>')
    .replaceAll(/[^\p{ASCII}\u00A0-\u024F\u2010-\u2027]+/gu, '<text>')
    .slice(0, longest)

/** Of the last words of a process, say. */
const longest = 1_000
