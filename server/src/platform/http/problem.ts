export type FieldErrors = Record<string, readonly string[]>

/**
 * A refusal that the caller can mend, in the specification's shape (D-21). Anything else that is thrown is a 500 and a log line.
 * `extra` joins the body beside `errors`, for the few answers that endpoints.md gives more to.
 */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldErrors
  readonly extra: Record<string, unknown>
  /** Seconds after which the same call may go through: the answer's Retry-After. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    sentence: string,
    fields: FieldErrors = {},
    extra: Record<string, unknown> = {},
    retryAfterSeconds?: number,
  ) {
    super(sentence)
    this.status = status
    this.code = code
    this.fields = fields
    this.extra = extra
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The answer's body; `labels` name the fields in full_messages. */
  body(labels: Readonly<Record<string, string>> = {}): Record<string, unknown> {
    const sentences = Object.entries(this.fields).flatMap(([field, texts]) => texts.map(text => sentenceOf(field, text, labels)))
    const full_messages = sentences.length > 0 ? [...new Set(sentences)] : [this.message]
    return { errors: { ...this.fields, full_messages }, code: this.code, ...this.extra }
  }
}

/** What a page fills in for the person has no name to tell; `errors` says for those who build pages what it was. */
const notUnderstood = '送信された内容に誤りがあります。画面を再読み込みして、もう一度お試しください。'

/** `supplier_staffs[1].name` is named by `supplier_staffs[].name`; a text that is a sentence of its own needs no name. */
const sentenceOf = (field: string, text: string, labels: Readonly<Record<string, string>>): string => {
  if (!/^[はがをのとにで]/.test(text)) return text
  const place = field.replaceAll(/\[\d+\]/g, '[]')
  const name = labels[place] ?? labels[place.replace(/\[\]$/, '')]
  return name === undefined ? notUnderstood : `${name}${text}`
}

type UnauthorizedAnswer =
  | { errors: readonly string[] }
  /** What the login page answers by its field (D-39): a code of a second factor, or the enrolment of one, for which the token is good. */
  | { message: string; code?: 'otp_required' | 'contract_ended'; enrolment_token?: never }
  | { message: string; code: 'otp_enrolment'; enrolment_token: string }
  /** Too many wrong passwords, or codes: for how many minutes (G-ACC-09). */
  | { message: string; code: 'locked' | 'otp_locked'; minutes: number }

/** 401 whose `errors` is a list (E401, E401c) or whose `message` stands alone (E401m): specification section 8 tells them apart. */
export class Unauthorized extends Error {
  readonly answer: UnauthorizedAnswer
  constructor(answer: UnauthorizedAnswer) {
    super('errors' in answer ? (answer.errors[0] ?? '') : answer.message)
    this.answer = answer
  }
}

const unauthorizedText = 'ログインもしくはアカウント登録してください。'
export const signInFirst = () => new Unauthorized({ errors: [unauthorizedText] })
export const badCredentials = () => new Unauthorized({ errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'] })
export const accountRefused = (message: string) => new Unauthorized({ message })
export const otpRequired = (message: string) => new Unauthorized({ message, code: 'otp_required' })
export const otpEnrolment = (message: string, enrolment_token: string) =>
  new Unauthorized({ message, code: 'otp_enrolment', enrolment_token })
/** The sentence is the specification's; what else there is to say, the page makes of code and minutes. */
export const accountLocked = (code: 'locked' | 'otp_locked', seconds: number) =>
  new Unauthorized({ message: 'アカウントはロックされています。', code, minutes: Math.ceil(seconds / 60) })
/** For who signs in rightly, or was signed in: nobody else learns of a contract. */
export const contractEnded = () => new Unauthorized({ message: '契約が終了しているためご利用いただけません。', code: 'contract_ended' })

export const forbidden = (sentence = '権限がありません。') => new Problem(403, 'forbidden', sentence)
export const notFound = () => new Problem(404, 'not_found', '見つかりません。')
export const tooMany = (sentence = 'しばらく経ってから再度お試しください。', retryAfterSeconds?: number) =>
  new Problem(429, 'too_many_requests', sentence, {}, {}, retryAfterSeconds)
/** 503: there is more to do than can be done at this moment; nothing was changed. */
export const busy = (retryAfterSeconds = 5) =>
  new Problem(503, 'busy', 'ただいま混み合っています。しばらく経ってから再度お試しください。', {}, {}, retryAfterSeconds)
/** Field errors: texts without the field's name, keyed as the form names them (G-VAL-07). */
export const invalid = (fields: FieldErrors, code = 'invalid') => new Problem(422, code, '入力内容を確認してください。', fields)
/** A refusal that belongs to no field. */
export const refused = (sentence: string, code: string, extra: Record<string, unknown> = {}) => new Problem(422, code, sentence, {}, extra)
/** The client that an admin or operator chose is there no longer, or not for them: another has to be chosen. */
export const clientUnavailable = (sentence: string) => refused(sentence, 'client_unavailable')
export const conflict = (sentence: string, code: string, extra: Record<string, unknown> = {}) => new Problem(409, code, sentence, {}, extra)
export const stale = () => conflict('他のユーザーが更新しました。再読み込みしてください。', 'stale')

/**
 * The names by which a violated constraint may be known. A distributed PostgreSQL names it in the message only, and there as the shard's
 * (`rooms_name_key_102175`).
 */
const constraintsOf = (error: unknown): string[] => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !error.code.startsWith('23')) return []
  const named = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
  const violated = named ?? /constraint "([^"]+)"/.exec(error.message)?.[1]
  return violated === undefined ? [] : [violated, violated.replace(/_\d+$/, '')]
}

/** The database refuses; this gives the refusal its sentence, by the name of the constraint. */
export const onConstraint = async <T>(work: Promise<T>, problems: Record<string, () => Error>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const problem = constraintsOf(error).flatMap(name => problems[name] ?? [])[0]
    throw problem ? problem() : error
  }
}
