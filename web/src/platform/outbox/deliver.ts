import { eitherSignal } from '../api/either-signal.ts'
import { ApiError, type OtherAccount } from '../api/request.ts'
import { sendFile } from '../api/send-file.ts'
import type { KeptRequest } from './kept-requests.ts'

/** Another tab is at it, or another account is signed in by now. */
export class Elsewhere extends Error {}
/** The server has something else than what was taken in, or what answered is not the server. */
class Torn extends Error {}
/** The device has lost the bytes. */
class Lost extends Error {}

/**
 * Milliseconds without a byte moving, after which a request is begun anew: a line or a server that hangs holds up all the others. A file is
 * looked at by the server before it answers.
 */
const patience = { file: 60_000, none: 25_000 }

interface Delivery {
  file: File | null
  onProgress: (share: number) => void
  signal: AbortSignal
  /** By whose session, where that is not the signed-in one. */
  as?: OtherAccount | undefined
}

/**
 * Hands a request to the server. Comes back with its answer when the server says that it has these very bytes; rejects otherwise, and with
 * an abort.
 */
export const deliver = async (request: KeptRequest, { file, onProgress, signal, as }: Delivery): Promise<unknown> => {
  if (request.file !== null && file === null) throw new Lost('この端末に写真のデータが残っていません。もう一度撮影してください。')
  const stall = new AbortController()
  const wait = () => setTimeout(() => stall.abort(), file === null ? patience.none : patience.file)
  let timer = wait()
  const moved = (share: number) => {
    clearTimeout(timer)
    timer = wait()
    onProgress(share)
  }
  try {
    const parts = {
      params: request.params,
      body: request.body,
      ...(file === null || request.file === null ? {} : { files: { [request.file.field]: file } }),
    }
    const both = eitherSignal(signal, stall.signal)
    const by = as === undefined ? {} : { as }
    const answer = await sendFile(request.key, parts, { onProgress: moved, signal: both, idempotencyKey: request.id, ...by })
    assertArrived(request, answer)
    return answer
  } catch (error) {
    // What is to be taken away and is gone already has arrived.
    if (!(request.key.startsWith('DELETE ') && statusOf(error) === 404)) throw error
    return {}
  } finally {
    clearTimeout(timer)
  }
}

/**
 * That the server says what it has. Where this browser could not compute the file's hash, it is still the server that speaks, and not the
 * page of a hotel's network.
 */
const assertArrived = ({ proof, file }: KeptRequest, answer: unknown): void => {
  if (typeof answer !== 'object' || answer === null) throw new Torn('サーバーからの応答が正しくありません。')
  if (proof === null || file === null) return
  const { sha256 } = (answer as Readonly<Record<string, { sha256?: unknown } | undefined>>)[proof] ?? {}
  const isHash = typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)
  if (!isHash || (file.sha256 !== null && file.sha256 !== sha256)) throw new Torn('サーバーに届いた写真が端末のものと一致しません。')
}

export const apiErrorOf = (error: unknown): ApiError | null =>
  error instanceof Error && error.cause instanceof ApiError ? error.cause : null
const statusOf = (error: unknown): number | undefined => apiErrorOf(error)?.status

/** As the server names its reason; null where it named none. */
export const refusalCodeOf = (error: unknown): string | null => apiErrorOf(error)?.code ?? null

/** Whether something arrived, and not as it was sent. */
export const isTear = (error: unknown): boolean => error instanceof Torn || apiErrorOf(error)?.code === 'torn_upload'

/** Whether an attempt that failed may have reached the server: not where nothing left a device without a network, or nothing was tried. */
export const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof Elsewhere || error instanceof Lost) && (navigator.onLine || apiErrorOf(error)?.isUnreachable !== true)

/** Whether the same request would be answered otherwise later: all but what the server, or the loss of the bytes, has decided. */
export const isForNow = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === undefined ? !(error instanceof Lost) : status < 400 || status >= 500 || retried.has(status)
}
/** Sign in again; too slow; too early; too many. */
const retried: ReadonlySet<number> = new Set([401, 408, 425, 429])
