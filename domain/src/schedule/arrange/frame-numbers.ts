import { crewOfFrame, type CrewFrames } from '../crews.ts'
import type { ArrangeRoom } from './arrange-input.ts'
import { isInSlot, type TimeFrameSlot } from './slots.ts'

/**
 * Frame numbers for the rooms of one slot, given in the order of walking; there are enough frames. The rooms are shared among the crews
 * after what each can do, neighbours to the same crew. With `keep` a room that was in the slot before keeps its number: nobody is told
 * of a move that is none.
 */
export const numberFrames = (
  slot: TimeFrameSlot,
  rooms: readonly ArrangeRoom[],
  crewFrames: readonly CrewFrames[],
  keep: boolean,
): Map<number, number> => {
  const kept = new Map<number, number>()
  for (const { id, previous } of keep ? rooms : [])
    if (previous !== null && isInSlot(previous, slot) && slot.frame_numbers.includes(previous.frame_number))
      kept.set(id, previous.frame_number)
  const taken = new Set(kept.values())
  const crews = [...Map.groupBy(slot.frame_numbers, number => crewOfFrame(crewFrames, number)).values()].map(numbers => ({
    size: numbers.length,
    free: numbers.filter(number => !taken.has(number)),
    taking: 0,
  }))
  const comers = rooms.filter(({ id }) => !kept.has(id))
  for (let count = comers.length; count > 0; count--) {
    const next = crews.filter(({ free, taking }) => taking < free.length).toSorted((a, b) => load(a) - load(b))[0]
    if (next === undefined) throw new Error('the slot has fewer frames than rooms')
    next.taking++
  }
  const numbers = crews.flatMap(({ free, taking }) => free.slice(0, taking))
  return new Map([...kept, ...comers.map(({ id }, at) => [id, numbers[at]!] as const)])
}

/** How full a crew is with half of one more: of two equally full crews the larger comes first, and a small one is not left out. */
const load = ({ size, free, taking }: { size: number; free: readonly number[]; taking: number }) =>
  (size - free.length + taking + 0.5) / size
