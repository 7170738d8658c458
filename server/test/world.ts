import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { BodyInputOf, OperationKey, ParamsOf, QueryInputOf, ResponseOf } from '@toguchi/domain/http/endpoint'
import type { Api } from '@toguchi/domain/routes'
import qs from 'qs'
import { afterAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Db } from '../src/platform/database/database.ts'
import type { Jobs, Queue } from '../src/platform/jobs/jobs.ts'
import { openLive } from '../src/platform/live/live.ts'
import type { Platform } from '../src/platform/platform.ts'
import { connect, patienceOfWork } from '../src/platform/database/pool.ts'
import { noReplicas } from '../src/platform/database/replicas/replicas.ts'
import { type Observing, unobserved } from '../src/platform/observing/observing.ts'
import type { ServerSettings } from '../src/platform/settings.ts'
import { diskStorage } from '../src/platform/files/open-storage.ts'
import { installMailReader } from '../src/start/mail-reader.ts'
import { work } from '../src/work.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { migrationNames, migrationsFolder, programVersion } from '../src/migrate/migrations.ts'
import { loseField } from './lose-field.ts'
import { openPatientReader } from './patience.ts'
import { sendWaitingMessages } from './send-waiting-messages.ts'

const settings = (databaseUrl: string, storageDir: string): ServerSettings => ({
  mode: 'test',
  port: 0,
  databaseUrl,
  databaseSessionUrl: databaseUrl,
  databasePoolSize: 10,
  databaseReplicaUrls: [],
  replicaLagSeconds: 10,
  drainSeconds: 0,
  version: programVersion,
  migrations: migrationNames(migrationsFolder),
  host: '127.0.0.1',
  secretKey: 'a secret of the tests that is long enough',
  previousSecretKey: null,
  apiHostTemplate: 'http://{client}.localhost:3000',
  trustedProxies: null,
  storageDir,
  storage: 'disk',
  s3: null,
  publishedFilesDir: null,
  webDir: null,
  smtpUrl: null,
  mailFrom: 'toguchi@example.jp',
  sms: { carrier: 'outbox' },
  lineApiUrl: 'http://127.0.0.1:9',
  appName: 'トグチ',
  callCenterPhone: '0120-000-000',
  backOfficeOrderUrl: 'https://payments.example.jp/',
  payments: { adapter: 'sandbox' },
  operator: { name: null, address: null, representative: null },
  footerAbout: 'トグチは、建物の改修・点検工事を調整するためのシステムです。',
  footerSubsidy: '本システムは補助金を活用して作成されました。',
  chatbot: { allowedClientCodes: ['001', '002', '003'], gatewayUrl: null, gatewayPath: '/gateway/chatbot/messages', gatewayKey: null },
  craftsmanAppIosUrl: '',
  craftsmanAppAndroidUrl: '',
  allowedOrigins: [],
  secondFactor: 'off',
  logLevel: 'silent',
  metrics: null,
  tracesUrl: null,
  backupDir: null,
  testNow: null,
  mailReader: true,
  checkAnswers: true,
})

export interface Answer<R> {
  status: number
  body: R & { errors?: Record<string, string[]> & { full_messages?: string[] }; code?: string; message?: string }
  headers: Record<string, string | string[] | number | undefined>
  /** The answer as it came, when it is a file. */
  raw: Buffer
}

type Filled<K extends string, T> = [T] extends [undefined] ? { [P in K]?: never } : { [P in K]?: T }
type Params<K extends string> = keyof ParamsOf<K> extends never
  ? { params?: never }
  : { params: { [P in keyof ParamsOf<K>]: number | string } }
export type Input<K extends OperationKey & keyof Api> = Params<K> &
  Filled<'query', QueryInputOf<Api[K]>> &
  Filled<'body', BodyInputOf<Api[K]>> & { headers?: Record<string, string>; host?: string }

/** Whoever calls: the headers of a session, or nothing for a guest. */
export interface Caller {
  headers: Record<string, string>
}
export const guest: Caller = { headers: {} }

