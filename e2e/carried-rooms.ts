import type { Page } from '@playwright/test'

/** What is read ahead of each room: itself, its report, orders, keys and photos. */
const readsOfRoom = 5

/** The rooms whose whole page a phone carries; `account`: of that company and uid alone. */
export const roomsCarriedOf = async (page: Page, account?: string): Promise<number[]> => {
  const keys = await page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('toguchi-answers')
    opening.onerror = reject
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onsuccess = () => {
      const all = opening.result.transaction('answers').objectStore('answers').getAllKeys()
      all.onsuccess = () => (opening.result.close(), resolve(all.result))
    }
  }).catch(() => [])`)
  const rooms = keys.flatMap(key => {
    // SAFETY: as platform/offline/kept-answers.ts names them.
    const [owner, , parts] = JSON.parse(key) as [string, string, [string, { room_id?: number }][]]
    const { room_id } = Object.fromEntries(parts)['params'] ?? {}
    return room_id === undefined || (account !== undefined && owner !== account) ? [] : [room_id]
  })
  return [...Map.groupBy(rooms, id => id)].flatMap(([id, reads]) => (reads.length === readsOfRoom ? [id] : []))
}
