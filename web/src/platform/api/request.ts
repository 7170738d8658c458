import type { BodyInputOf, OperationKey, ParamsOf, QueryInputOf, ResponseOf } from '@toguchi/domain/http/endpoint'
import type { Api } from '@toguchi/domain/routes'
import { type Caller, clientOfHost, destination } from './api-host.ts'
import { chosenClient, endedClient, forgetChosenClient, hasSessionEnded, renewSession, sessionHeaders } from '../session/credentials.ts'
import { t } from '../i18n.ts'
import { carriesAnswers, carryingMark } from '../offline/carries.ts'
import { type EarlyRead, keepEarly, takeEarly } from './early-reads.ts'
import { eitherSignal } from './either-signal.ts'
import { begin, end } from '../overlay/overlay.ts'
import { holdsFile, multipart, searchOf } from './rails-form.ts'
import { toast } from '../toast.ts'

/** Every endpoint by its name: `'GET /api/buildings/:id'`. */
export type Key = keyof Api & OperationKey
export type ReadKey = Extract<Key, `GET ${string}`>
export type WriteKey = Exclude<Key, ReadKey>
export type AnswerOf<K extends Key> = ResponseOf<Api[K]>

/** Absent when the endpoint has no such part, optional when all of it is. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : [keyof NonNullable<T>] extends [never]
    ? unknown
    : Partial<T> extends T
      ? { [P in Name]?: T }
      : { [P in Name]: T }
type Files<E> = E extends { upload: unknown } ? { files?: Readonly<Record<string, Blob>> } : unknown
/** What a call is given: `params`, `query`, `body`, each only where the endpoint has it; `files` under their Rails names. */
export type InputOf<K extends Key> = Part<'params', ParamsOf<K>> &
  Part<'query', QueryInputOf<Api[K]>> &
  Part<'body', BodyInputOf<Api[K]>> &
  Files<Api[K]>
export type InputArguments<K extends Key> = Partial<InputOf<K>> extends InputOf<K> ? [input?: InputOf<K>] : [input: InputOf<K>]

export interface SendOptions {
  /** No loading indicator: look-ups while typing, polling, background refreshes (G-API-14). */
  silent?: boolean
  /** Shown by the loading overlay: 「保存しています…」 (G-LAY-07). */
  message?: string
  signal?: AbortSignal
  /** By the server or not at all: what this device carries does not stand in for it. */
  fresh?: boolean
  /** Told the server's answer where what this device carries stood in for it meanwhile. */
  late?: (answer: unknown) => void
  /** Told that the server refused what stood in for it meanwhile: it is not to be shown any longer. Nobody else hears of it. */
  refused?: () => void
  /** By the session of another account of the same person, at its own company (D-40); its failures are told by the caller. */
  as?: OtherAccount
  /** What carries the request instead of `fetch`: `tellingProgress` for uploads. */
  transport?: Transport
  /**
   * Who tells the person about a failure. `page` (the default): toast, session expiry and /404 as specification section 8 says.
   * `page_except_conflicts`: the same, but a 409 is left to the calling page, which shows what it conflicts with.
   * `caller`: the calling page shows the list of errors itself; expiry, `message` of a 401, 404 and 500 stay as they are.
   * `caller_offline_too`: the same, and that nothing got through is the calling page's to say as well.
   * `nobody`: nothing at all (sign-out, start).
   */
  errors?: 'page' | 'page_except_conflicts' | 'caller' | 'caller_offline_too' | 'nobody'
}

/** An account whose session this browser holds beside the signed-in one's. */
export interface OtherAccount {
  /** `accountNameOf` its company and uid: what is read by it is kept under this. */
  account: string
  caller: Caller
  headers: () => Record<string, string>
  /** Takes over a renewed token, if `sentToken` is still the one there is. */
  renewed: (answer: Headers, sentToken: string | null) => void
  /** Tries once more by another session where the server does not know this one (401). */
  trying?: <Answer>(go: () => Promise<Answer>) => Promise<Answer>
}

/** What `fetch` is to this file. */
export type Transport = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: FormData | string; signal?: AbortSignal },
) => Promise<Response>

