import type { IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { ClientActor, SessionActor } from '@toguchi/domain/access/actor'
import { searchLabels } from '@toguchi/domain/http/fields'
import type { BodyOf, Contract, Endpoint, KindsOf, ParamsOf, QueryOf, ResponseOf, Schema } from '@toguchi/domain/http/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { repeatedRequestOf, wasAnswered } from './answered-requests.ts'
import type { Db } from '../database/database.ts'
import { clientNumberOf, clientNumberOfSession } from '../database/part-of-client.ts'
import { clientOf, type Guest, identify, type Session } from './identity.ts'
import { readLagging, worksForAll } from './lagging-reads.ts'
import { noteWrite } from './last-write.ts'
import type { Platform } from '../platform.ts'
import { duringRequest, nameCaller } from '../observing/request-work.ts'
import { forbidden, notFound, Problem, signInFirst } from './problem.ts'
import { discardAll, parseNested, readMultipart, type Uploads } from './uploads.ts'
import { uuid } from './uuid.ts'
import { violationsOf } from '../database/violations.ts'

/** What a handler gets: everything about the request, the open transaction, and nothing global. */
export interface Context<K extends string, E> {
  /** One of those whom the endpoint's `access` lets in; only some of them carry a `ClientId`. */
  actor: Extract<E extends { scope: 'platform' } ? Guest | SessionActor : ClientActor, { kind: KindsOf<E> }>
  /** The transaction, read-only for GET: bound to the client; for platform endpoints to none, and begun by the first statement. */
  db: Db
  params: ParamsOf<K>
  query: QueryOf<E>
  body: BodyOf<E>
  files: Uploads
  /** The moment of the request. */
  now: Date
  platform: Platform
  session: Session | null
  request: { ip: string; host: string | undefined; headers: IncomingHttpHeaders; rawBody: unknown }
  /** Adds headers to the answer: tokens of a sign-in, a download's name. */
  setHeaders(headers: Record<string, string>): void
}

type MaybePromise<T> = T | Promise<T>
type Handler<K extends string, E> = (context: Context<K, E>) => MaybePromise<ResponseOf<E> | RawAnswer>

/** What is known of a request before a multipart body is read. */
export type UploadRequest<K extends string, E> = Pick<Context<K, E>, 'actor' | 'db' | 'params' | 'query' | 'platform' | 'now' | 'request'>

/**
 * What answers an endpoint that takes files. `mayUpload` throws (`notFound`, `forbidden`) unless the caller may write at this place; it is
 * asked in a read-only transaction of its own, before the first byte of a multipart body is taken in (review M4). The answer asks again:
 * between the two somebody else may have been faster.
 */
export interface UploadHandler<K extends string, E> {
  mayUpload: (request: UploadRequest<K, E>) => MaybePromise<unknown>
  answer: Handler<K, E>
}

export type Answers<C extends Contract> = {
  [K in keyof C & string]: C[K] extends { upload: unknown } ? UploadHandler<K, C[K]> : Handler<K, C[K]>
}

type AnyHandler = (context: never) => unknown

/** A slice's endpoints with what answers them; a missing one does not compile. */
export interface Slice {
  contract: Contract
  answers: Record<string, AnyHandler | { mayUpload: AnyHandler; answer: AnyHandler }>
}

/** For endpoints whose `access` is all there is to ask: what they write belongs to the caller's client, or is made by this call. */
export const whoeverMayKnock = (): void => undefined
export const answers = <const C extends Contract>(contract: C, handlers: Answers<C>): Slice => ({ contract, answers: handlers })

/** An answer that is not JSON: a file with its headers, or a redirect. */
export class RawAnswer {
  readonly send: (reply: FastifyReply) => unknown
  constructor(send: (reply: FastifyReply) => unknown) {
    this.send = send
  }
}

/** No contract nests half as deep; walking what has no end would use the stack up. */
const deepest = 20

/**
 * Where a text hides that no column can take (NUL, half a surrogate pair), in a body or query of any depth (review F1): the database would
 * refuse it long after, as a fault of ours.
 */
const findUnusable = (input: unknown, path: readonly (string | number)[] = []): readonly (string | number)[] | null => {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed() ? path : null
  if (typeof input !== 'object' || input === null) return null
  if (path.length >= deepest) throw new Problem(422, 'too_deep', '送信内容の入れ子が深すぎます。')
  for (const [key, value] of Object.entries(input)) {
    const inside = [...path, Array.isArray(input) ? Number(key) : key]
    const unusable = findUnusable(key) ?? findUnusable(value, inside)
    if (unusable) return unusable.length === 0 ? inside : unusable
  }
  return null
}

const parse = (schema: Schema | undefined, input: unknown): unknown => {
  if (!schema) return undefined
  const unusable = findUnusable(input)
  if (unusable) throw violationsOf([{ code: 'custom', path: [...unusable], message: 'は使用できない文字を含んでいます', input: undefined }])
  const result = z.core.safeParse(schema, input ?? {}, { reportInput: true })
  if (result.success) return result.data
  throw violationsOf(result.error.issues)
}

/** Bytes of a form: a login id and a password. */
const formBodyLimit = 16 * 1024

/** Path parameters by their names; a malformed id is a row that does not exist (D-13). */
const readParams = (input: unknown): Record<string, number | string> =>
  Object.fromEntries(
    Object.entries(input as Record<string, string>).map(([name, value]) => {
      if (name === 'id' || name.endsWith('_id')) {
        if (!/^[1-9]\d{0,14}$/.test(value)) throw notFound()
        return [name, Number(value)]
      }
      if (name.endsWith('uuid') && !uuid.test(value)) throw notFound()
      if (!value.isWellFormed() || value.includes('\0')) throw notFound()
      return [name, value]
    }),
  )

/** Everything between the socket and the handler, the same for every endpoint: who is it, may they knock, parse, transaction, answer. */
const mountOne = (app: FastifyInstance, platform: Platform, key: string, endpoint: Endpoint, slot: Slice['answers'][string]) => {
  const { mayUpload, answer } = typeof slot === 'function' ? { mayUpload: undefined, answer: slot } : slot
  const [method = 'GET', path = ''] = key.split(' ')
  const scope = endpoint.scope ?? 'client'
  if (scope === 'client' && endpoint.access({ kind: 'guest' })) throw new Error(`${key}: a guest has no client`)
  if (endpoint.mayLag === true && (method !== 'GET' || endpoint.ownTransactions === true)) throw new Error(`${key}: it cannot lag`)
  const { strategies } = endpoint
  const opensBeforePasswordChange = endpoint.beforePasswordChange ?? endpoint.access({ kind: 'guest' })

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    // A guest's endpoint must answer whatever stale token the browser still sends.
    const identity = await identify(platform, request, reply, strategies)
    nameCaller(request, identity.actor, clientNumberOfSession(identity.actor))
    if (!endpoint.access(identity.actor)) throw identity.session ? forbidden() : signInFirst()
    if (identity.session?.passwordChangeRequired && !opensBeforePasswordChange) throw forbidden('はじめにパスワードを変更してください。')
    const params = readParams(request.params)
    let files: Uploads = {}
    try {
      const isMultipart = request.isMultipart()
      if (isMultipart && !mayUpload) throw new Problem(415, 'not_an_upload', 'この操作ではファイルを受け付けていません。')
      // Whoever has no session was sent away: endpoints of a client admit no guest.
      const inClient = scope === 'client' && identity.session ? await clientOf(platform, request, reply, identity.session) : null
      const actor = inClient ?? identity.actor
      if (inClient) nameCaller(request, inClient, clientNumberOf(inClient))
      const knock = {
        actor,
        params,
        query: parse(endpoint.query, request.query),
        now: platform.now(),
        platform,
        request: { ip: request.ip, host: request.headers.host, headers: request.headers, rawBody: request.body },
      }
      let body: unknown = request.body
      if (isMultipart) {
        const ask = async (db: Db) => (mayUpload as (context: unknown) => unknown)({ ...knock, db })
        await (inClient ? platform.pool.read(clientNumberOf(inClient), ask) : platform.pool.whenUsed('read', ask))
        const multipart = await readMultipart(platform, request, endpoint.upload === true ? {} : endpoint.upload)
        files = multipart.files
        body = multipart.body
      }
      const context = {
        ...knock,
        body: parse(endpoint.body, body),
        files,
        session: identity.session,
        setHeaders: (headers: Record<string, string>) => void reply.headers(headers),
      }
      const mode = method === 'GET' ? 'read' : 'write'
      // Whoever has transactions of their own knows a repeated request themselves: an upload by its uuid (D-05).
      const repeated = mode === 'write' && endpoint.ownTransactions !== true ? repeatedRequestOf(request.headers, key) : null
      const run = async (db: Db) => {
        if (repeated !== null && inClient && (await wasAnswered(db, inClient, repeated, context.now))) return answeredBefore
        return (answer as (context: unknown) => unknown)({ ...context, db })
      }
      const onPrimary = () =>
        inClient && endpoint.ownTransactions !== true
          ? platform.pool[mode](clientNumberOf(inClient), run)
          : platform.pool.whenUsed(mode, run)
      const { session } = identity
      const lags = endpoint.mayLag === true && session !== null && worksForAll(actor)
      const done = lags ? readLagging(platform, session, inClient && clientNumberOf(inClient), run, onPrimary) : onPrimary()
      const mayHaveWritten = session !== null && worksForAll(actor) && (mode === 'write' || endpoint.tellsOfWork === true)
      // Also where it failed: what has transactions of its own may have committed some.
      const result = await done.finally(() => (mayHaveWritten ? noteWrite(platform, session) : undefined))
      if (result instanceof RawAnswer) return await result.send(reply)
      if (platform.settings.checkAnswers) compareWithContract(key, endpoint, result)
      // A long text that is not Latin would be encoded twice: to count its bytes, and piece by piece on its way out.
      const bytes = Buffer.from(JSON.stringify(result))
      return await reply
        .code(endpoint.status ?? 200)
        .type('application/json; charset=utf-8')
        // What was answered to one person is kept by no proxy and no shared computer.
        .header('cache-control', 'private, no-store')
        .send(bytes)
    } catch (error) {
      if (error instanceof Problem) throw new LabelledProblem(error, { ...searchLabels, ...endpoint.labels })
      throw error
    } finally {
      await discardAll(platform, files)
    }
  }
  const handler = (request: FastifyRequest, reply: FastifyReply) => duringRequest(request, () => handle(request, reply))
  const route: RouteOptions = { method, url: path, handler, exposeHeadRoute: false }
  if (!endpoint.rawBody && !endpoint.formBody) return void app.route(route)
  app.register(async inside => {
    if (endpoint.formBody) {
      inside.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: formBodyLimit },
        (_request, body, done) => done(null, parseNested(String(body))),
      )
      return void inside.route(route)
    }
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    inside.route(route)
  })
}

