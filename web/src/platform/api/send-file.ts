import { ApiError, call, type OtherAccount, type Parts } from './request.ts'
import { repeatable } from './repeatable.ts'
import { tellingProgress } from './upload-progress.ts'

interface Options {
  onProgress: (share: number) => void
  signal?: AbortSignal
  /** The same file under the same key arrives once. */
  idempotencyKey?: string
  as?: OtherAccount
}

/**
 * Sends a file by an endpoint's key and leaves the page alone whatever happens: the page holds files that exist nowhere else yet, so
 * neither an ended session nor a 404 may take it away. Rejects with an Error whose message says in a sentence why.
 */
export const sendFile = async (key: string, parts: Parts, { onProgress, signal, idempotencyKey, as }: Options): Promise<unknown> => {
  try {
    return await call(key, parts, {
      silent: true,
      errors: 'nobody',
      transport: idempotencyKey === undefined ? tellingProgress(onProgress) : repeatable(idempotencyKey, tellingProgress(onProgress)),
      ...(signal === undefined ? {} : { signal }),
      ...(as === undefined ? {} : { as }),
    })
  } catch (error) {
    throw error instanceof ApiError ? new Error(sentenceOf(error), { cause: error }) : error
  }
}

const sentenceOf = ({ status, saysWhyNot, fullMessages: [first] }: ApiError): string => {
  if (status === 0) return '通信できませんでした。電波のよい場所で再送してください。'
  if (status === 401) return 'ログインの有効期限が切れました。別のタブでログインしてから再送してください。'
  if (status >= 500 && !saysWhyNot) return 'サーバーで問題が起きました。しばらく経ってから再送してください。'
  return first ?? '送信できませんでした。'
}
