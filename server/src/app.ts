import { setImmediate } from 'node:timers/promises'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { ownSessionsRoutes } from './accounts/sessions/own-sessions.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { craftsmanLinksRoutes } from './accounts/craftsman-links/craftsman-links-routes.ts'
import { joinedAccountsRoutes } from './accounts/joins/joined-accounts-routes.ts'
import { secondFactorRoutes } from './accounts/second-factor/second-factor-routes.ts'
import { platformAccountsRoutes } from './accounts/platform-accounts/platform-accounts.ts'
import { staffsRoutes } from './accounts/staffs/staffs.ts'
import { keysRoutes } from './keys/routes.ts'
import { answersRoutes } from './answers/routes.ts'
import { calendarFeedsRoutes } from './calendar-feeds/routes.ts'
import { chatbotRoutes } from './chatbot/routes.ts'
import { legalTextsRoutes } from './legal-texts/routes.ts'
import { completionBooksRoutes } from './completion-books/routes.ts'
import { completionReportsRoutes } from './completion-reports/routes.ts'
import { constructionsRoutes } from './constructions/routes.ts'
import { contractorsRoutes } from './contractors/routes.ts'
import { buildingsRoutes } from './buildings/routes.ts'
import { mastersRoutes } from './masters/routes.ts'
import { optionsRoutes } from './options/routes.ts'
import { clientLineRoutes } from './clients/line-routes.ts'
import { clientsRoutes } from './clients/routes.ts'
import { clientTermsRoutes } from './client-terms/routes.ts'
import { isOutage } from './platform/database/database-outage.ts'
import { OpenWall } from './platform/database/database-walls.ts'
import { answerHealthChecks } from './platform/http/health.ts'
import { LabelledProblem, mount, type Slice } from './platform/http/mount.ts'
import { observeRequests } from './platform/observing/observe-requests.ts'
import type { Platform } from './platform/platform.ts'
import { busy, Problem, Unauthorized } from './platform/http/problem.ts'
import { discardRestOfBodies } from './platform/http/rest-of-body.ts'
import { parseNested } from './platform/http/uploads.ts'
import { inlineScriptHashes, serveWeb } from './platform/http/web.ts'
import { adminDashboardRoutes } from './dashboard/platform/admin-dashboard.ts'
import { platformInformationsRoutes } from './dashboard/platform/platform-informations.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { messagesRoutes } from './messages/routes.ts'
import { documentFilesRoutes } from './documents/routes.ts'
import { lettersRoutes } from './printing/letters/routes.ts'
import { printingRoutes } from './printing/routes.ts'
import { ordersRoutes } from './orders/routes.ts'
import { carryOutOrderDecisions } from './orders/orders.ts'
import { ownOrdersRoutes } from './orders/own-routes.ts'
import { paymentsRoutes } from './orders/payments/payment-routes.ts'
import { photoArchivesRoutes } from './photo-archives/routes.ts'
import { boardReportsRoutes } from './board-reports/routes.ts'
import { filingsRoutes } from './filings/routes.ts'
import { photoLedgersRoutes } from './photo-ledgers/routes.ts'
import { photosRoutes } from './photos/routes.ts'
import { handInsRoutes } from './photos/hand-ins/hand-ins-routes.ts'
import { roomsRoutes } from './rooms/routes.ts'
import { takeReplyOnTheWay } from './rooms/rooms.ts'
import { absencesRoutes } from './rooms/absences/absences-routes.ts'
import { visitsRoutes } from './rooms/visits/visits-routes.ts'
import { earlierRoutes } from './residents/earlier/earlier-routes.ts'
import { residentLineRoutes } from './residents/line/line-routes.ts'
import { residentsListRoutes } from './residents/list/list-routes.ts'
import { residentsRoutes } from './residents/routes.ts'
import { liveChangesRoutes } from './live-changes/routes.ts'
import { freeFrame } from './schedule/schedule.ts'
import { scheduleLiveRoutes } from './schedule/live/routes.ts'
import { planningRoutes } from './schedule/planning/planning-routes.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { spreadsheetsRoutes } from './spreadsheets/routes.ts'
import { zipcodesRoutes } from './zipcodes/routes.ts'

/** Every slice of the API, in reading order. */
const slices: readonly Slice[] = [
  accountsRoutes,
  ownSessionsRoutes,
  joinedAccountsRoutes,
  craftsmanLinksRoutes,
  secondFactorRoutes,
  clientsRoutes,
  clientLineRoutes,
  clientTermsRoutes,
  buildingsRoutes,
  scheduleRoutes(carryOutOrderDecisions),
  planningRoutes,
  scheduleLiveRoutes,
  liveChangesRoutes,
  roomsRoutes({ carryOut: carryOutOrderDecisions, freeFrame }),
  absencesRoutes,
  visitsRoutes,
  completionReportsRoutes,
  completionBooksRoutes,
  answersRoutes(carryOutOrderDecisions),
  keysRoutes,
  calendarFeedsRoutes,
  chatbotRoutes,
  legalTextsRoutes,
  messagesRoutes(takeReplyOnTheWay),
  photosRoutes,
  handInsRoutes,
  photoArchivesRoutes,
  photoLedgersRoutes,
  boardReportsRoutes,
  filingsRoutes,
  printingRoutes,
  lettersRoutes,
  documentFilesRoutes,
  dashboardRoutes,
  adminDashboardRoutes,
  platformInformationsRoutes,
  supportRoutes,
  zipcodesRoutes,
  staffsRoutes,
  platformAccountsRoutes,
  constructionsRoutes,
  contractorsRoutes,
  mastersRoutes,
  optionsRoutes,
  residentsRoutes,
  residentsListRoutes,
  earlierRoutes,
  residentLineRoutes,
  ordersRoutes,
  ownOrdersRoutes,
  paymentsRoutes,
  spreadsheetsRoutes,
]

