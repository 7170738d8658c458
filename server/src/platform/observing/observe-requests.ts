import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginWork, keepWork, type Work, workOf } from './request-work.ts'
import type { Observing } from './observing.ts'

/** As proxies make them: a UUID, or as many letters and digits. Anything else could be what a person wrote. */
const requestId = /^[A-Za-z0-9-]{16,64}$/
/** Asked every few seconds by machines: they would fill the log. */
const quietRoutes: readonly string[] = ['/healthz', '/readyz', '/readyz/node']

/**
 * Gives every request an id, which its answer carries, and writes one line when it is over: who by kind and id, which route, how long and
 * with how many trips to the database. The address itself stands nowhere, for addresses hold codes and names that were searched for.
 */
export const observeRequests = (app: FastifyInstance, { log, meter, tracer }: Observing): void => {
  app.addHook('onRequest', async (request, reply) => {
    const isProxied = isFromTrustedProxy(request)
    const given = request.headers['x-request-id']
    request.id = isProxied && typeof given === 'string' && requestId.test(given) ? given : randomUUID()
    request.log = reply.log = log.child({ request_id: request.id })
    reply.header('x-request-id', request.id)
    const { traceparent } = request.headers
    const span = tracer.begin('request', {
      kind: 'server',
      traceparent: isProxied && typeof traceparent === 'string' ? traceparent : undefined,
    })
    keepWork(request, beginWork(span))
  })
  app.addHook('onResponse', async (request, reply) => {
    const work = workOf(request)
    if (work) tellRequest(meter, request, reply, work)
  })
}

const tellRequest = (meter: Observing['meter'], request: FastifyRequest, reply: FastifyReply, work: Work): void => {
  const { method } = request
  const route = routeOf(request)
  const status = reply.statusCode
  const { statements, actor, client, span } = work
  const line = { client, actor, method, route, status, milliseconds: Math.round(reply.elapsedTime), statements }
  const isQuiet = quietRoutes.includes(route) || (route === pages && status < 400)
  request.log[isQuiet ? 'debug' : 'info'](line, 'request')
  // A stream lasts as long as somebody looks on: its time says nothing.
  if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
    meter.request({ method, route, status }, reply.elapsedTime / 1_000)
  span.end(
    `${method} ${route}`,
    { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, 'db.statements': statements },
    status >= 500,
  )
}

/** Whatever is no endpoint: pages, their files, and addresses that lead nowhere. */
const pages = 'pages'
const routeOf = ({ is404, routeOptions: { url = pages } }: FastifyRequest): string =>
  is404 || !/^\/(api|gateway|calendars|r|healthz|readyz)(\/|$)/.test(url) ? pages : url

/** Whether the settings name who sent this: only then it says where from, in which trace and under which id (TRUSTED_PROXIES). */
const isFromTrustedProxy = ({ ips = [] }: FastifyRequest): boolean => ips.length > 1
