import { onConstraint } from '../http/problem.ts'
import type { RowChange } from './row-change.ts'
import { partsOf } from './rows.ts'

/** The id that a statement gave a new row, by what tells the rows apart. A row without one was not written, and nothing may say it was. */
export const idOf = <Key>(ids: ReadonlyMap<Key, number>, key: Key): number => {
  const id = ids.get(key)
  if (id === undefined) throw new Error('a new row has no id')
  return id
}

/**
 * Changes and adds many rows of a list, a thousand at a time: by one statement those that are there, by another the new ones, which
 * answers their ids by `key`. `problems` are the refusals of the table by the name of the constraint. Returns every row with its id,
 * in the order given, for the events.
 */
export const saveRows = async <After extends object, Before>(
  changes: readonly RowChange<After, Before>[],
  statements: {
    update: (rows: readonly (After & { id: number })[]) => Promise<unknown>
    insert: (rows: readonly After[]) => Promise<ReadonlyMap<string, number>>
    key: (row: After) => string
    problems: Record<string, () => Error>
  },
): Promise<(RowChange<After, Before> & { id: number })[]> => {
  const { update, insert, key, problems } = statements
  const saved: (RowChange<After, Before> & { id: number })[] = []
  for (const part of partsOf(changes)) {
    const added = part.flatMap(({ before, after }) => (before ? [] : [after]))
    const changed = part.flatMap(({ before, after }) => (before ? [{ ...after, id: before.id }] : []))
    if (changed.length > 0) await onConstraint(update(changed), problems)
    const ids = added.length > 0 ? await onConstraint(insert(added), problems) : new Map<string, number>()
    saved.push(...part.map(change => ({ ...change, id: change.before?.id ?? idOf(ids, key(change.after)) })))
  }
  return saved
}
