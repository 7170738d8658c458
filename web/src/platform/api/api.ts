import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import {
  type AnswerOf,
  ApiError,
  call,
  type InputArguments,
  type InputOf,
  type Key,
  messageOf,
  type OtherAccount,
  type Parts,
  type ReadKey,
  send,
  type SendOptions,
  type WriteKey,
} from './request.ts'
import { useOnce } from './once.ts'
import { carriesAnswers } from '../offline/carries.ts'
import { onSessionEnd } from '../session/session.ts'
import { toast, type ToastAction } from '../toast.ts'

// The pages' one door to the API. Login pages, which keep nothing in a cache, call ./request.ts and do not download the cache.
export { ApiError, send }
export type { AnswerOf, InputOf, ReadKey, SendOptions }

export const queryClient = new QueryClient({
  defaultOptions: {
    // The error catalogue speaks once; a silent second try would only delay it.
    // Without a connection they fail at once and say so: what waits in silence is sent when nobody expects it any more.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What one person has read is nobody else's (G-ACC-23).
onSessionEnd(() => queryClient.clear())

/** Milliseconds a page's pending state lasts at least, against flicker (G-CST-03). */
export const minimumFetchDelay = 200

/**
 * A read. Its key is the call itself: `[key, input]`. Refreshing what is already on the screen shows no overlay and waits for nothing.
 * For `useQuery`, `useSuspenseQuery` and `queryClient.ensureQueryData`.
 */
export const q = <K extends ReadKey>(key: K, ...parts: [...InputArguments<K>, options?: SendOptions]) => {
  const [input = {}, options] = parts as unknown as [Parts?, SendOptions?]
  return queryOptions<AnswerOf<K>, ApiError>({
    // What another account reads is another answer.
    queryKey: options?.as === undefined ? [key, input] : [key, input, options.as.account],
    queryFn: async ({ signal, queryKey, client }) => {
      const first = client.getQueryData(queryKey) === undefined
      const late = (answer: unknown) => void client.setQueryData(queryKey, answer as AnswerOf<K>)
      const refused = () => void client.invalidateQueries({ queryKey, exact: true })
      const fresh = isByServer
      const answer = call(key, input, { silent: !first, late, refused, fresh, ...options, signal }) as Promise<AnswerOf<K>>
      if (fresh) answer.catch(error => noteSilence(error, client.getQueryState(queryKey)?.dataUpdatedAt))
      return first ? atLeast(minimumFetchDelay, answer) : answer
    },
  })
}

interface MutationSettings<K extends Key> {
  /** The reads this write makes stale. */
  invalidates: readonly ReadKey[]
  onSuccess?: (answer: AnswerOf<K>, input: InputOf<K>) => unknown
  /** Where the toast of the success leads on, if anywhere. */
  leadsTo?: (answer: AnswerOf<K>, input: InputOf<K>) => ToastAction | undefined
  onError?: (error: ApiError, input: InputOf<K>) => unknown
  /** Shown by the overlay while it runs. */
  message?: string
  silent?: boolean
  errors?: SendOptions['errors']
  as?: OtherAccount
}

/** A write, with the reads it makes stale; success shows the server's `message` as a toast when it has one. A double click is one. */
export const useApiMutation = <K extends WriteKey>(key: K, { invalidates, onSuccess, leadsTo, onError, ...options }: MutationSettings<K>) =>
  useOnce(
    useMutation<AnswerOf<K>, ApiError, InputOf<K>>({
      mutationFn: input => call(key, input as Parts, options) as Promise<AnswerOf<K>>,
      onSuccess: async (answer, input) => {
        const said = messageOf(answer)
        if (said !== null) toast.success(said, leadsTo?.(answer, input))
        await invalidate(invalidates)
        await onSuccess?.(answer, input)
      },
      ...(onError === undefined ? {} : { onError }),
    }),
  )

export const invalidate = (keys: readonly ReadKey[]): Promise<unknown> =>
  Promise.all(keys.map(key => queryClient.invalidateQueries({ queryKey: [key] })))

let isByServer = false
/**
 * Reads anew what is on the screen after a write that the server has confirmed: by the server or not at all, because what this device carries
 * is from before the write.
 */
export const readByServer = (keys: readonly ReadKey[]): Promise<unknown> => {
  isByServer = true
  try {
    // The reads begin before this returns.
    return invalidate(keys)
  } finally {
    isByServer = false
  }
}

/** Where the server does not answer such a read, what is on the screen is of before, and says so; it is read once the server is back. */
const noteSilence = async (error: unknown, readAt: number | undefined): Promise<void> => {
  if (!(error instanceof ApiError) || !error.isUnreachable || readAt === undefined || !carriesAnswers()) return
  const { shownSince } = await import('../offline/kept-answers.ts')
  shownSince.set(Math.min(shownSince.get() ?? readAt, readAt))
}

const atLeast = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  const [result] = await Promise.all([work, new Promise(resolve => setTimeout(resolve, milliseconds))])
  return result
}
