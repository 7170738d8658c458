import { photoTimings, type PhotoTiming } from './labels.ts'

interface Slot {
  position: string
  timing: PhotoTiming
}

/** One place at one stage, as a key. */
export const slotKey = ({ position, timing }: Slot): string => `${timing} ${position}`

/**
 * Places in the order in which a craftsman walks: all of them before the work, then all during it, then all after it, because between two
 * stages lies the work itself; within a stage as the construction lists them.
 */
export const cameraOrder = <S extends Slot>(slots: readonly S[]): S[] =>
  photoTimings.flatMap(timing => slots.filter(slot => slot.timing === timing))

interface Walk {
  /** Where the camera stands; null before it was opened. */
  from: Slot | null
  /** Keys of what was photographed, and of what was passed over. */
  filled: ReadonlySet<string>
  skipped: ReadonlySet<string>
}

/** Where the camera goes next: on from where it stands, round to what is empty before it; what was passed over comes last. Null: nothing is empty. */
export const nextEmpty = <S extends Slot>(slots: readonly S[], { from, filled, skipped }: Walk): S | null => {
  const ordered = cameraOrder(slots)
  const at = from === null ? -1 : ordered.findIndex(slot => slotKey(slot) === slotKey(from))
  const empty = [...ordered.slice(at + 1), ...ordered.slice(0, at + 1)].filter(slot => !filled.has(slotKey(slot)))
  return empty.find(slot => !skipped.has(slotKey(slot))) ?? empty[0] ?? null
}
