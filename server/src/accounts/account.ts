import type { ClientId } from '@toguchi/domain/access/actor'
import type { Strategy } from '../platform/http/identity.ts'

/** An account of one of six kinds: of a client, or of the platform. */
export interface Account {
  strategy: Strategy
  clientId: ClientId | null
  accountId: number
}
/** Accounts of one kind. */
export interface Accounts {
  strategy: Strategy
  clientId: ClientId | null
  accountIds: readonly number[]
}

/** Who may have a second factor: residents have none (decision 024). */
export type FactoredAccount = Account & { strategy: Exclude<Strategy, 'resident'> }
export type FactoredAccounts = Accounts & { strategy: Exclude<Strategy, 'resident'> }

/** What attempts at an account are counted by. */
export const subjectOf = ({ strategy, clientId, accountId }: Account): string => `${strategy}:${clientId ?? ''}:${accountId}`
