import { accountLabels } from '@toguchi/domain/accounts/labels'
import { lockEndsText, resetUnlocksText } from '@toguchi/domain/accounts/lock-out'
import { ApiError, isRecord, messageOf } from '../../platform/api/request.ts'

const badCredentialsText = 'ログインIDかパスワードが違います。もう一度お確かめください。'
const lockedText = 'アカウントはロックされています。'

/** A refusal of the sign-in in the page's own words: the API's sentences are fixed, and say neither for how long nor the way out. */
export const inOwnWords = (error: ApiError): ApiError => {
  const minutes = lockedMinutesOf(error)
  if (minutes !== null && error.code === 'locked') return sentence(`${lockedText}${lockEndsText(minutes)}${resetUnlocksText}`)
  if (minutes !== null) return sentence(`コードの誤りが続いたため、${lockedText}${lockEndsText(minutes)}`)
  const isCredentials = error.status === 401 && error.code === null && messageOf(error.answer) === null
  return isCredentials ? sentence(badCredentialsText) : error
}

const sentence = (text: string) => new ApiError(401, { errors: [text] })

/** Names what was left empty before anything is sent: an empty try would count as a failure. */
export const demandCredentials = (credentials: Readonly<Record<'login_id' | 'password', string>>): void => {
  const empty = (['login_id', 'password'] as const).filter(name => credentials[name].trim() === '')
  if (empty.length === 0) return
  const text = 'を入力してください'
  const full_messages = empty.map(name => `${accountLabels[name]}${text}`)
  throw new ApiError(422, { errors: { ...Object.fromEntries(empty.map(name => [name, [text]])), full_messages } })
}

/** For how many minutes a sign-in is locked; null when it is not. */
const lockedMinutesOf = ({ code, answer }: ApiError): number | null =>
  (code === 'locked' || code === 'otp_locked') && isRecord(answer) && typeof answer.minutes === 'number' ? answer.minutes : null

/** The token of an answer that demands the enrolment of a second factor; null when it does not. */
export const enrolmentTokenOf = ({ code, answer }: ApiError): string | null =>
  code === 'otp_enrolment' && isRecord(answer) && typeof answer.enrolment_token === 'string' ? answer.enrolment_token : null
