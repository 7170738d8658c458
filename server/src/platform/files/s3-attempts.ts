import { setTimeout as sleep } from 'node:timers/promises'
import { S3ServiceException } from '@aws-sdk/client-s3'
import { Problem } from '../http/problem.ts'
import { NoSuchBytes, storageAway } from './storage.ts'

/** Milliseconds before each further attempt. */
const pauses = [100, 300, 900]
/** Milliseconds for which nobody else waits for a server that has just not answered anybody. */
const awayFor = 3_000

/** What was read back after a write is not what was written. */
export class WrittenOtherwise extends Error {}

/**
 * Tries what may succeed a moment later. Whoever comes while the server is known to be away is told so at once: each of them would hold
 * what others need meanwhile. What fails for good becomes a 503, and its reason the operator's; no bytes under a key are `NoSuchBytes`.
 */
export const attempting = (onError: (error: Error) => void) => {
  let awayUntil = 0
  /** The error to throw, or null where another attempt is worth it. */
  const judge = (error: unknown, about: string, isLast: boolean): Error | null => {
    if (error instanceof Problem) return error
    if (isMissing(error)) return new NoSuchBytes(about)
    const isFinal = isPermanent(error)
    if (!isLast && !isFinal && !isLate(error)) return null
    if (!isFinal && !isDamage(error)) awayUntil = performance.now() + awayFor
    onError(new Error(`the bucket does not answer as it should (${about})${meaningOf(error)}`, { cause: error }))
    return storageAway()
  }
  return async <T>(work: () => Promise<T>, about: string): Promise<T> => {
    if (performance.now() < awayUntil) throw storageAway()
    for (let attempt = 0; ; attempt += 1)
      try {
        return await work()
      } catch (error) {
        const pause = pauses[attempt]
        const failure = judge(error, about, pause === undefined)
        if (failure) throw failure
        await sleep(pause)
      }
  }
}

/** The status of what a server refused; null for whatever broke otherwise. */
export const statusOf = (error: unknown): number | null =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null

/** What the bare statuses mean that servers answer with, often without a word: the SDK calls them UnknownError. */
export const meaningOf = (error: unknown): string => {
  const status = statusOf(error)
  if (status === 404) return ': 404, no such bucket, see S3_BUCKET'
  if (status === 403) return ': 403, the key is not accepted or may not do this, see S3_ACCESS_KEY_ID'
  return ''
}

/** Of an object; a bucket that is not there is another matter. */
export const isMissing = (error: unknown): boolean => error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)

/** A body that was damaged on its way: the server answers, and the next may arrive whole. */
const damages = new Set(['XAmzContentSHA256Mismatch', 'BadDigest', 'IncompleteBody'])
const isDamage = (error: unknown): boolean =>
  error instanceof WrittenOtherwise || (error instanceof S3ServiceException && damages.has(error.name))

/** A refusal of what was asked: keys that are wrong, a bucket that is not there. */
const isPermanent = (error: unknown): boolean => {
  if (!(error instanceof S3ServiceException) || isDamage(error) || error.name === 'RequestTimeout') return false
  const status = error.$metadata.httpStatusCode ?? 500
  return status < 500 && status !== 408 && status !== 429
}

/** Who waited as long as anybody may has no second attempt. */
const isLate = (error: unknown): boolean => error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)