const serverError = 'サーバーエラーが発生しました。しばらく経ってから再度お試しください。'
const megabyte = 1024 * 1024
/** Milliseconds. A photo of 20 MB from a cellar takes minutes; who sends a request's head drop by drop is no phone. */
const requestPatience = 300_000
const headersPatience = 20_000

/** The whole application: the API of every slice and, beside it, the built web. It does not listen yet. */
export const buildApp = async (platform: Platform): Promise<FastifyInstance> => {
  const { settings } = platform
  const app = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 4 * megabyte,
    trustProxy: settings.trustedProxies ?? false,
    routerOptions: { querystringParser: text => parseNested(text), maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // Whoever still asks while the process ends is answered like everybody: nobody else may have heard the question.
    return503OnClosing: false,
    requestTimeout: requestPatience,
    http: { headersTimeout: headersPatience },
    // An address that is no URL never reaches a route, nor the error handler.
    frameworkErrors: (_error, _request, reply: FastifyReply) => void reply.code(400).send(unreadable(400).body()),
  })
  observeRequests(app, platform)
  endConnectionsWhenDraining(app, platform)
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
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(await inlineScriptHashes(settings.webDir))],
        workerSrc: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: settings.apiHostTemplate.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  await app.register(multipart)
  discardRestOfBodies(app)
  answerOtherOrigins(app, platform)
  sayWhatWentWrong(app)
  answerHealthChecks(app, platform)
  if (settings.trustedProxies === null) warnOfUnnamedProxy(app)
  for (const slice of slices) mount(app, platform, slice)
  // Streams would keep the port open for as long as they like.
  app.addHook('preClose', () => platform.live.close())
  app.addHook('preClose', () => letInWhoKnocked(app))
  app.addHook('onClose', async () => {
    // What the queues are doing may need a file read to its end.
    await platform.jobs.close()
    await platform.fileReader.close()
  })
  await serveWeb(app, settings)
  return app
}

/**
 * A proxy keeps connections for its next requests. While the process drains each answer ends its own, so that none is left when the port
 * closes: a question that meets a closing connection is lost, and of a write nobody knows whether it came (docs/operation.md, "Upgrade").
 */
const endConnectionsWhenDraining = (app: FastifyInstance, { shutdown }: Platform) =>
  app.addHook('onRequest', async (_request, reply) => {
    if (shutdown.isDraining) reply.header('connection', 'close')
  })

/**
 * Last before the port closes, which sends away whoever waits in its queue: goes round until a round, in which the port was looked at, has
 * brought nobody.
 */
const letInWhoKnocked = async ({ server }: FastifyInstance) => {
  let hasKnocked = false
  const knock = () => (hasKnocked = true)
  server.on('connection', knock)
  // To the end of a round that may have looked already.
  await setImmediate()
  do {
    hasKnocked = false
    await setImmediate()
  } while (hasKnocked)
  server.off('connection', knock)
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
      'access-control-expose-headers': 'access-token, client, uid, token-type, expiry, content-disposition, x-client-status',
    })
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
      'access-control-allow-headers':
        'access-token, client, uid, token-type, authorization, content-type, x-client-code, last-event-id, idempotency-key, device-time',
      'access-control-max-age': '7200',
    })
    await reply.code(204).send()
  })
}

/** Behind a proxy that the settings do not name everybody has the proxy's address, and shares its limits: said once. */
const warnOfUnnamedProxy = (app: FastifyInstance) => {
  let isSaid = false
  app.addHook('onRequest', async request => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    app.log.warn(
      `${request.ip} から X-Forwarded-For が届きましたが、TRUSTED_PROXIES に指定されていません。プロキシのアドレスを TRUSTED_PROXIES に指定してください。(A proxy that TRUSTED_PROXIES does not name.)`,
    )
  })
}

const unreadable = (status: number) =>
  new Problem(status, 'unreadable', status === 413 ? '送信されたデータが大きすぎます。' : '送信された内容を読み取れませんでした。')

/** One place turns what was thrown into the specification's error body; nothing unexpected leaks its reason. */
const sayWhatWentWrong = (app: FastifyInstance) => {
  const sendProblem = (reply: FastifyReply, problem: Problem, labels: Readonly<Record<string, string>> = {}) => {
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
    return reply.code(problem.status).send(problem.body(labels))
  }
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof LabelledProblem) return sendProblem(reply, error.problem, error.labels)
    if (error instanceof Problem) return sendProblem(reply, error)
    if (error instanceof Unauthorized) return reply.code(401).send(error.answer)
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return reply.code(status).send(unreadable(status).body())
    if (isOutage(error) || error instanceof OpenWall) {
      request.log.error(error, 'the database cannot answer')
      return sendProblem(reply, busy())
    }
    request.log.error(error, 'unexpected')
    return reply.code(500).send(new Problem(500, 'internal', serverError).body())
  })
}
