import { useMutation } from '@tanstack/react-query'
import { type AnswerOf, ApiError, type InputOf, invalidate, type ReadKey } from '../api/api.ts'
import { useOnce } from '../api/once.ts'
import { repeatable } from '../api/repeatable.ts'
import { call, messageOf, type OtherAccount, type Parts, type WriteKey } from '../api/request.ts'
import { newUuid } from '../new-uuid.ts'
import { toast } from '../toast.ts'
import { drop, outbox, send } from './outbox.ts'

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
  /** What it says where it is not sent now: the moment that the server would have read off its own clock. */
  asKept?: (input: InputOf<K>) => InputOf<K>
  /** What it says of its file, where it has one: the server compares. */
  hashed?: (input: InputOf<K>, sha256: string | null) => InputOf<K>
  /** What its file shows is for nobody's folder of pictures: it is never written out. */
  isSecret?: boolean
  /** Who tells of a refusal: the page itself, unless it says otherwise. */
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

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.isUnreachable

/**
 * A write of the site (feature 16): answered now, its refusal shown by the page; kept on the device, and sent when there is a line, where the
 * server cannot be reached or what it stands on has not arrived yet. The same id both times, so that an answer that got lost is no second write.
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
    asKept,
    hashed,
    isSecret = false,
    errors = 'caller',
    saysDone = true,
    as,
    onDone,
    onError,
  }: Settings<K>,
) =>
  useOnce(
    useMutation<AnswerOf<K> | null, ApiError, InputOf<K>>({
      mutationFn: async input => {
        const id = newUuid()
        const keep = async () => {
          const asItWas = asKept?.(input) ?? input
          // SAFETY: an endpoint's input has these parts and no others.
          const { params = {}, files = {} } = asItWas as Parts
          const body = (sha256: string | null) => ((hashed?.(asItWas, sha256) ?? asItWas) as Parts).body
          const way = { file: fileOf(files), isSecret, place, page, amount, proof: null, refusal: null, line: group, group, behind: true }
          if ((await send({ ...way, id, key, params, body, stale: invalidates, title }, as?.caller.client?.cd)) === 'kept') return null
          // A page that closes would take it along: whoever is there hears it now.
          await drop(id)
          throw new ApiError(0, { message: '電波がなく、この端末にも保存できませんでした。電波のよい場所でもう一度お試しください。' })
        }
        if (outbox.get().some(request => request.group === group && request.state !== 'refused')) return keep()
        try {
          return (await call(key, input as Parts, {
            errors,
            message: '保存しています…',
            isKept: true,
            transport: repeatable(id),
            ...(as === undefined ? {} : { as }),
          })) as AnswerOf<K>
        } catch (error) {
          if (!isUnreachable(error)) throw error
          return keep()
        }
      },
      onSuccess: async answer => {
        if (answer === null) toast.success('端末に保存しました。電波がつながると自動で送信します。')
        else if (saysDone) toast.success(messageOf(answer) ?? '')
        if (answer !== null) await invalidate(invalidates)
        await onDone(answer)
      },
      ...(onError === undefined ? {} : { onError }),
    }),
  )
