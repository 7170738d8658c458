import { useLayoutEffect } from 'react'

/** Milliseconds in which what comes late above a place pushes it away. */
const settling = 2_000
const hands = ['pointerdown', 'wheel', 'keydown'] as const

/**
 * Goes to the place that the address names (`#report`) once the page stands, and stays there while its other parts arrive, until somebody
 * moves it: the router looks for the place before the page is there.
 */
export const usePlaceOfAddress = (): void =>
  useLayoutEffect(() => {
    const place = document.getElementById(location.hash.slice(1))
    if (location.hash === '' || place === null) return
    const go = () => place.scrollIntoView()
    go()
    const watcher = new ResizeObserver(go)
    watcher.observe(document.body)
    const stop = () => {
      watcher.disconnect()
      clearTimeout(timer)
      for (const hand of hands) removeEventListener(hand, stop)
    }
    const timer = setTimeout(stop, settling)
    for (const hand of hands) addEventListener(hand, stop)
    return stop
  }, [])
