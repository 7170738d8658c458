/**
 * A signal that aborts with the first of two, for its reason. `AbortSignal.any` is younger than browsers this application is built for
 * (Safari 17.4, Chrome 116, Firefox 124; see `build.target` in vite.config.ts).
 */
export const eitherSignal = (...signals: readonly [AbortSignal, AbortSignal]): AbortSignal => {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}
