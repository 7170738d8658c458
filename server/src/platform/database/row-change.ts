/**
 * One of many rows that are saved together, as an import brings them: new without `before`. `after` is what the form of the row
 * made of it, with every field; `before` is the row as it was locked.
 */
export interface RowChange<After, Before = After> {
  before: (Before & { id: number }) | null
  after: After
}

/** The fields of a changed row that are others now, before and after, for its event. */
export const changedFields = <R extends object>(
  before: R,
  after: R,
  names: readonly (keyof R & string)[],
): { before: Partial<R>; after: Partial<R> } => {
  const changed = names.filter(name => before[name] !== after[name])
  const pick = (row: R) => Object.fromEntries(changed.map(name => [name, row[name]])) as Partial<R>
  return { before: pick(before), after: pick(after) }
}
