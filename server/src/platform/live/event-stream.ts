import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { LivePace } from './live.ts'

/** One message of a stream; `data` goes out as JSON. */
export interface StreamEvent {
  name: string
  data: unknown
  /** What the reader names when it comes again (Last-Event-ID). */
  id?: string
}

export interface EventStream {
  send(event: StreamEvent): void
  end(): void
  /** Aborted when the reader has left, was sent away, or the stream has lived its time. */
  gone: AbortSignal
}

/** Milliseconds after which a reader should come again. */
const comeAgainAfter = 1_000

/**
 * Answers with server-sent events (text/event-stream) that nothing on the way may hold back. It lives for a while, gives signs of life, and
 * sends readers away who do not read: what they miss they learn when they come again.
 */
export const answerWithEvents = (reply: FastifyReply, pace: LivePace): EventStream => {
  const gone = new AbortController()
  const body = new Readable({ read: () => undefined })
  const write = (text: string) => {
    if (gone.signal.aborted) return
    body.push(text)
    if (body.readableLength > pace.unreadBytes) body.destroy()
  }
  const end = () => {
    if (!gone.signal.aborted) body.push(null)
    gone.abort()
  }
  const heartbeat = setInterval(() => write(':\n\n'), pace.heartbeat)
  // Streams that began together, after a restart, do not all end together.
  const life = setTimeout(end, pace.streamLife * (0.9 + Math.random() / 10))
  gone.signal.addEventListener('abort', () => {
    clearInterval(heartbeat)
    clearTimeout(life)
  })
  body.on('close', () => gone.abort())
  body.on('error', () => undefined)
  void reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // nginx keeps answers back until they are worth a packet.
      'x-accel-buffering': 'no',
    })
    .send(body)
  write(`retry: ${comeAgainAfter}\n\n`)
  return {
    send: ({ name, data, id }) => write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
    gone: gone.signal,
  }
}
