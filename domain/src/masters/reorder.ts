/** A list with the row at `from` standing at `to`, both counted from 0; a place beyond the end is the end. */
export const moved = <T>(rows: readonly T[], from: number, to: number): T[] => {
  const row = rows[from]
  if (row === undefined) return [...rows]
  const rest = rows.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, row)
}
