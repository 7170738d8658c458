/** What the browser's Back closes, the newest last. */
const open: (() => void)[] = []
/** Our entries on top of the page's own in the browser's history, of whose address they are; and whether we are on the way back from them. */
let entries = 0
let address = ''
let isLeaving = false

const entriesIn = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'dialogs' in state && typeof state.dialogs === 'number' ? state.dialogs : 0

/**
 * Lets the browser's Back close what is only looked at, instead of leaving the page: on a phone nothing else is as near. Each gets an entry
 * in the history, a copy of the page's own, of which the router hears nothing. Answers how to say that it was closed otherwise.
 */
export const closeByBack = (close: () => void): (() => void) => {
  if (open.length === 0) addEventListener('popstate', hearPop, { capture: true })
  open.push(close)
  queueMicrotask(settle)
  return () => {
    open.splice(open.lastIndexOf(close), 1)
    // One page that makes way for the next keeps the entry.
    queueMicrotask(settle)
  }
}

/** As many entries as there are to close. */
const settle = (): void => {
  if (isLeaving) return
  // The page was left with something open: what lies on top now is not ours.
  if (entriesIn(history.state) !== entries) entries = 0
  while (open.length > entries) {
    address = location.href
    entries += 1
    history.pushState({ ...(history.state as object | null), dialogs: entries }, '')
  }
  if (open.length < entries) {
    isLeaving = true
    history.go(open.length - entries)
  } else if (entries === 0) removeEventListener('popstate', hearPop, { capture: true })
}

const hearPop = (event: PopStateEvent): void => {
  const wasLeaving = isLeaving
  isLeaving = false
  if (location.href !== address) {
    entries = 0
    return
  }
  // The router hears of its pages only, and it is still at this one.
  event.stopImmediatePropagation()
  entries = entriesIn(event.state)
  if (wasLeaving) settle()
  else for (const close of open.slice(entries).toReversed()) close()
}
