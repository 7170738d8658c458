import type { FramePlace } from '../place.ts'
import { addDays, type Day, minutesOf, weekday } from '../../calendar/day.ts'
import { freeSpareFrames, isWeekend } from '../spare-stock.ts'
import { maximumSpareFrames } from '../time-frames.ts'
import type { ArrangeInput } from './arrange-input.ts'

export interface SpareProposal {
  added: FramePlace[]
  /** Free ones that there will be. */
  stock: number
  /** `spare_percent` of the rooms, rounded up. */
  needed: number
  has_weekend: boolean
  /** On no Saturday or Sunday of the period does anybody work, so there can be none. */
  no_weekend_day: boolean
}

/**
 * Spare frames to add so that the stock reaches its share: spread evenly over the last third of the days, when most absences are known,
 * and at least one on a Saturday or Sunday, for residents who work. Dates on which all crews are absent get none. When the last third
 * has no room for more (20 a time frame, G-SCH-22), the earlier days help out.
 */
export const proposeSpareFrames = (input: ArrangeInput): SpareProposal => {
  const { rooms, days, taken, spare_frames, spare_percent } = input
  const places = [...taken, ...rooms.flatMap(({ previous, fixed }) => (fixed && previous !== null ? [previous] : []))]
  const free = freeSpareFrames(spare_frames, days, places)
  const needed = Math.ceil((rooms.length * spare_percent) / 100)
  const stacks = stacksOf(input)
  const late = days.slice(Math.floor((days.length * 2) / 3))
  const weekends = [...new Set(stacks.map(({ place }) => place.date))].filter(isWeekend)
  const { added, add } = adding(stacks)
  const hasWeekend = () => [...free, ...added].some(({ date }) => isWeekend(date))
  if (needed > 0 && !hasWeekend() && !add(late.filter(isWeekend))) add(weekends.slice(-1))
  while (free.length + added.length < needed && (add(late) || add(days)));
  return {
    added,
    stock: free.length + added.length,
    needed,
    has_weekend: hasWeekend(),
    no_weekend_day: weekends.length === 0,
  }
}

/**
 * So many spare frames more, spread over what is left of the period: week by week, first on a Saturday or Sunday, for residents who work,
 * then on the date with the fewest. Fewer where all time frames are full (20 each, G-SCH-22); dates on which all crews are absent get none.
 */
export const fillSpareFrames = (
  input: Pick<ArrangeInput, 'days' | 'time_frames' | 'crews' | 'spare_frames'>,
  missing: number,
): FramePlace[] => {
  const stacks = stacksOf(input)
  const weeks = [...Map.groupBy(input.days, day => addDays(day, -((weekday(day) + 6) % 7))).values()]
  const hasSpare = (day: Day) => stacks.some(({ place, spares }) => place.date === day && spares > 0)
  const { added, add } = adding(stacks)
  const addInWeek = (week: readonly Day[]) => {
    const weekend = week.filter(isWeekend)
    return (!weekend.some(hasSpare) && add(weekend)) || add(week)
  }
  let wasAdded = true
  while (added.length < missing && wasAdded) {
    wasAdded = false
    for (const week of weeks) if (added.length < missing && addInWeek(week)) wasAdded = true
  }
  return added
}

/** `add` puts one more onto the emptiest of these dates and into `added`; false when they are full. */
const adding = (stacks: readonly Stack[]) => {
  const added: FramePlace[] = []
  const add = (dates: readonly Day[]): boolean => {
    const stack = emptiest(stacks, dates)
    if (stack === undefined) return false
    stack.spares++
    added.push({ ...stack.place, frame_number: stack.regular + stack.spares })
    return true
  }
  return { added, add }
}

interface Stack {
  place: Omit<FramePlace, 'frame_number'>
  start: number
  regular: number
  spares: number
}

/** The frames of each time frame of each date on which somebody works; spare ones follow the regular ones. */
const stacksOf = ({
  days,
  time_frames,
  crews,
  spare_frames,
}: Pick<ArrangeInput, 'days' | 'time_frames' | 'crews' | 'spare_frames'>): Stack[] => {
  const counts = Map.groupBy(spare_frames, spare => `${spare.date}/${spare.construction_time_frame_id}`)
  return days
    .filter(date => crews.length === 0 || crews.some(({ absent_dates }) => !absent_dates.includes(date)))
    .flatMap(date =>
      time_frames.map(({ id, start_at, frame_number }) => ({
        place: { date, construction_time_frame_id: id },
        start: minutesOf(start_at),
        regular: frame_number,
        spares: counts.get(`${date}/${id}`)?.length ?? 0,
      })),
    )
}

/** The stack that can take one more: of the date with the fewest spare frames, then with the fewest itself, then the earliest. */
const emptiest = (stacks: readonly Stack[], dates: readonly Day[]): Stack | undefined => {
  const spareDates = new Set(dates)
  const ofDate = new Map<Day, number>()
  for (const { place, spares } of stacks) ofDate.set(place.date, (ofDate.get(place.date) ?? 0) + spares)
  return stacks
    .filter(({ place, spares }) => spareDates.has(place.date) && spares < maximumSpareFrames)
    .toSorted(
      (a, b) =>
        (ofDate.get(a.place.date) ?? 0) - (ofDate.get(b.place.date) ?? 0) ||
        a.spares - b.spares ||
        (a.place.date < b.place.date ? -1 : a.place.date > b.place.date ? 1 : 0) ||
        a.start - b.start ||
        a.place.construction_time_frame_id - b.place.construction_time_frame_id,
    )[0]
}
