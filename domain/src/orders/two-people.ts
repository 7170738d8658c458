import type { Actor, Kind } from '../access/actor.ts'

/**
 * Who had money, or the way to it, in hand: staff and administrators of a client are users, admins are of the platform, and operators have
 * letters printed and contacts changed, though they decide about no money.
 */
export interface MoneyPerson {
  kind: 'user' | 'admin' | 'operator'
  id: number
}

/** Null for a resident, the system, and craftsmen. */
export const moneyPersonOf = (actor: Actor | { kind: Exclude<Kind, 'guest'>; id: number } | 'system'): MoneyPerson | null => {
  if (actor === 'system') return null
  if (actor.kind === 'admin' || actor.kind === 'operator') return { kind: actor.kind, id: actor.id }
  return actor.kind === 'staffAdmin' || actor.kind === 'staff' ? { kind: 'user', id: actor.id } : null
}

/** A person as the database keeps one in a list: `user:12`. */
export const personKeyOf = ({ kind, id }: MoneyPerson): string => `${kind}:${id}`
export const personOfKey = (key: string): MoneyPerson => {
  const [kind, id] = key.split(':')
  return { kind: kind === 'admin' || kind === 'operator' ? kind : 'user', id: Number(id) }
}

export const secondPersonText =
  '返金先の口座を入力した方、この住戸の認証コードを印刷・再発行した方、連絡先を変更した方は、振込済みにできません。ほかの担当者が口座を確認して行ってください。ほかに担当者がいないときは、トグチの管理者が行います。'

/** What the second person reads before paying: nobody but the resident can say whose account it is. */
export const askResidentText =
  'この口座は、社内の担当者またはコールセンターが入力した、あるいは入力できたものです。振り込む前に、ご本人へお電話で口座をご確認ください。'

/** An account that a colleague may have made for the purpose is no second person. */
export const newAccountText =
  '登録されて間もないアカウントでは、担当者が関わった口座への返金を振込済みにできません。初回のパスワード設定から7日後に行えます。お急ぎのときは、ほかの担当者かトグチの管理者が行います。'

/**
 * Why this person may not say that the money was transferred, or null: an account that somebody of the office typed, or could have given
 * as the dwelling, is settled by somebody else (M1, decision 026). Where nobody else of the client can, an admin of the platform does.
 */
export const whyNotSettle = (
  actor: Actor,
  { refund_method, account_writers }: { refund_method: string; account_writers: readonly MoneyPerson[] },
): string | null => {
  const person = moneyPersonOf(actor)
  const isWriter = account_writers.some(writer => person?.kind === writer.kind && person.id === writer.id)
  return refund_method === 'bank_transfer' && isWriter ? secondPersonText : null
}
