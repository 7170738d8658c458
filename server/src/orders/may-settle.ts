import type { OfficeActor } from '@toguchi/domain/access/actor'
import { type MoneyPerson, moneyPersonOf, newAccountText, personOfKey, whyNotSettle } from '@toguchi/domain/orders/two-people'
import { isNewlyMade } from '../accounts/accounts.ts'
import type { RefundRow } from '../payments/payments.ts'
import type { Db } from '../platform/database/database.ts'

/** Why somebody may not say that this money was given back, or null. */
export type WhyNoSettlement = (refund: RefundRow) => string | null

/**
 * The rule of the second person (decision 026), the same for who looks at refunds and for who settles one: nobody who could have given the
 * account, and no colleague of yesterday, whom one of those could have registered. Asked once for however many refunds.
 */
export const judgeSettlements = async (db: Db, actor: OfficeActor, refunds: readonly RefundRow[], now: Date): Promise<WhyNoSettlement> => {
  const mayBePuppet =
    refunds.some(needsSecondPerson) && moneyPersonOf(actor)?.kind === 'user' && (await isNewlyMade(db, actor.clientId, actor.id, now))
  return refund =>
    whyNotSettle(actor, { refund_method: refund.refund_method, account_writers: writersOf(refund) }) ??
    (mayBePuppet && needsSecondPerson(refund) ? newAccountText : null)
}

export const writersOf = ({ account_writers }: RefundRow): MoneyPerson[] => account_writers.map(personOfKey)

const needsSecondPerson = ({ refund_method, account_writers }: RefundRow): boolean =>
  refund_method === 'bank_transfer' && account_writers.length > 0
