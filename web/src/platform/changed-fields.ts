import { isSame } from './same.ts'

/**
 * What a form changed: the fields of `body` that differ from the body it was laid out with. Rows with an id keep their place and carry, beside
 * the id, what was changed of them; other lists are taken whole. What somebody else changed in the meantime is not sent back as it was.
 */
export const changedFields = <Body extends object>(before: Body, body: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const had = (before as Readonly<Record<string, unknown>>)[name]
      return isSame(value, had) ? [] : [[name, changedRows(had, value)]]
    }),
  ) as Partial<Body>

const changedRows = (before: unknown, rows: unknown): unknown => {
  if (!Array.isArray(before) || !Array.isArray(rows)) return rows
  const byId = new Map((before as unknown[]).filter(isRow).map(row => [row.id, row]))
  return (rows as unknown[]).map(row => {
    const had = isRow(row) ? byId.get(row.id) : undefined
    return isRow(row) && had !== undefined ? { id: row.id, ...changedFields(had, row) } : row
  })
}

const isRow = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
