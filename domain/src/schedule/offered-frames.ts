import { type FramePlace, framePlaceKey } from './place.ts'
import { addDays, compareDays, daysBetween, eachDay, minutesOf, type Day, type TimeOfDay } from '../calendar/day.ts'
import { type Crew, type CrewFrames, isCrewAbsent } from './crews.ts'
import { dayKind, type PrivateAreaPeriod } from './working-days.ts'

export interface OfferFacts extends PrivateAreaPeriod {
  today: Day
  /** Residents choose until the end of this day (G-SCH-10); null sets no limit. */
  schedule_change_end_on: Day | null
  construction_time_frames: readonly {
    id: number
    start_at: TimeOfDay
    end_at: TimeOfDay
    frame_number: number
    crew_frames: readonly CrewFrames[]
  }[]
  crews: readonly Crew[]
  spare_frames: readonly (FramePlace & { released_at: unknown })[]
  /** Frames with a room, and frames that another resident holds just now (D-06). */
  taken: readonly FramePlace[]
  /** A revisit takes from the stock for absences before it takes what others may still choose (D-34). */
  spares_first?: boolean
}

/** One time frame of one date with its free frames: what a resident can ask for. */
export interface OfferedFrame {
  date: Day
  construction_time_frame_id: number
  start_at: TimeOfDay
  end_at: TimeOfDay
  /** Free frame numbers, ascending, or spare ones first; the first is the one to take. */
  frame_numbers: number[]
}

/** ○ available, × full, － closed (G-RES-12). */
export type OfferedDayKind = 'available' | 'full' | 'closed'
export interface OfferedDay {
  date: Day
  kind: OfferedDayKind
  /** Every time frame of an open day, full ones with no frame number; none on a closed day. */
  time_frames: OfferedFrame[]
}

/**
 * The private-area period as a resident sees it (G-SCH-25): open are its working days from tomorrow on, while the
 * deadline lasts (G-SCH-10). Spare frames are stock for absences and are offered only after their release (D-24), and frames of a crew
 * that cannot come that day not at all (D-25).
 */
export const offeredDays = (facts: OfferFacts): OfferedDay[] => {
  const { privately_area_start_on: start, privately_area_end_on: end } = facts
  if (start === null || end === null) return []
  const taken = new Set(facts.taken.map(framePlaceKey))
  return eachDay(start, end).map(date => {
    const time_frames = isOpen(date, facts) ? timeFramesOf(date, facts, taken) : []
    return { date, kind: kindOf(time_frames), time_frames }
  })
}

/** What a dwelling is offered after a visit that found nobody: unreleased spare frames too, and after every deadline (D-34, exception of D-24). */
export const afterAbsence = <Facts extends OfferFacts>(facts: Facts): Facts => ({
  ...facts,
  schedule_change_end_on: null,
  spares_first: true,
  spare_frames: facts.spare_frames.map(spare => ({ ...spare, released_at: spare.released_at ?? true })),
})

/**
 * The office sees every free frame from today on, spare frames included, whatever the residents' deadline; not those of a crew that is
 * away, which are for whoever plans and gives a reason (D-25).
 */
export const forOffice = <Facts extends OfferFacts>(facts: Facts): Facts => ({
  ...facts,
  schedule_change_end_on: null,
  // Days are open from the one after today on; the office may still use today.
  today: addDays(facts.today, -1),
  spare_frames: facts.spare_frames.map(spare => ({ ...spare, released_at: spare.released_at ?? true })),
})

/** A day that somebody names on the telephone: open, or why nobody can come then. */
export const askedDayKinds = ['open', 'past', 'holiday', 'preparation', 'outside'] as const
export type AskedDayKind = (typeof askedDayKinds)[number]

/** One time frame of an asked day: what is left of it, and how much of that is stock for absences (D-24). */
export interface AskedFrame extends Omit<OfferedFrame, 'date' | 'frame_numbers'> {
  free: number
  spare: number
}

export interface AskedDay {
  date: Day
  kind: AskedDayKind
  /** Every time frame of an open day, full ones too; none of any other day. */
  time_frames: AskedFrame[]
}

/** What the office can answer about one day: exactly the frames that its save accepts. */
export const askedDay = (date: Day, facts: OfferFacts): AskedDay => {
  if (date < facts.today) return { date, kind: 'past', time_frames: [] }
  const kind = dayKind(date, facts)
  if (kind !== 'working') return { date, kind, time_frames: [] }
  const taken = new Set(facts.taken.map(framePlaceKey))
  const regular = new Map(facts.construction_time_frames.map(({ id, frame_number }) => [id, frame_number]))
  return {
    date,
    kind: 'open',
    time_frames: timeFramesOf(date, forOffice(facts), taken).map(({ construction_time_frame_id, start_at, end_at, frame_numbers }) => ({
      construction_time_frame_id,
      start_at,
      end_at,
      free: frame_numbers.length,
      spare: frame_numbers.filter(number => number > (regular.get(construction_time_frame_id) ?? 0)).length,
    })),
  }
}

/** The frames a resident may take now, dates and times ascending. */
export const offeredFrames = (facts: OfferFacts): OfferedFrame[] =>
  offeredDays(facts).flatMap(day => day.time_frames.filter(frame => frame.frame_numbers.length > 0))

/**
 * The free frames nearest to a wanted one that somebody else has got (D-06), at most `count`, nearest first;
 * of two equally near the earlier one.
 */
export const nearestFrames = <Frame extends { date: Day; start_at: TimeOfDay }>(
  slot: { date: Day; start_at: TimeOfDay },
  free: readonly Frame[],
  count: number,
): Frame[] => {
  const distance = (frame: Frame) =>
    Math.abs(daysBetween(slot.date, frame.date) * 1440 + minutesOf(frame.start_at) - minutesOf(slot.start_at))
  return free
    .toSorted((a, b) => distance(a) - distance(b) || compareDays(a.date, b.date) || minutesOf(a.start_at) - minutesOf(b.start_at))
    .slice(0, count)
}

const isOpen = (date: Day, facts: OfferFacts): boolean =>
  date > facts.today &&
  (facts.schedule_change_end_on === null || facts.today <= facts.schedule_change_end_on) &&
  dayKind(date, facts) === 'working'

const kindOf = (timeFrames: readonly OfferedFrame[]): OfferedDayKind => {
  if (timeFrames.length === 0) return 'closed'
  return timeFrames.some(frame => frame.frame_numbers.length > 0) ? 'available' : 'full'
}

const timeFramesOf = (date: Day, facts: OfferFacts, taken: ReadonlySet<string>): OfferedFrame[] =>
  facts.construction_time_frames
    .map(timeFrame => {
      const { id, start_at, end_at, frame_number: last } = timeFrame
      const regular = Array.from({ length: last }, (_, i) => i + 1)
      const released = facts.spare_frames
        .filter(spare => spare.date === date && spare.construction_time_frame_id === id && spare.released_at !== null)
        .map(spare => spare.frame_number)
      const isFree = (frame_number: number) => {
        const place = { date, construction_time_frame_id: id, frame_number }
        return !taken.has(framePlaceKey(place)) && !isCrewAbsent(place, timeFrame, facts.crews)
      }
      const frame_numbers = [...regular, ...released]
        .filter(isFree)
        .toSorted((a, b) => (facts.spares_first ? Number(a <= last) - Number(b <= last) : 0) || a - b)
      return { date, construction_time_frame_id: id, start_at, end_at, frame_numbers }
    })
    .toSorted((a, b) => minutesOf(a.start_at) - minutesOf(b.start_at))
