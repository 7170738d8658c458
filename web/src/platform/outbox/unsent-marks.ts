/**
 * One small mark in local storage for each request that lies in the other store of the browser: when that one was cleared, by the browser
 * or by hand, the marks say what was in it. A key a request: two tabs never write over each other's.
 */
interface Mark {
  account: string
  title: string
  /** Earlier versions marked none. */
  place?: string | null
}
const prefix = 'unsent '

export const markUnsent = (id: string, { account, title, place = null }: Mark): void => {
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ account, title, place }))
  } catch {
    // A full device tells less, and loses nothing by it.
  }
}
/** Before it is dropped: a page that ends in between finds one mark too few, and never one too many. */
export const unmarkUnsent = (id: string): void => localStorage.removeItem(prefix + id)

export interface LostRequest extends Mark {
  id: string
}

/** What is marked and lies here no more. */
export const lostAmong = (kept: ReadonlySet<string>): LostRequest[] => marked().filter(({ id }) => !kept.has(id))

/** Whose requests wait here. */
export const accountsWithUnsent = (): ReadonlySet<string> => new Set(marked().map(({ account }) => account))

const marked = (): LostRequest[] =>
  Object.keys(localStorage).flatMap(key => {
    if (!key.startsWith(prefix)) return []
    try {
      // SAFETY: nothing else writes under these names.
      return [{ id: key.slice(prefix.length), ...(JSON.parse(localStorage.getItem(key) ?? '') as Mark) }]
    } catch {
      return []
    }
  })
