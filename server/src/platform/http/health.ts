import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppliedMigration, appliedMigrations, compareSchema } from '../database/applied-migrations.ts'
import type { Platform } from '../platform.ts'
import { withinPatience } from '../within-patience.ts'

/** Milliseconds for which one look answers everybody who asks: anybody may, and each look writes a file. */
const looksHold = 1_000
/** Milliseconds after which something that does not answer counts as not ready: whoever asks comes again in seconds. */
const patience = 3_000

/**
 * For whoever watches the process (docs/operation.md): it runs (`/healthz`), and it can serve (`/readyz`, 503 with what is missing, and
 * while it drains). `/readyz/node` is for balancers that take out who answers 503: a bucket that is away is away for every node alike, and
 * without it all but files goes on. Nothing personal, so nobody has to sign in.
 */
export const answerHealthChecks = (app: FastifyInstance, platform: Platform): void => {
  const quiet = (reply: FastifyReply) => reply.header('cache-control', 'no-store')
  app.get('/healthz', (_request, reply) => quiet(reply).type('text/plain; charset=utf-8').send('ok'))
  let look: { at: number; checks: Promise<Readiness> } | null = null
  const readinessOf =
    (...names: readonly CheckName[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const now = performance.now()
      if (look === null || now - look.at > looksHold)
        look = { at: now, checks: checkReadiness(platform, (name, error) => request.log.warn(error, `not ready: ${name}`)) }
      const checks = { running: platform.shutdown.isDraining ? ('failed' as const) : ('ok' as const), ...(await look.checks) }
      const isReady = names.every(name => checks[name] === 'ok')
      return quiet(reply)
        .code(isReady ? 200 : 503)
        .send({ status: isReady ? 'ok' : 'unavailable', checks })
    }
  const readiness = readinessOf(...nodeChecks, 'storage')
  app.get('/readyz', readiness)
  app.get('/readyz/node', readinessOf(...nodeChecks, ...(platform.settings.storage === 's3' ? [] : (['storage'] as const))))
  // Its earlier name: who still asks there must not be answered with a page.
  app.get('/ready', readiness)
}

/** What serving needs, by name. Why something fails stands in the log: whoever asks is nobody we know. */
type Readiness = Record<Exclude<CheckName, 'running'>, 'ok' | 'failed'>
type CheckName = 'running' | 'database' | 'migrations' | 'queue' | 'storage'
const nodeChecks = ['running', 'database', 'migrations', 'queue'] as const

const checkReadiness = async (
  { settings, pool, jobs, storage }: Platform,
  tell: (name: string, error: unknown) => void,
): Promise<Readiness> => {
  const check = (name: string, work: Promise<unknown>) => withinPatience(work, patience).then(...outcome(name, tell))
  const [database, migrated, queue, kept] = await Promise.all([
    check('database', pool.ask('select 1', [])),
    check('migrations', demandMigrations(pool, settings)),
    check('queue', jobs.check()),
    check('storage', writeAndForget(storage)),
  ])
  return { database, migrations: migrated, queue, storage: kept }
}

const outcome = (name: string, tell: (name: string, error: unknown) => void) =>
  [
    () => 'ok' as const,
    (error: unknown) => {
      tell(name, error)
      return 'failed' as const
    },
  ] as const

/** An older program runs beside a newer schema until that takes away what it uses; one that lacks what it was written for serves nothing. */
const demandMigrations = async (pool: Platform['pool'], { version, migrations }: Platform['settings']): Promise<void> => {
  const { missing, tooNew } = compareSchema({ version, migrations }, await pool.ask<AppliedMigration>(appliedMigrations, []))
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
  if (tooNew.length > 0) throw new Error(`newer than this program: ${tooNew.join(', ')}`)
}

const writeAndForget = async (storage: Platform['storage']): Promise<void> => {
  const staged = await storage.stage(Readable.from([Buffer.from('ready')]), { fileName: 'ready', contentType: 'text/plain' })
  await storage.discard(staged)
  await storage.check()
}
