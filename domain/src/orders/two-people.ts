import type { Actor } from '../access/actor.ts'

/** Who of the office did something with money: staff and administrators of a client are users, admins are of the platform. */
export interface MoneyPerson {
  kind: 'user' | 'admin'
  id: number
}

/** Null for a resident, the system, and whoever decides about no money. */
export const moneyPersonOf = (actor: Actor | 'system'): MoneyPerson | null => {
  if (actor === 'system') return null
  if (actor.kind === 'admin') return { kind: 'admin', id: actor.id }
  return actor.kind === 'staffAdmin' || actor.kind === 'staff' ? { kind: 'user', id: actor.id } : null
}

export const secondPersonText =
  '返金先の口座を入力した方は、振込済みにできません。ほかの担当者が口座を確認して行ってください。ほかに担当者がいないときは、トグチの管理者が行います。'

/**
 * Why this person may not say that the money was transferred, or null: an account that somebody of the office typed, or overwrote, is
 * settled by somebody else (M1). Where nobody else of the client can, an admin of the platform does.
 */
export const whyNotSettle = (
  actor: Actor,
  { refund_method, account_writer }: { refund_method: string; account_writer: MoneyPerson | null },
): string | null => {
  const person = moneyPersonOf(actor)
  const isWriter = account_writer !== null && person?.kind === account_writer.kind && person.id === account_writer.id
  return refund_method === 'bank_transfer' && isWriter ? secondPersonText : null
}
