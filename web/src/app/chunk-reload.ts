const minute = 60_000

const chunkFailure = /dynamically imported module|module script failed|Unable to preload CSS|error loading dynamically/i
export const isChunkFailure = (error: unknown): boolean => error instanceof Error && chunkFailure.test(error.message)

/**
 * Whether an address may be reloaded because a part of the application failed to load: at most once per address and minute (G-ERR-09).
 * Saying yes is remembered. After a new version has been installed the old parts are gone, and one reload fetches the new ones.
 */
export const mayReload = (address: string, storage: Storage = sessionStorage, now: number = Date.now()): boolean => {
  const key = `chunk_reload:${address}`
  const before = Number(storage.getItem(key) ?? 0)
  if (before > 0 && now - before < minute) return false
  storage.setItem(key, String(now))
  return true
}

/** Runs a dynamic import for a page; a failed download reloads that page's address once, every other failure passes through. */
export const loadChunk = async <T>(load: () => Promise<T>, address: () => string, go: (address: string) => void): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if (!isChunkFailure(error) || !mayReload(address())) throw error
    go(address())
    // The document is about to go; nothing may render meanwhile.
    return new Promise<T>(() => {})
  }
}
