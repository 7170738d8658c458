import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type AnswerOf, ApiError, type InputOf, invalidate, type ReadKey } from '../api/api.ts'
import { useOnce } from '../api/once.ts'
import { messageOf, type OtherAccount, type Parts, reportError, type WriteKey } from '../api/request.ts'
import { newUuid } from '../new-uuid.ts'
import { begin, end } from '../overlay/overlay.ts'
import { toast } from '../toast.ts'
import { apiErrorOf } from './deliver.ts'
import { firstAttempt, type Outcome, tell } from './first-attempt.ts'
import { drop, outbox, send, sendNow } from './outbox.ts'

interface Settings<K extends WriteKey> {
  invalidates: readonly ReadKey[]
  /** What it is, where it waits among others: 「903号室 完了登録」. */
  title: string
  /** Whatever was kept before for the same goes first: a room's photos before its completion. */
  group: string
  /** Where that is, and its page: beside the title among what waits. */
  place?: string | null
  page?: string | null
  /** What of money was taken with it, in yen. */
  amount?: number | null
  /** What its body says only in ids and numbers, a line each: shown with it should the server refuse it later. */
  says?: () => readonly string[]
  /** What it says of its moment, which the server would read off its own clock: nobody knows when it gets there. */
  asKept?: (input: InputOf<K>) => InputOf<K>
  /** What it says of its file, where it has one: the server compares. */
  hashed?: (input: InputOf<K>, sha256: string | null) => InputOf<K>
  /** What its file shows is for nobody's folder of pictures: it is never written out. */
  isSecret?: boolean
  /** Who tells of a refusal that comes while the page stands: the page itself, unless it says otherwise. */
  errors?: 'page' | 'caller'
  /** For the account at another company, of the same person (D-40). */
  as?: OtherAccount | undefined
  /** Whether it is said here that the server took it; not where the page that goes on from it says so. */
  saysDone?: boolean
  /** With the server's answer; null where it waits on this device. */
  onDone: (answer: AnswerOf<K> | null) => unknown
  onError?: (error: ApiError) => unknown
}

/** A request has one file at most, and takes it along. */
const fileOf = (files: NonNullable<Parts['files']>): { field: string; file: File } | null => {
  const [first] = Object.entries(files)
  if (first === undefined) return null
  const [field, bytes] = first
  return { field, file: bytes instanceof File ? bytes : new File([bytes], 'file', { type: bytes.type }) }
}

/** Milliseconds that a person waits for the server's word, once what they did lies on the device. */
const moment = 5_000
/** The same where the device keeps nothing: nothing else is left of it. */
const longMoment = 30_000

const refusalOf = (error: unknown): ApiError =>
  apiErrorOf(error) ?? new ApiError(0, { message: error instanceof Error ? error.message : String(error) })

/** What it waits for: the network and what was done before it, or a server that does not answer as it should. */
const keptTexts = {
  line: '端末に保存しました。電波がつながると自動で送信します。',
  server: '端末に保存しました。サーバーからの応答がないため、送信待ちです。自動で送信を続けます。',
}
const later = (text: string): null => {
  toast.success(text)
  return null
}

/**
 * A write of the site (feature 16): kept on the device first, and sent from there. What the server says within a moment is the page's to
 * show, a refusal with all that was entered still on the screen; after that the page goes on, and the outbox sends until it is answered.
 */
export const useKeptMutation = <K extends WriteKey>(
  key: K,
  {
    invalidates,
    title,
    group,
    place = null,
    page = null,
    amount = null,
    says = () => [],
    asKept,
    hashed,
    isSecret = false,
    errors = 'caller',
    saysDone = true,
    as,
    onDone,
    onError,
  }: Settings<K>,
) => {
  const stands = useRef(true)
  useEffect(() => {
    stands.current = true
    return () => void (stands.current = false)
  }, [])
  const heard = async (id: string, input: InputOf<K>, outcome: Outcome): Promise<AnswerOf<K> | null> => {
    if (outcome.is === 'confirmed') {
      await outcome.read
      // SAFETY: the server's answer to this very endpoint.
      return outcome.answer as AnswerOf<K>
    }
    if (outcome.is === 'waiting') {
      const error = apiErrorOf(outcome.error)
      // It is kept: whoever signs in again has it sent.
      if (error?.status === 401 && as === undefined) reportError(error, errors, key, input as Parts)
      return later(error?.isUnreachable === true || !navigator.onLine ? keptTexts.line : keptTexts.server)
    }
    const error = refusalOf(outcome.error)
    // Nobody is there any more who could mend it: it stays on the device, with its reason.
    if (!stands.current) throw error
    await drop(id)
    // What belongs to no field was refused for how things stand by now: what is on the screen may be older.
    if (Object.keys(error.fields).length === 0) void invalidate(invalidates)
    reportError(error, errors, key, input as Parts)
    throw error
  }
  return useOnce(
    useMutation<AnswerOf<K> | null, ApiError, InputOf<K>>({
      mutationFn: async input => {
        const id = newUuid()
        const asItWas = asKept?.(input) ?? input
        // SAFETY: an endpoint's input has these parts and no others.
        const { params = {}, files = {} } = asItWas as Parts
        const body = (sha256: string | null) => ((hashed?.(asItWas, sha256) ?? asItWas) as Parts).body
        const way = {
          file: fileOf(files),
          isSecret,
          place,
          page,
          amount,
          says: says(),
          proof: null,
          refusal: null,
          line: group,
          group,
          behind: true,
        }
        const isBehind = outbox.get().some(request => request.group === group && request.state !== 'refused')
        begin('保存しています…')
        try {
          const attempt = firstAttempt(id)
          const state = await send({ ...way, id, key, params, body, stale: invalidates, title }, as?.caller.client?.cd)
          // Whatever pause it was in: somebody is waiting.
          sendNow()
          if (state === 'kept' && isBehind) {
            // Nobody waits for the word on it.
            tell(id, { is: 'waiting', error: null })
            return later(keptTexts.line)
          }
          if (state === 'kept') return await heard(id, input, await attempt.within(moment))
          const outcome = await attempt.within(longMoment)
          if (outcome.is !== 'waiting') return await heard(id, input, outcome)
          // A page that closes would take it along: whoever is there hears it now.
          await drop(id)
          throw new ApiError(0, { message: '電波がなく、この端末にも保存できませんでした。電波のよい場所でもう一度お試しください。' })
        } finally {
          end()
        }
      },
      onSuccess: async answer => {
        if (answer !== null && saysDone) toast.success(messageOf(answer) ?? '')
        await onDone(answer)
      },
      ...(onError === undefined ? {} : { onError }),
    }),
  )
}
