import type { ResidentColumns, ResidentRow } from '../queries.ts'

/** What a save changes of a resident. */
export const changedNames = (before: ResidentRow, change: ResidentColumns) =>
  (['login_id', 'name', 'name_kana', 'gender', 'phone', 'own_or_rent', 'email'] as const).filter(
    name => change[name] !== undefined && change[name] !== before[name],
  )

/** The values of some fields, for the erasable part of an event. */
export const valuesOf = (row: ResidentColumns | ResidentRow, names: ReturnType<typeof changedNames>): Record<string, unknown> =>
  Object.fromEntries(names.map(name => [name, row[name] ?? null]))
