import { type CompanysDay, type OwnVisit, visitsOf } from '../own-days.ts'
import { onThisDevice, type VisitHere } from '../on-this-device.ts'

type Kept = Parameters<typeof onThisDevice>[1]

export interface OwnWalk {
  /** The next to go to; null on another day than today, and when all is done. */
  next: VisitHere | null
  /** What comes after it, one building after the other. */
  later: readonly { name: string; visits: readonly VisitHere[] }[]
  left: readonly VisitHere[]
  /** Open and left together. */
  total: number
  /** Of crews that one is not named for, and that are not shown. */
  hidden: number
}

/**
 * The day as somebody walks it: whoever began at a door goes on there, else the first door of the earliest time frame that is still open is
 * the next, whichever building and company it is of (feature 15). What comes after it goes on building by building.
 */
export const ownWalk = (days: readonly CompanysDay[], outbox: Kept, { all, isToday }: { all: boolean; isToday: boolean }): OwnWalk => {
  const walk = visitsOf(days).map(visit => onThisDevice(visit, outbox))
  const shown = walk.filter(({ own }) => all || own)
  const open = shown.filter(({ left }) => !left)
  const begun = open.find(({ arrived_at }) => arrived_at !== null)
  const next = isToday ? (begun ?? byTime(open)[0] ?? null) : null
  const later = Map.groupBy(
    byTime(open.filter(visit => visit !== next)),
    ({ company, construction }) => `${company.cd}/${construction.building_id}`,
  )
  return {
    next,
    later: [...later.values()].map(visits => ({ name: visits[0]?.construction.building_name ?? '', visits })),
    left: shown.filter(({ left }) => left),
    total: shown.length,
    hidden: walk.length - shown.length,
  }
}

/** In one time frame the way stays as it is. HH:MM has the order of its signs; a telephone takes 70 ms to learn the one of a language. */
const byTime = (visits: readonly VisitHere[]): VisitHere[] =>
  visits.toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : startOf(one) > startOf(other) ? 1 : 0))
const startOf = ({ assign }: VisitHere): string => assign?.start_at ?? ''

/** The doors before and after one, in the order in which they are gone to; what is done already is nobody's next. */
export const neighboursOf = (days: readonly CompanysDay[], cd: string, roomId: OwnVisit['id']) => {
  const walk = visitsOf(days)
  const here = walk.find(({ id, company }) => id === roomId && company.cd === cd)
  const own = walk.filter(visit => visit.own || visit === here)
  const at = here === undefined ? -1 : own.indexOf(here)
  if (at < 0) return { before: null, after: null }
  return { before: own[at - 1] ?? null, after: own.slice(at + 1).find(({ status }) => status !== 'completed') ?? null }
}
