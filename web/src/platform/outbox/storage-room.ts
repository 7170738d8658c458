import { useEffect } from 'react'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'

/** Bytes: some forty photos. */
const least = 200 * 1024 * 1024
const mostUsed = 0.95

/** How many megabytes this device still keeps, where that is little; null while there is enough, or the browser does not say. */
const room = createStore<number | null>(null)

/** Asks the browser, and nobody else does: before something is kept, and again as it fills. */
export const lookForRoom = async (): Promise<void> => {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  if (usage === undefined || quota === undefined || quota === 0) return room.set(null)
  const free = Math.max(0, quota - usage)
  room.set(free < least || usage / quota > mostUsed ? Math.floor(free / 1024 / 1024) : null)
}

/** The same for who is about to have something kept, asked as that begins. */
export const useScarceRoom = (): number | null => {
  useEffect(() => void lookForRoom(), [])
  return useStore(room)
}

export const scarceText = (megabytes: number): string =>
  `端末の空き容量が残りわずかです（保存できるのは約${megabytes}MB）。電波のよい場所で送信を終えるか、不要なデータを削除してください。`
