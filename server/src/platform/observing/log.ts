import { hash } from 'node:crypto'
import { inspect } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { tellError } from './told-error.ts'

/** The one way of everything that the server has to say to who runs it. */
export type Log = FastifyBaseLogger

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * A line of JSON for each thing that is said, on standard output. Whatever error is given to it is told without what people wrote
 * (`tellError`); nobody logs bodies, values or addresses (decision 095).
 */
export const openLog = (level: LogLevel, destination?: DestinationStream): Log => {
  const repetitions = countRepetitions()
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined, err: errorOf },
      hooks: {
        logMethod([first, ...rest], method, level) {
          const line = told(first)
          const say = (said: unknown) => method.apply(this, [said, ...rest] as Parameters<typeof method>)
          if (!isBrokenOffLine(line)) return say(line)
          const leftOut = repetitions(keyOf(line, [level, boundOf(this), rest]))
          if (leftOut !== null) say(leftOut === 0 ? line : { ...line, left_out: leftOut })
        },
      },
    },
    ...(destination === undefined ? [] : [destination]),
  )
}

type Line = Readonly<Record<string, unknown>>

/**
 * Whether a line may be held back: each connection notices that the database has gone, and the sender of messages looks for it every second
 * until it is back. A line that measures (`milliseconds`) is the one line of its request or job, and stands in any case.
 */
const isBrokenOffLine = (line: unknown): line is Line => {
  if (typeof line !== 'object' || line === null || !('err' in line) || 'milliseconds' in line) return false
  const { err } = line
  return typeof err === 'object' && err !== null && 'broken_off' in err
}

/** What makes two lines the same: all that they say, as short as a digest. Fastify's request and answer are said by no line. */
const keyOf = ({ req: _request, res: _answer, ...said }: Line, about: unknown): string =>
  hash('sha256', inspect([said, about], { depth: null, maxArrayLength: null, maxStringLength: null, customInspect: false }))

/** What a child logger adds; not the request's id, as the requests of one outage say the same. */
const boundOf = (logger: Logger): unknown => {
  const { request_id: _id, reqId: _fastifysId, ...bound } = logger.bindings()
  return bound
}

/** How long the same line about a connection is not said again, in milliseconds. */
const quietFor = 60_000
/** More of them are all said, and none is remembered until one of these is over. */
const mostRemembered = 1_000

/** Says of a line how many like it were left out before it; null: it was said within the last minute, and is left out itself. */
const countRepetitions = () => {
  // Whatever was said longest ago stands first.
  const lines = new Map<string, { saidAt: number; leftOut: number }>()
  return (key: string): number | null => {
    const now = performance.now()
    const known = lines.get(key)
    if (known && now - known.saidAt < quietFor) {
      known.leftOut += 1
      return null
    }
    lines.delete(key)
    const [oldest] = lines
    if (lines.size >= mostRemembered && oldest && now - oldest[1].saidAt >= quietFor) lines.delete(oldest[0])
    if (lines.size < mostRemembered) lines.set(key, { saidAt: now, leftOut: 0 })
    return known?.leftOut ?? 0
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
