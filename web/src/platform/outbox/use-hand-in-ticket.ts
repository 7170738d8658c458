import { useEffect } from 'react'
import { renewTickets } from './hand-in-tickets.ts'
import { senders } from './outgoing.ts'

/**
 * On a page on which a craftsman takes photos of a construction: the ticket of this device is to know it, also where it is worked in on a day
 * that the device does not carry (decision 087). Null: whoever looks is no craftsman.
 */
export const useHandInTicket = (constructionId: number | null): void => {
  useEffect(() => {
    const [own] = senders()
    if (constructionId === null || own === undefined) return
    // Without a line the next opening asks again, and the next round of what is carried.
    void renewTickets(new Map([[own.client, new Set([constructionId])]])).catch(() => {})
  }, [constructionId])
}
