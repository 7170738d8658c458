import { type FramePlace, framePlaceKey } from './place.ts'
import { type Day, weekday } from '../calendar/day.ts'

export interface SpareStockFacts {
  /** Working days that have not passed. */
  days: readonly Day[]
  spare_frames: readonly FramePlace[]
  /** Places of rooms; those on regular frames do not matter. */
  places: readonly FramePlace[]
  /** Rooms that are not done yet. */
  rooms: number
  /** Visits so far, and how many of them ended with a new date because nobody was there. */
  visits: number
  reschedules: number
}

export type SpareStockLevel = 'green' | 'amber' | 'red'

export interface SpareStock {
  /** Free spare frames on the days. */
  stock: number
  /** How many absences are to be expected. */
  needed: number
  /** Share of visits at which nobody is there, 0 to 1. */
  absence_rate: number
  /** Whether the rate was observed here; else it is the usual one. */
  observed: boolean
  /** Amber: fewer than needed; red: not half of them. */
  level: SpareStockLevel
  /** One of the free ones lies on a Saturday or Sunday, for residents who work. */
  has_weekend: boolean
}

/** Before so many visits their share of absences says little. */
const enoughVisits = 20
const usualAbsenceRate = 0.1

/** Spare frames as a managed stock (D-24): what is left against what will be needed. */
export const spareStock = ({ days, spare_frames, places, rooms, visits, reschedules }: SpareStockFacts): SpareStock => {
  const free = freeSpareFrames(spare_frames, days, places)
  const observed = visits >= enoughVisits
  const absence_rate = observed ? reschedules / visits : usualAbsenceRate
  const needed = observed ? Math.ceil((rooms * reschedules) / visits) : Math.ceil(rooms / 10)
  const stock = free.length
  return {
    stock,
    needed,
    absence_rate,
    observed,
    level: stock >= needed ? 'green' : stock * 2 >= needed ? 'amber' : 'red',
    has_weekend: free.some(({ date }) => isWeekend(date)),
  }
}

/** Spare frames on the days that no room stands in. */
export const freeSpareFrames = <Frame extends FramePlace>(
  spareFrames: readonly Frame[],
  days: readonly Day[],
  places: readonly FramePlace[],
): Frame[] => {
  const open = new Set(days)
  const occupied = new Set(places.map(framePlaceKey))
  return spareFrames.filter(spare => open.has(spare.date) && !occupied.has(framePlaceKey(spare)))
}

export const isWeekend = (date: Day): boolean => weekday(date) % 6 === 0
