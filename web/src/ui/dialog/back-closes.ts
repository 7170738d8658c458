/** What the browser's Back closes, the newest last. */
const open: (() => void)[] = []
/**
 * How many entries of ours lie on top of a page's own in the browser's history just now, and of which page: its address and its number in
 * the router's count. More than what is open: the rest was closed otherwise, and Back passes over it.
 */
let entries = 0
let address = ''
let index: unknown
let isListening = false

interface Entry {
  dialogs: number
  idx: unknown
}
const entryIn = (state: unknown): Entry => {
  const { dialogs, idx } = typeof state === 'object' && state !== null ? (state as Partial<Record<keyof Entry, unknown>>) : {}
  return { dialogs: typeof dialogs === 'number' ? dialogs : 0, idx }
}

/**
 * Lets the browser's Back close what lies on the page, instead of leaving it: on a phone nothing else is as near. Each gets an entry in the
 * history, a copy of the page's own, of which the router hears nothing. Answers how to say that it was closed otherwise: its entry stays
 * and is passed over later, for a way back through the history takes its time, and what closes often goes on to another page at once.
 */
export const closeByBack = (close: () => void): (() => void) => {
  if (!isListening) addEventListener('popstate', hearPop, { capture: true })
  isListening = true
  open.push(close)
  queueMicrotask(settle)
  return () => void open.splice(open.lastIndexOf(close), 1)
}

/** At least as many entries as there are to close. */
const settle = (): void => {
  const top = entryIn(history.state)
  // Another page stands here by now.
  if (top.dialogs !== entries || location.href !== address) entries = top.dialogs
  while (open.length > entries) {
    address = location.href
    index = top.idx
    entries += 1
    history.pushState({ ...(history.state as object | null), dialogs: entries }, '')
  }
}

const hearPop = (event: PopStateEvent): void => {
  const { dialogs, idx } = entryIn(event.state)
  const before = entries
  entries = dialogs
  // Another page, of which the router hears.
  if (location.href !== address || idx !== index || dialogs >= before) {
    address = location.href
    index = idx
    return
  }
  // The router hears of its pages only, and it is still at this one.
  event.stopImmediatePropagation()
  const closing = open.slice(dialogs).toReversed()
  for (const close of closing) close()
  if (closing.length === 0) history.back()
  // What asks before it closes is still there, and Back is to find it again.
  else setTimeout(settle)
}
