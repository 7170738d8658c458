import type { Strategy } from '../platform/identity.ts'

/** An account of one of six kinds: of a client, or of the platform. */
export interface Account {
  strategy: Strategy
  clientId: number | null
  accountId: number
}
/** Accounts of one kind. */
export interface Accounts {
  strategy: Strategy
  clientId: number | null
  accountIds: readonly number[]
}

/** What attempts at an account are counted by. */
export const subjectOf = ({ strategy, clientId, accountId }: Account): string => `${strategy}:${clientId ?? ''}:${accountId}`
