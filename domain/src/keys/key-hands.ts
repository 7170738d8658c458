import type { Actor } from '../access/actor.ts'

/**
 * Why this person may not say where a key goes, or null. The office hands out what lies there; a craftsman passes on, hands in and gives
 * back the key that he carries himself, so that nobody takes one by his own word.
 */
export const whyNotHand = (actor: Actor, { lent_to }: { lent_to: { id: number; name: string } | null }): string | null => {
  if (actor.kind !== 'craftsman' || lent_to?.id === actor.id) return null
  return lent_to === null
    ? 'この鍵は事務所で保管しています。事務所の担当者からお受け取りください。受け渡しは担当者が登録します。'
    : `この鍵は${lent_to.name}さんが持っています。受け渡しは、${lent_to.name}さんか事務所の担当者が登録します。`
}
