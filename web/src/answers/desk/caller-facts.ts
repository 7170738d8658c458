import { type VerifiedFact, verifiedFacts } from '@toguchi/domain/access/verified-facts'
import type { Desk, Dwelling } from '../answer-reads.ts'

/** By what the caller can be known: what is not on record cannot be asked for, nor a number that nobody has proven. */
export const factsOf = ({ resident, assign, construction }: Desk, { unproven_phone }: Dwelling): VerifiedFact[] =>
  verifiedFacts.filter(
    fact =>
      (fact === 'phone' && unproven_phone === null && resident?.phone && !resident.phone_unproven) ||
      (fact === 'email' && resident?.email) ||
      (fact === 'date' && assign !== null) ||
      (fact === 'manage_no' && construction.manage_no !== null) ||
      // Every letter carries one.
      fact === 'code',
  )
