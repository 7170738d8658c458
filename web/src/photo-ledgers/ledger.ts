import { groupPhotos, layOutLedger, type LedgerGroup } from '@toguchi/domain/photo-ledgers/lay-out'
import { type LedgerChoices, mostRowsBesideOf } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { useMemo } from 'react'
import type { AnswerOf } from '../platform/api/api.ts'
import { onSessionEnd } from '../platform/session/session.ts'
import { createStore } from '../platform/store.ts'
import { useStore } from '../platform/use-store.ts'

type Answer = AnswerOf<'GET /api/constructions/:construction_id/photo_ledger'>
export type LastLedger = NonNullable<Answer['last']>
export type LedgerJob = Answer['jobs'][number]
/** A photo as it is laid out. */
export type LedgerPhoto = Omit<Answer['photos'][number], 'filming_at'> & { filming_at: Date }

export interface Ledger {
  choices: LedgerChoices
  /** What the person asked for last, in each format. */
  jobs: readonly LedgerJob[]
  choose(change: Partial<LedgerChoices>): void
  /** Gives up what was chosen since the last ledger that was made; null where nothing was. */
  startOver: (() => void) | null
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

/**
 * What was chosen and not made yet, by construction; what was made the server remembers. Hundreds of photos are left out by hand: this
 * browser keeps that until it is made, given up, or the person signs out; each construction for itself, for another tab may be at another.
 */
const keyOf = (constructionId: number) => `ledger-draft-2/${constructionId}`
const keys = (): string[] => Object.keys(localStorage).filter(key => key.startsWith(keyOf(0).slice(0, -1)))
const keptDrafts = (): [number, LedgerChoices][] => {
  try {
    return keys().map(key => [Number(key.split('/')[1]), JSON.parse(localStorage.getItem(key) ?? '') as LedgerChoices])
  } catch {
    return []
  }
}
const drafts = createStore<ReadonlyMap<number, LedgerChoices>>(new Map(keptDrafts()))
const setDraft = (constructionId: number, draft: LedgerChoices | null) => {
  const others = [...drafts.get()].filter(([id]) => id !== constructionId)
  drafts.set(new Map(draft === null ? others : [...others, [constructionId, draft]]))
  try {
    if (draft === null) localStorage.removeItem(keyOf(constructionId))
    else localStorage.setItem(keyOf(constructionId), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing keeps them until the page is left.
  }
}
onSessionEnd(() => {
  drafts.set(new Map())
  for (const key of keys()) localStorage.removeItem(key)
})

/** What was chosen is made: the server remembers it from now on, unless something else was chosen meanwhile. */
export const forgetDraft = (constructionId: number, made: LedgerChoices) => {
  const draft = drafts.get().get(constructionId)
  if (draft !== undefined && sameChoices(draft, made)) setDraft(constructionId, null)
}

/** Whether two ledgers of the same photos would be alike. */
export const sameChoices = (one: LedgerChoices, other: LedgerChoices): boolean =>
  (['order', 'per_page', 'orientation', 'with_signboard', 'beside', 'cover'] as const).every(name => one[name] === other[name]) &&
  one.left_out.toSorted().join() === other.left_out.toSorted().join()

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
  const { pages, numbers } = layOutLedger(printed, choices)
  const choose = (change: Partial<LedgerChoices>) => {
    const next = { ...choices, ...change }
    const most = mostRowsBesideOf(next.orientation)
    const fitting = next.beside && next.per_page > most ? most : next.per_page
    setDraft(constructionId, { ...next, per_page: fitting })
  }
  return {
    choices,
    jobs: answer?.jobs ?? [],
    choose,
    startOver: answer === undefined || sameChoices(choices, answer.choices) ? null : () => setDraft(constructionId, null),
    groups,
    leftOut,
    leaveOut: (uuids, out) =>
      choose({ left_out: [...(out ? new Set([...leftOut, ...uuids]) : [...leftOut].filter(uuid => !uuids.includes(uuid)))] }),
    numbers: new Map([...numbers].map(([{ uuid }, number]) => [uuid, number])),
    photos: photos.length,
    pages: numbers.size === 0 ? 0 : pages.length + (choices.cover ? 1 : 0),
  }
}
