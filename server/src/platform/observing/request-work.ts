import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionActor } from '@toguchi/domain/access/actor'
import type { FastifyRequest } from 'fastify'
import type { Span } from './tracer.ts'

/** What is known of a piece of work, a request or a job, when its line is written. */
export interface Work {
  /** Trips to the database so far, `begin` and `commit` among them. */
  statements: number
  /** Who asked, by kind and id; null: a guest. */
  actor: { kind: SessionActor['kind']; id: number } | null
  client: number | null
  span: Span
}

const works = new AsyncLocalStorage<Work>()

export const beginWork = (span: Span): Work => ({ statements: 0, actor: null, client: null, span })

/** Does something as part of a piece of work: what it sends to the database is counted to it. */
export const during = <T>(work: Work, run: () => T): T => works.run(work, run)

/** The piece of work under way here; null outside of any. */
export const currentWork = (): Work | null => works.getStore() ?? null

export const countStatement = (): void => {
  const work = works.getStore()
  if (work) work.statements += 1
}

const ofRequests = new WeakMap<FastifyRequest, Work>()

export const keepWork = (request: FastifyRequest, work: Work): void => void ofRequests.set(request, work)
export const workOf = (request: FastifyRequest): Work | null => ofRequests.get(request) ?? null

/** Handles a request as the work that began with it. */
export const duringRequest = <T>(request: FastifyRequest, run: () => T): T => {
  const work = ofRequests.get(request)
  return work ? during(work, run) : run()
}

/** Who it is that asks, as soon as it is known: once by the session, and again with the client that an admin chose. */
export const nameCaller = (
  request: FastifyRequest,
  actor: { kind: SessionActor['kind']; id: number } | { kind: 'guest' },
  client: number | null,
): void => {
  const work = ofRequests.get(request)
  if (!work || actor.kind === 'guest') return
  work.actor = { kind: actor.kind, id: actor.id }
  work.client = client
}
