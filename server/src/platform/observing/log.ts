import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { type ToldError, tellError } from './told-error.ts'

/** The one way of everything that the server has to say to who runs it. */
export type Log = FastifyBaseLogger

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * A line of JSON for each thing that is said, on standard output. Whatever error is given to it is told without what people wrote
 * (`tellError`); nobody logs bodies, values or addresses (decision 095).
 */
export const openLog = (level: LogLevel, destination?: DestinationStream): Log => {
  const isRepeated = repetitions()
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined, err: errorOf },
      hooks: {
        logMethod([first, ...rest], method) {
          const said = told(first)
          if (!isRepeated(said, rest[0])) method.apply(this, [said, ...rest] as Parameters<typeof method>)
        },
      },
    },
    ...(destination === undefined ? [] : [destination]),
  )
}

/** How long the same line about somebody who went away is not said again, in milliseconds. */
const quietFor = 60_000

/**
 * Tells lines that were said within the last minute: each connection notices that the database has gone, and the sender of messages looks for
 * it every second until it is back. Lines of errors that are told with their way through the program are all of them said.
 */
const repetitions = () => {
  const saidAt = new Map<string, number>()
  return (said: unknown, about: unknown): boolean => {
    if (typeof said !== 'object' || said === null || !('err' in said)) return false
    const err = said.err as Partial<ToldError>
    if (err.stack !== undefined) return false
    const line = JSON.stringify([err.code, err.message, about])
    const now = performance.now()
    if (now - (saidAt.get(line) ?? -Infinity) < quietFor) return true
    for (const [other, at] of saidAt) if (now - at >= quietFor) saidAt.delete(other)
    saidAt.set(line, now)
    return false
  }
}

/** Fastify and others hand over errors by themselves, some in an object; pino would take their message for the line's. */
const told = (said: unknown): unknown => {
  if (said instanceof Error) return { err: tellError(said) }
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, errorOf(value)]))
}

const errorOf = (value: unknown): unknown => (value instanceof Error ? tellError(value) : value)

export const silentLog: Log = openLog('silent')