export interface World {
  platform: Platform
  /** The database as its owner, for what the application itself may not do. */
  ownerUrl: string
  /** Calls an endpoint through the whole application, with the contract's own types on both ends. */
  call<K extends OperationKey & keyof Api>(
    as: Caller,
    key: K,
    ...input: keyof ParamsOf<K> extends never ? [Input<K>?] : [Input<K>]
  ): Promise<Answer<ResponseOf<Api[K]>>>
  /** Sends anything at all: what no typed caller would send. */
  send(
    as: Caller,
    method: string,
    url: string,
    body?: string | Buffer,
    headers?: Record<string, string>,
    /** The address the caller calls from. */
    from?: string,
  ): Promise<Answer<Record<string, unknown>>>
  /** Reads or writes rows of a client directly, as factories do. */
  inClient<T>(clientId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /** Does the work that was enqueued so far. */
  runJobs(): Promise<void>
  /** Moves the clock of this world. */
  setNow(instant: string): void
}

/** The queue of the tests: what was enqueued is worked when the test says so. */
const collectingJobs = () => {
  const waiting: { queue: Queue; data: Record<string, unknown> }[] = []
  const jobs: Jobs = {
    enqueue: async (_db, queue, data) => void waiting.push({ queue, data }),
    work: async () => undefined,
    check: async () => undefined,
    close: async () => undefined,
  }
  return { jobs, waiting }
}

/** One application on a database of its own, for one test file; or on one that is given and was migrated by somebody else. */
export const openWorld = async (
  over: Partial<ServerSettings> = {},
  observing: Observing = unobserved,
  given?: FreshDatabase,
): Promise<World> => {
  const database = given ?? (await freshDatabase())
  const folder = await mkdtemp(path.join(os.tmpdir(), 'toguchi-test-'))
  let now: (() => Date) | undefined
  const clock = () => now?.() ?? new Date()
  if (over.mailReader !== false) await installMailReader(database.url)
  const pool = connect(database.appUrl, { movedClock: clock, tracer: observing.tracer, patience: patienceOfWork })
  const { jobs, waiting } = collectingJobs()
  const platform: Platform = {
    ...observing,
    settings: { ...settings(database.appUrl, folder), ...over },
    pool,
    replicas: noReplicas,
    jobs,
    now: clock,
    storage: diskStorage(folder),
    fileReader: openPatientReader(folder),
    live: openLive(database.appUrl),
    shutdown: { isDraining: false },
  }
  const app = await buildApp(platform)
  afterAll(async () => {
    await app.close()
    await pool.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const send: World['send'] = async (as, method, url, body, headers = {}, from) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...as.headers, ...headers },
      ...(body === undefined ? {} : { payload: body }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    })
    const answer: unknown = response.headers['content-type']?.toString().startsWith('application/json')
      ? loseField(JSON.parse(response.body))
      : {}
    return {
      status: response.statusCode,
      body: answer as Answer<Record<string, unknown>>['body'],
      headers: response.headers,
      raw: response.rawPayload,
    }
  }
  return {
    platform,
    ownerUrl: database.url,
    send,
    async call(as, key, input = {} as never) {
      const [method = '', template = ''] = key.split(' ')
      const {
        params = {},
        query,
        body,
        headers = {},
        host,
      } = input as { params?: Record<string, unknown>; query?: unknown; body?: unknown; headers?: Record<string, string>; host?: string }
      const path_ = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
      const search = query === undefined ? '' : `?${qs.stringify(query, { arrayFormat: 'brackets' })}`
      const sent = {
        ...headers,
        ...(host === undefined ? {} : { host }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }
      return (await send(as, method, path_ + search, body === undefined ? undefined : JSON.stringify(body), sent)) as never
    },
    inClient: (clientId, work_) => pool.write(clientId, work_),
    async runJobs() {
      const handlers = work(platform, () => sendWaitingMessages(platform))
      for (let job = waiting.shift(); job; job = waiting.shift()) await handlers[job.queue](job.data)
    },
    setNow(instant) {
      const moved = new Date(instant)
      now = () => new Date(moved)
    },
  }
}
