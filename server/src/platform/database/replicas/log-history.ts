/** A place in the write-ahead log, as PostgreSQL writes it (`0/3000148`), as a number that can be compared. */
export const logPosition = (text: string): bigint => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Looks, one a second: a copy that is further behind is as old as it was when it was last seen. */
const most = 600

export interface LogHistory {
  /** The log ended at `position` at the moment `at`, or later. */
  note(at: number, position: bigint): void
  /** The newest moment of which a copy that has replayed the log up to `position` has everything; null: it is not known. */
  momentOf(position: bigint): number | null
}

/**
 * When the primary's log ended where. It tells how old a copy is even when nobody writes (then it has everything, however long ago that
 * was) and when it hears nothing any more, both of which the copy's own clock of its last transaction does not.
 */
export const openLogHistory = (): LogHistory => {
  const noted: { at: number; position: bigint }[] = []
  return {
    note(at, position) {
      noted.push({ at, position })
      if (noted.length > most) noted.shift()
    },
    momentOf: position => noted.findLast(each => each.position <= position)?.at ?? null,
  }
}
