import { groupPhotos, layOutLedger, type LedgerGroup } from '@toguchi/domain/photo-ledgers/lay-out'
import { type LedgerChoices, mostRowsBesideOf } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { useMemo } from 'react'
import type { AnswerOf } from '../platform/api/api.ts'
import { onSessionEnd } from '../platform/session/session.ts'
import { createStore, useStore } from '../platform/store.ts'

type Answer = AnswerOf<'GET /api/constructions/:construction_id/photo_ledger'>
export type LastLedger = NonNullable<Answer['last']>
/** A photo as it is laid out. */
export type LedgerPhoto = Omit<Answer['photos'][number], 'filming_at'> & { filming_at: Date }

export interface Ledger {
  choices: LedgerChoices
  choose(change: Partial<LedgerChoices>): void
  /** All photos under their headings, those that are left out among them. */
  groups: LedgerGroup<LedgerPhoto>[]
  leftOut: ReadonlySet<string>
  /** Leaves photos out, or takes them back. */
  leaveOut(uuids: readonly string[], out: boolean): void
  /** The numbers that photos get on paper. */
  numbers: ReadonlyMap<string, number>
  /** How many there are in all, and how many pages those make that are not left out. */
  photos: number
  pages: number
}

/** What was chosen in this tab and not made yet, by construction; what was made the server remembers. */
const drafts = createStore<ReadonlyMap<number, LedgerChoices>>(new Map())
onSessionEnd(() => drafts.set(new Map()))

export const useLedger = (constructionId: number, answer: Answer | undefined): Ledger | null => {
  const choices = useStore(drafts).get(constructionId) ?? answer?.choices
  const listed = answer?.photos
  const photos = useMemo(() => listed?.map(photo => ({ ...photo, filming_at: new Date(photo.filming_at) })) ?? [], [listed])
  const order = choices?.order ?? 'room'
  const groups = useMemo(() => groupPhotos(photos, order), [photos, order])
  const leftOut = useMemo(() => new Set(choices?.left_out), [choices?.left_out])
  if (choices === undefined) return null
  const printed = groupPhotos(
    photos.filter(({ uuid }) => !leftOut.has(uuid)),
    order,
  )
  const { pages } = layOutLedger(printed, choices)
  const shown = pages.flatMap(rows => rows.flatMap(({ cells }) => cells.flatMap(cell => cell?.uuid ?? [])))
  const choose = (change: Partial<LedgerChoices>) => {
    const next = { ...choices, ...change }
    const most = mostRowsBesideOf(next.orientation)
    const fitting = next.beside && next.per_page > most ? most : next.per_page
    drafts.set(new Map([...drafts.get(), [constructionId, { ...next, per_page: fitting }]]))
  }
  return {
    choices,
    choose,
    groups,
    leftOut,
    leaveOut: (uuids, out) => choose({ left_out: [...(out ? leftOut.union(new Set(uuids)) : leftOut.difference(new Set(uuids)))] }),
    numbers: new Map(shown.map((uuid, at) => [uuid, at + 1])),
    photos: photos.length,
    pages: shown.length === 0 ? 0 : pages.length + (choices.cover ? 1 : 0),
  }
}
