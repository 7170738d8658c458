import { type RefObject, useEffect } from 'react'
import { carryingAccount, forgetDaySnapshot } from '../../../platform/offline/carries.ts'
import { whenIdle } from '../../../platform/when-idle.ts'

/** How what stands there compares to what a phone opens with: all of today, not all of it yet, or what it will not open with. */
export type Completeness = 'whole' | 'not yet' | 'passing'

/** Milliseconds until a phone that carries nothing yet is asked again: it begins once the page stands. */
const pause = 3_000

/** The styles that were there when the day first was: those of what comes after it take their time. */
let drawnWith: readonly string[] | null = null

const nothing = () => {}

/** Keeps what the day shows for the next opening (platform/offline/day-snapshot.ts), in a quiet moment or when the phone is put away. */
export const useDaySnapshot = (section: RefObject<HTMLElement | null>, completeness: Completeness, date: string): void =>
  useEffect(() => {
    drawnWith ??= [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => new URL(href).pathname)
    const styles = drawnWith
    if (completeness === 'passing') forgetDaySnapshot()
    if (completeness !== 'whole') return
    const account = carryingAccount()
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () =>
      void import('../../../platform/offline/day-snapshot.ts').then(({ keepDaySnapshot }) => {
        const frame = section.current?.closest('[data-layout]')
        const now = carryingAccount()
        // Somebody else goes on here, or the page has gone.
        if (isOver || !frame || (account !== null && now !== account)) return
        if (now === null) timer = setTimeout(keep, pause)
        else keepDaySnapshot(frame, date, styles)
      }, nothing)
    const keepAtOnce = () => (document.visibilityState === 'hidden' ? keep() : undefined)
    const stop = whenIdle(keep)
    document.addEventListener('visibilitychange', keepAtOnce)
    return () => {
      isOver = true
      stop()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', keepAtOnce)
    }
  })
