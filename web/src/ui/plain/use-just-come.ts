import { useEffect, useState } from 'react'

/** Milliseconds. People who are not sure that a press was felt press again after half a second to a whole one. */
const rest = 1_000
/** Milliseconds within which a page has come by the press before it. */
const leading = 10_000

let pressedAt = -Infinity
// The first paint is drawn where there is no window.
globalThis.addEventListener?.('pointerdown', () => (pressedAt = performance.now()), { capture: true, passive: true })

/** Whether this has just come by a press: one that follows at once was meant for what stood there before. Nothing is, unless it `asks`. */
export const useJustCome = (asks: boolean): boolean => {
  const [justCome, setJustCome] = useState(() => asks && performance.now() - pressedAt < leading)
  useEffect(() => {
    if (!justCome) return
    const timer = setTimeout(() => setJustCome(false), rest)
    return () => clearTimeout(timer)
  }, [justCome])
  return justCome
}
