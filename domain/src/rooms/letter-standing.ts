import type { Day } from '../calendar/day.ts'
import type { RoomStatus } from './labels.ts'

/** What a first letter can still ask of a dwelling: whether its date suits; nothing, as it is settled; nothing but by telephone, as the deadline is over. */
export const letterStandings = ['open', 'settled', 'late'] as const
export type LetterStanding = (typeof letterStandings)[number]

interface VisitOfLetter {
  /** Null where nothing is planned. */
  date: Day | null
  status: RoomStatus
  /** Somebody agreed to the date (確). */
  confirmed: boolean
  /** The last day on which the dwelling may change its date (`dateChangeEndOf`); null without a deadline. */
  change_until: Day | null
}

/**
 * How a dwelling stands when its first letter is printed (decision 069): one whose date is settled, or that may not change it any more, is
 * not asked about it. A dwelling without a date, and one that was visited in vain, is asked whatever day it is.
 */
export const letterStanding = ({ date, status, confirmed, change_until }: VisitOfLetter, today: Day): LetterStanding => {
  if (date === null || status !== 'waiting') return 'open'
  if (confirmed) return 'settled'
  return change_until !== null && change_until < today ? 'late' : 'open'
}

/** 「日程が決まっている3戸、締切を過ぎた2戸」; null where nobody stands so. */
export const letterStandingText = (rooms: readonly { standing: LetterStanding }[]): string | null => {
  const words = { settled: '日程が決まっている', late: '締切を過ぎた' } as const
  const parts = (['settled', 'late'] as const).flatMap(standing => {
    const count = rooms.filter(room => room.standing === standing).length
    return count === 0 ? [] : [`${words[standing]}${count}戸`]
  })
  return parts.length === 0 ? null : parts.join('、')
}
