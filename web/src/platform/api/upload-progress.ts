import type { Transport } from './request.ts'

/**
 * Carries an upload and tells what share of it has left this device, 0 to 1; `fetch` knows only the end. Kept apart from request.ts,
 * so that pages without uploads do not download it.
 */
export const tellingProgress =
  (onProgress: (share: number) => void): Transport =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted())
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('no answer came')))
      request.addEventListener('abort', () => reject(aborted()))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body ?? null)
    })

const aborted = () => new DOMException('the upload was cancelled', 'AbortError')

/** The answer in the form that `fetch` would have given. */
const responseOf = (request: XMLHttpRequest): Response => {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers })
}
