/** Bytes: some forty photos. */
const least = 200 * 1024 * 1024
const mostUsed = 0.95

/** How many megabytes this device still keeps of photos, where that is little; null while there is enough, or the browser does not say. */
export const scarceRoom = async (): Promise<number | null> => {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  if (usage === undefined || quota === undefined || quota === 0) return null
  const free = Math.max(0, quota - usage)
  return free < least || usage / quota > mostUsed ? Math.floor(free / 1024 / 1024) : null
}