/** What a request hears that arrives once more: its first answer was not kept. */
export const answeredBefore = new RawAnswer(reply =>
  reply.code(200).header('idempotency-replayed', 'true').send({ message: '受付済みです。' }),
)

/** A problem together with the names of the fields of the endpoint that met it. */
export class LabelledProblem extends Error {
  readonly problem: Problem
  readonly labels: Readonly<Record<string, string>>
  constructor(problem: Problem, labels: Readonly<Record<string, string>>) {
    super(problem.message)
    this.problem = problem
    this.labels = labels
  }
}

const compareWithContract = (key: string, endpoint: Endpoint, result: unknown) => {
  const sent: unknown = JSON.parse(JSON.stringify(result))
  const checked = z.core.safeParse(endpoint.response, sent)
  if (!checked.success) throw new Error(`${key}: the answer is not what the contract says: ${JSON.stringify(checked.error.issues)}`)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(checked.data)), sent))
    throw new Error(`${key}: the answer has fields that the contract does not name`)
}

export const mount = (app: FastifyInstance, platform: Platform, { contract, answers: handlers }: Slice): void => {
  for (const [key, endpoint] of Object.entries(contract)) {
    const answer = handlers[key]
    if (!answer) throw new Error(`${key}: nothing answers it`)
    mountOne(app, platform, key, endpoint, answer)
  }
}
