import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { ownSessionsRoutes } from './accounts/own-sessions.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { staffsRoutes } from './accounts/staffs.ts'
import { keysRoutes } from './answers/keys-routes.ts'
import { answersRoutes } from './answers/routes.ts'
import { constructionsRoutes } from './constructions/routes.ts'
import { contractorsRoutes } from './contractors/routes.ts'
import { buildingsRoutes } from './buildings/routes.ts'
import { mastersRoutes } from './masters/routes.ts'
import { optionsRoutes } from './options/routes.ts'
import { clientsRoutes } from './clients/routes.ts'
import { LabelledProblem, mount, type Slice } from './platform/mount.ts'
import type { Platform } from './platform/platform.ts'
import { Problem, Unauthorized } from './platform/problem.ts'
import { parseNested } from './platform/uploads.ts'
import { serveWeb } from './platform/web.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { documentFilesRoutes } from './documents/file-routes.ts'
import { documentsRoutes } from './documents/routes.ts'
import { ordersRoutes } from './orders/routes.ts'
import { ownOrdersRoutes } from './orders/own-routes.ts'
import { paymentsRoutes } from './payments/routes.ts'
import { photosRoutes } from './photos/routes.ts'
import { roomsRoutes } from './rooms/routes.ts'
import { residentsRoutes } from './residents/routes.ts'
import { scheduleLiveRoutes } from './schedule/live/routes.ts'
import { planningRoutes } from './schedule/planning-routes.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { spreadsheetsRoutes } from './spreadsheets/routes.ts'
import { zipcodesRoutes } from './zipcodes/routes.ts'

/** Every slice of the API, in reading order. */
const slices: readonly Slice[] = [
  accountsRoutes,
  ownSessionsRoutes,
  secondFactorRoutes,
  clientsRoutes,
  buildingsRoutes,
  scheduleRoutes,
  planningRoutes,
  scheduleLiveRoutes,
  roomsRoutes,
  answersRoutes,
  keysRoutes,
  photosRoutes,
  documentsRoutes,
  documentFilesRoutes,
  dashboardRoutes,
  supportRoutes,
  zipcodesRoutes,
  staffsRoutes,
  constructionsRoutes,
  contractorsRoutes,
  mastersRoutes,
  optionsRoutes,
  residentsRoutes,
  ordersRoutes,
  ownOrdersRoutes,
  paymentsRoutes,
  spreadsheetsRoutes,
]

const serverError = 'サーバーエラーが発生しました。しばらく経ってから再度お試しください。'
const megabyte = 1024 * 1024

/** The whole application: the API of every slice and, beside it, the built web. It does not listen yet. */
export const buildApp = async (platform: Platform): Promise<FastifyInstance> => {
  const { settings } = platform
  const app = Fastify({
    logger: settings.mode === 'test' ? false : { level: 'warn' },
    bodyLimit: 4 * megabyte,
    trustProxy: settings.trustedProxies ?? false,
    routerOptions: { querystringParser: text => parseNested(text), maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // An address that is no URL never reaches a route, nor the error handler.
    frameworkErrors: (_error, _request, reply: FastifyReply) => void reply.code(400).send(unreadable(400).body()),
  })
  app.removeContentTypeParser('text/plain')
  const origin = (settings.apiHostTemplate.includes('{client}') ? settings.apiHostTemplate.replace('{client}', '*') : "'self'").replace(
    /\/$/,
    '',
  )
  await app.register(helmet, {
    // The pages talk to the hosts of the clients, and show pictures that they made themselves.
    contentSecurityPolicy: {
      useDefaults: true,
      directives: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", origin],
        imgSrc: ["'self'", 'data:', 'blob:', origin],
        styleSrc: ["'self'", "'unsafe-inline'"],
        frameSrc: ["'self'", 'blob:', origin],
        // Automatic arrangement computes in a worker, with a solver in WebAssembly; that word allows no other code than this.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: settings.apiHostTemplate.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  await app.register(multipart)
  answerOtherOrigins(app, platform)
  sayWhatWentWrong(app)
  for (const slice of slices) mount(app, platform, slice)
  // Streams would keep the port open for as long as they like.
  app.addHook('preClose', () => platform.live.close())
  await serveWeb(app, settings)
  return app
}

/** CORS of G-API-08: pages of one of our hosts may call another of them; tokens travel in headers, never in cookies. */
const answerOtherOrigins = (app: FastifyInstance, { settings }: Platform) => {
  const pattern = settings.apiHostTemplate.includes('{client}')
    ? new RegExp(
        `^${settings.apiHostTemplate
          .replace(/\/$/, '')
          .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
          .replace('{client}', '[a-z0-9]+')}$`,
      )
    : null
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    if (!settings.allowedOrigins.includes(origin) && !pattern?.test(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      vary: 'origin',
      'access-control-expose-headers': 'access-token, client, uid, token-type, expiry, content-disposition',
    })
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
      'access-control-allow-headers': 'access-token, client, uid, token-type, authorization, content-type, x-client-code, last-event-id',
      'access-control-max-age': '7200',
    })
    await reply.code(204).send()
  })
}

const unreadable = (status: number) =>
  new Problem(status, 'unreadable', status === 413 ? '送信されたデータが大きすぎます。' : '送信された内容を読み取れませんでした。')

/** One place turns what was thrown into the specification's error body; nothing unexpected leaks its reason. */
const sayWhatWentWrong = (app: FastifyInstance) => {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { retryAfterSeconds } = error instanceof LabelledProblem ? error.problem : error instanceof Problem ? error : {}
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (error instanceof LabelledProblem) return reply.code(error.problem.status).send(error.problem.body(error.labels))
    if (error instanceof Problem) return reply.code(error.status).send(error.body())
    if (error instanceof Unauthorized) return reply.code(401).send(error.answer)
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return reply.code(status).send(unreadable(status).body())
    request.log.error(error)
    return reply.code(500).send(new Problem(500, 'internal', serverError).body())
  })
}
