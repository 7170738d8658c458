import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { tellError } from './told-error.ts'

/** The one way of everything that the server has to say to who runs it. */
export type Log = FastifyBaseLogger

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * A line of JSON for each thing that is said, on standard output. Whatever error is given to it is told without what people wrote
 * (`tellError`); nobody logs bodies, values or addresses (decision 095).
 */
export const openLog = (level: LogLevel, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined, err: errorOf },
      hooks: {
        logMethod([first, ...rest], method) {
          method.apply(this, [told(first), ...rest] as Parameters<typeof method>)
        },
      },
    },
    ...(destination === undefined ? [] : [destination]),
  )

/** Fastify and others hand over errors by themselves, some in an object; pino would take their message for the line's. */
const told = (said: unknown): unknown => {
  if (said instanceof Error) return { err: tellError(said) }
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, errorOf(value)]))
}

const errorOf = (value: unknown): unknown => (value instanceof Error ? tellError(value) : value)

export const silentLog: Log = openLog('silent')
