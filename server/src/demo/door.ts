import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { openFileReader } from '../file-reader/file-reader.ts'
import { openSession } from '../accounts/accounts.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { openLive } from '../platform/live/live.ts'
import { type Observing, unobserved } from '../platform/observing/observing.ts'
import type { Platform } from '../platform/platform.ts'
import { connect } from '../platform/database/pool.ts'
import { noReplicas } from '../platform/database/replicas/replicas.ts'
import type { ServerSettings } from '../platform/settings.ts'
import { openStorage } from '../platform/files/open-storage.ts'
import { readEachSceneOnce } from './read-once.ts'

/** What the town's own sessions are called: they end with its building. */
export const demoUid = 'demo-town'

export interface Person {
  headers: Record<string, string>
}

export interface DemoFile {
  fileName: string
  bytes: Buffer
  contentType: string
  /** What the form calls it; `file` unless said. */
  field?: string
}

/** The application's own front door, for building the town: the same endpoints, rules and events as for everybody. */
export interface Door {
  platform: Platform
  /** Signs a person in without a password. */
  enter(
    strategy: 'user' | 'resident' | 'admin' | 'operator',
    clientId: ClientId | null,
    accountId: number,
    clientCode?: string,
  ): Promise<Person>
  call<R = Record<string, never>>(as: Person, method: string, url: string, body?: unknown): Promise<R>
  /** Sends a file with its fields, as a form named after the resource. */
  upload<R = unknown>(as: Person, url: string, resource: string, fields: Record<string, string>, file: DemoFile): Promise<R>
  photo(
    as: Person,
    url: string,
    resource: 'room_image' | 'common_area_image',
    fields: { position: string; timing: string; filming_at: string },
    picture: Buffer,
  ): Promise<unknown>
  /** What the town's clock says from now on. */
  setNow(at: Date): void
  close(): Promise<void>
}

/** Nothing is sent while the town is built: its mails are history. */
export const noJobs: Jobs = {
  enqueue: async () => undefined,
  work: async () => undefined,
  check: async () => undefined,
  close: async () => undefined,
}

/** Papers that the town asks for are made once its server works. */
export const onlyPapers = (jobs: Jobs): Jobs => ({
  ...jobs,
  enqueue: async (db, queue, data, options) => {
    if (queue === 'documents' || queue === 'archives') await jobs.enqueue(db, queue, data, options)
  },
})

/** How often a door that is busy (503) is knocked at. */
const mostTries = 30

export const openDoor = async (settings: ServerSettings, jobs: Jobs, observing: Observing = unobserved): Promise<Door> => {
  let now = new Date()
  const pool = connect(settings.databaseUrl, { max: 4, movedClock: () => now })
  const platform: Platform = {
    ...observing,
    settings: { ...settings, checkAnswers: false, webDir: null },
    pool,
    replicas: noReplicas,
    jobs,
    storage: await openStorage(settings),
    fileReader: readEachSceneOnce(openFileReader(settings.storageDir)),
    now: () => now,
    live: openLive(settings.databaseSessionUrl),
    shutdown: { isDraining: false },
  }
  const app: FastifyInstance = await buildApp(platform)

  const inject = async (as: Person, method: string, url: string, payload: string | Buffer | undefined, contentType: string) => {
    const ask = () =>
      app.inject({
        method: method as 'GET',
        url,
        headers: { ...as.headers, ...(payload === undefined ? {} : { 'content-type': contentType }) },
        ...(payload === undefined ? {} : { payload }),
      })
    let response = await ask()
    for (let tries = 1; response.statusCode === 503 && response.body.includes('"code":"busy"') && tries < mostTries; tries += 1) {
      // A machine that is busy with something else read no file in time: nothing was taken, and it is asked again when it says.
      await setTimeout(Number(response.headers['retry-after'] ?? 1) * 1000)
      response = await ask()
    }
    if (response.statusCode >= 400) throw new Error(`the demo town: ${method} ${url} → ${response.statusCode} ${response.body}`)
    return response.body
  }
  const upload: Door['upload'] = async (as, url, resource, fields, { fileName, bytes, contentType, field = 'file' }) => {
    const boundary = `file${randomUUID()}`
    const texts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${resource}[${name}]"\r\n\r\n${value}\r\n`,
    )
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${resource}[${field}]"; filename="${fileName}"\r\ncontent-type: ${contentType}\r\n\r\n`
    const form = Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return JSON.parse(await inject(as, 'POST', url, form, `multipart/form-data; boundary=${boundary}`)) as never
  }
  return {
    platform,
    async enter(strategy, clientId, accountId, clientCode) {
      const headers = await platform.pool.write(null, db => openSession(platform, db, { strategy, clientId, accountId }, demoUid))
      return { headers: { ...headers, ...(clientCode === undefined ? {} : { 'x-client-code': clientCode }) } }
    },
    async call(as, method, url, body) {
      return JSON.parse(await inject(as, method, url, body === undefined ? undefined : JSON.stringify(body), 'application/json')) as never
    },
    upload,
    photo: (as, url, resource, fields, picture) =>
      upload(as, url, resource, { uuid: randomUUID(), ...fields }, { fileName: 'photo.jpg', bytes: picture, contentType: 'image/jpeg' }),
    setNow(at) {
      now = at
    },
    async close() {
      await app.close()
      await jobs.close()
      await pool.close()
    },
  }
}
