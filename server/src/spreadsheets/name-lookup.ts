import { type Cell, forComparison, type ReadCell, readText } from '@toguchi/domain/spreadsheets/read-cell'

/** A column that names a row of another list: its name in the file, its id in the form. */
export const nameLookup = (
  rows: readonly { id: number; name: string }[],
): { read: ReadCell; write: (id: unknown) => string; choices: string[] } => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const exact = new Map(rows.map(({ id, name }) => [name, id]))
  const alike = new Map(rows.map(({ id, name }) => [forComparison(name), id]))
  const read = (cell: Cell) => {
    const reading = readText(cell)
    if (!('value' in reading) || typeof reading.value !== 'string') return reading
    const id = exact.get(typeof cell === 'string' ? cell : '') ?? exact.get(reading.value) ?? alike.get(forComparison(reading.value))
    return id === undefined ? { refusal: `の「${reading.value}」は登録されていません` } : { value: id }
  }
  return { read, write: id => names.get(id as number) ?? '', choices: rows.map(({ name }) => name) }
}
