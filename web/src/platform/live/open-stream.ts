import { ask, type OtherAccount, type Parts } from '../api/request.ts'

/**
 * Begins an endpoint that goes on answering, and says nothing of it on the screen: what fails is tried again (./live.ts). Rejects with an
 * `ApiError`.
 */
export const openStream = (
  key: string,
  input: Parts,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  as?: OtherAccount,
): Promise<Response> =>
  ask(key, input, signal, (url, { headers: usual, ...rest }) => fetch(url, { ...rest, headers: { ...usual, ...headers } }), as)
