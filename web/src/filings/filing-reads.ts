import { type AnswerOf, q, type ReadKey } from '../platform/api/api.ts'

const key = 'GET /api/constructions/:construction_id/filings'
export type Filing = AnswerOf<typeof key>['filings'][number]
/** An item before it is registered: a proposal, or one that somebody writes. */
export type NewFiling = Omit<AnswerOf<typeof key>['proposals'][number], 'due_on'> & { due_on: string | null }

export const filingsOf = (construction_id: number) => q(key, { params: { construction_id } })

/** What a change of the list makes stale: the informations tell of what is due. */
export const filingReads: readonly ReadKey[] = [key, 'GET /api/dashboard', 'GET /api/informations']

export const blankFiling = (): NewFiling => ({ kind: 'other', title: '', due_on: null, until_on: null, note: null })