/** What the server said no with. `fields` goes under the inputs, `fullMessages` into the toast. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly fullMessages: readonly string[]
  /** The whole answer, for what an endpoint adds to it (the free frames of a 409). */
  readonly answer: unknown

  constructor(status: number, answer: unknown) {
    const { code, fields, fullMessages } = readError(status, answer)
    super(fullMessages.join('\n') || `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.fullMessages = fullMessages
    this.answer = answer
  }

  /** No answer came, or one of what stands before the server. */
  get isUnreachable(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504 && this.code === null)
  }

  /** A server that is busy (503) or has no room left (507) says so itself; any other 5xx is a fault that knows no reason. */
  get saysWhyNot(): boolean {
    return (this.status === 503 || this.status === 507) && this.code !== null
  }
}

/** devise's `unauthenticated`: tells an expired session from wrong credentials (G-ERR-01). */
export const unauthorizedText = 'ログインもしくはアカウント登録してください。'

/** What the client of the API leaves to the application. */
export interface Surroundings {
  caller: () => Caller | null
  /** The template of G-API-01; empty for a single host. */
  hostTemplate: string
  /** `wrote`: what heard of it was to write something. */
  expired: (wrote: boolean) => void
  missing: () => void
  /** The company that an admin or operator had chosen is none to work in any longer; its choice is taken back already. */
  clientLost?: (sentence: string) => void
}

let surroundings: Surroundings = { caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} }
export const connect = (next: Surroundings): void => {
  surroundings = next
}

/** Goes where a session that has ended leads, as the person says so. */
export const endSession = (): void => surroundings.expired(false)

/** Calls one endpoint. Rejects with an `ApiError`, about which the person has already been told unless `errors` says otherwise. */
export const send = async <K extends Key>(key: K, ...parts: [...InputArguments<K>, options?: SendOptions]): Promise<AnswerOf<K>> => {
  const [input, options] = parts as unknown as [Parts?, SendOptions?]
  return (await call(key, input, options)) as AnswerOf<K>
}

/** The same for callers that know the endpoint's name only at run time: the strategies of the session. */
export const call = async (key: string, input: Parts = {}, options: SendOptions = {}): Promise<unknown> => {
  const { silent = false, message, signal, transport, as } = options
  if (!silent) begin(message)
  // What will be asked instead of the server is fetched while that is tried.
  if (!navigator.onLine && isCarried(key)) void keptAnswers().catch(() => {})
  // Another account of the same person may go on before the answer is there.
  const account = as?.account ?? localStorage.getItem(carryingMark)
  const at = Date.now()
  try {
    const early = transport === undefined && as === undefined ? takeEarly(key, input, baseFor(key, surroundings.caller())) : undefined
    const asked = early ?? request(key, input, signal, transport, as)
    const carried = isCarried(key) && options.fresh !== true ? await carriedSoon(asked, at, key, input, account, options) : undefined
    if (carried !== undefined) return carried
    const answer = await asked
    if (isCarried(key))
      void keptAnswers()
        .then(({ keepAnswer }) => keepAnswer(key, input, answer, account, at))
        .catch(() => {})
    toast.done(actionOf(key, input))
    return answer
  } catch (error) {
    return await insteadOfFailed(error, key, input, account, options)
  } finally {
    if (!silent) end()
  }
}

/** What this device carries instead of an answer that failed; where that is nothing the person is told, and it fails. */
const insteadOfFailed = async (
  error: unknown,
  key: string,
  input: Parts,
  account: string | null,
  options: SendOptions,
): Promise<unknown> => {
  if (!(error instanceof ApiError)) throw error
  if (isCarried(key)) {
    // Where even what stands in for the server has not arrived yet, the failure is the server's.
    const kept = await keptAnswers().then(
      ({ insteadOf }) => insteadOf(error, key, input, account, options),
      () => undefined,
    )
    if (kept !== undefined) return kept
  }
  tellFailure(error, key, input, account, options)
  throw isSignedOut(error) && !key.startsWith('GET ') ? new ApiError(401, { errors: [t('error.signed_out')] }) : error
}

const isSignedOut = ({ status, fullMessages }: ApiError): boolean => status === 401 && fullMessages[0] === unauthorizedText

const tellFailure = (error: ApiError, key: string, input: Parts, account: string | null, options: SendOptions): void => {
  const { as, errors = as === undefined ? 'page' : 'nobody' } = options
  // The end of another account's session is not the signed-in one's, nor is that of an account which somebody has left since it asked.
  const isTheirs = error.status !== 401 || (as === undefined && account === localStorage.getItem(carryingMark))
  if (isTheirs) reportError(error, errors, key, input)
}

/**
 * Sends reads whose answers the page's own `send` takes over when its code has come; nobody is told of a failure before that. `caller`: who
 * it will turn out to be, if the address of the page says so already; the answer is nobody else's.
 */
export const readEarly = (reads: readonly EarlyRead[], caller: Caller | null = surroundings.caller()): void => {
  const as: OtherAccount = { account: '', caller: caller ?? { role_id: 0 }, headers: sessionHeaders, renewed: renewSession }
  for (const [key, input = {}] of reads)
    keepEarly(key, input, baseFor(key, caller), request(key, input, undefined, undefined, caller === null ? undefined : as))
}

/** The client, or `www`, on whose host this page was opened; null where one host serves everybody. */
export const hostClient = (): string | null => clientOfHost({ template: surroundings.hostTemplate, origin: location.origin })

/** The host that a call goes to. */
const baseFor = (key: string, caller: Caller | null): string => {
  const { hostTemplate: template } = surroundings
  return destination(key.slice(key.indexOf('/')), caller, chosenClient()?.cd ?? null, { template, origin: location.origin }).base
}

/** Only a craftsman's phone carries answers, and only it downloads what keeps them. */
const isCarried = (key: string): boolean => key.startsWith('GET ') && carriesAnswers()
const keptAnswers = () => import('../offline/kept-answers.ts')

/** What stands in for a server that takes long; undefined once it has answered, or where nothing does. */
const carriedSoon = (
  asked: Promise<unknown>,
  at: number,
  ...about: [key: string, input: Parts, account: string | null, options: SendOptions]
) => {
  const nothing = () => undefined
  const carried = keptAnswers().then(({ insteadOfWaiting }) => insteadOfWaiting(asked, at, ...about), nothing)
  const soon = Promise.race([asked.then(nothing, nothing), carried])
  void soon.then(kept => (kept === undefined ? undefined : asked.catch(error => refusedLate(error, ...about)))).catch(nothing)
  return soon
}

/**
 * A refusal that comes late is one all the same: what stood in for the answer goes. But another page may stand by then, with a form half
 * filled in, so that only the end of the session is anybody's but the asker's.
 */
const refusedLate = async (error: unknown, key: string, input: Parts, account: string | null, options: SendOptions): Promise<void> => {
  if (!(error instanceof ApiError)) return
  const { insteadOf, isEndOfRight } = await keptAnswers()
  await insteadOf(error, key, input, account, options)
  if (error.status === 401 && options.as === undefined) tellFailure(error, key, input, account, options)
  else if (isEndOfRight(error)) options.refused?.()
}

/** Any endpoint's input. */
export interface Parts {
  params?: Record<string, string | number>
  query?: object
  body?: unknown
  files?: Readonly<Record<string, Blob>>
}

const request = async (
  key: string,
  parts: Parts,
  signal: AbortSignal | undefined,
  transport?: Transport,
  as?: OtherAccount,
): Promise<unknown> => {
  // A server that hangs would keep the craftsman's page waiting, and with it one of the browser's few lines, for ever.
  const limit = isCarried(key) ? AbortSignal.timeout(readLimit.milliseconds) : undefined
  const both = limit !== undefined && signal !== undefined ? eitherSignal(limit, signal) : (limit ?? signal)
  const go = () => ask(key, parts, both, transport, as)
  try {
    const response = await (as?.trying?.(go) ?? go())
    const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
    limit?.throwIfAborted()
    return answer
  } catch (error) {
    throw limit?.aborted === true && signal?.aborted !== true ? new ApiError(0, null) : error
  }
}

/** Milliseconds after which a read of a craftsman's phone has failed; tests shorten it. */
export const readLimit = { milliseconds: 15_000 }

let isDisowned = false
/** Another tab went on as somebody else: from this document nothing is asked or written any more. */
export const disown = (): void => {
  isDisowned = true
}

/** One call and its bare answer; rejects with an `ApiError`, and tells nobody. */
export const ask = async (
  key: string,
  { params = {}, query = {}, body, files = {} }: Parts,
  signal: AbortSignal | undefined,
  transport: Transport = fetch,
  as?: OtherAccount,
): Promise<Response> => {
  if (isDisowned && as === undefined) throw new ApiError(401, { message: t('error.disowned') })
  const [method = 'GET', pattern = '/'] = key.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = searchOf(query)
  const chosen = chosenClient()?.cd ?? null
  const { base, code } = destination(path, as?.caller ?? surroundings.caller(), chosen, {
    template: surroundings.hostTemplate,
    origin: location.origin,
  })
  const headers = as?.headers() ?? sessionHeaders()
  const sentToken = headers['access-token'] ?? null
  const asForm = holdsFile(body) || Object.keys(files).length > 0
  const response = await transport(`${base}${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: {
      accept: 'application/json',
      // The gateway gets no token (G-CHAT-04).
      ...(path.includes('/gateway') ? {} : headers),
      ...(code === null ? {} : { 'x-client-code': code }),
      ...(body === undefined || asForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(asForm ? { body: multipart(body, files) } : body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, null)
  })
  if (as === undefined) renewSession(response.headers, sentToken)
  else as.renewed(response.headers, sentToken)
  const status = response.headers.get('x-client-status')
  if (status !== null) endedClient.set(status === 'terminated' ? chosen : null)
  if (response.ok) return response
  const error = new ApiError(response.status, response.status === 204 ? undefined : await response.json().catch(() => undefined))
  // Of several requests the first one leads away, and none that was about the company before.
  if (error.code === clientUnavailable && chosen !== null && chosen === chosenClient()?.cd) {
    forgetChosenClient()
    surroundings.clientLost?.(error.message)
  }
  throw error
}

/** The server's word for a chosen company whose contract has ended, or that is gone. */
const clientUnavailable = 'client_unavailable'

/** What the login page answers itself (D-39): the code of a second factor, the enrolment of one, and a lock, which says for how long. */
const demands: ReadonlySet<string | null> = new Set(['otp_required', 'otp_enrolment', 'locked', 'otp_locked'])

/** What somebody does, and to what: tried again with other words it is still the same. */
const actionOf = (key: string, { params = {} }: Parts): string => `${key} ${JSON.stringify(params)}`

/** The error catalogue of specification section 8; what is missing while somebody writes is said and not shown as a page (decision 040). */
export const reportError = (error: ApiError, errors: NonNullable<SendOptions['errors']>, key: string, input: Parts): void => {
  if (errors === 'nobody' || (errors === 'caller_offline_too' && error.status === 0)) return
  // The page to choose another company says so.
  if (error.code === clientUnavailable) return
  const about = actionOf(key, input)
  // A page that still stands while its session was ended, by the person or by an answer before this one, asks once more for what it shows.
  if (key.startsWith('GET ') && error.status === 401 && hasSessionEnded()) return
  // The strip above the page says that nobody can be reached; a craftsman's page goes on with what the phone carries, and asks again.
  if (key.startsWith('GET ') && error.isUnreachable && carriesAnswers()) return
  if (error.saysWhyNot) return toast.failure(error.fullMessages, about)
  if (error.status === 0 || error.status >= 500) return toast.failure(t(sentenceOf(error.status)), about)
  // Whoever writes stays where they wrote: another page would take what they typed, or the photos that still wait, with it.
  if (error.status === 404) return key.startsWith('GET ') ? surroundings.missing() : toast.failure([t('error.gone')], about)
  if (error.status === 401) {
    if (demands.has(error.code)) return
    const said = messageOf(error.answer)
    if (said !== null) return toast.failure(said, about)
    if (isSignedOut(error)) return surroundings.expired(!key.startsWith('GET '))
  }
  if (errors === 'caller' || errors === 'caller_offline_too' || (errors === 'page_except_conflicts' && error.status === 409)) return
  toast.failure(error.fullMessages, about)
}

/**
 * What is said of a failure that says nothing itself. No answer reads as a failure of the server (specification section 8), unless the
 * device itself knows that it has no connection.
 */
const sentenceOf = (status: number) =>
  status === 0 && !navigator.onLine ? 'error.connection' : status === 0 || status >= 500 ? 'error.server' : 'error.unknown'

const readError = (status: number, answer: unknown): Pick<ApiError, 'code' | 'fields' | 'fullMessages'> => {
  const { code, errors, message } = isRecord(answer) ? answer : {}
  const errorCode = typeof code === 'string' ? code : null
  if (Array.isArray(errors)) return { code: errorCode, fields: {}, fullMessages: texts(errors) }
  const { full_messages, ...rest } = isRecord(errors) ? errors : {}
  const fields = Object.fromEntries(Object.entries(rest).map(([field, said]) => [field, texts(said)]))
  const full = texts(full_messages)
  const said = typeof message === 'string' ? [message] : []
  const fullMessages = full.length > 0 ? full : said.length > 0 ? said : [t(sentenceOf(status))]
  return { code: errorCode, fields, fullMessages }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : typeof value === 'string' ? [value] : []
export const messageOf = (answer: unknown): string | null =>
  isRecord(answer) && typeof answer.message === 'string' ? answer.message : null
