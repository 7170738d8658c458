/** Milliseconds after which a browser without a quiet moment does it anyway (specification section 9). */
const latest = 2_000

/** Runs in a quiet moment; Safari, which has no idle callback, gets a short pause. Answers how to call it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const idle = requestIdleCallback(work, { timeout: latest })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work, 200)
  return () => clearTimeout(timer)
}
