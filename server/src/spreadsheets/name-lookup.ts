import { type Cell, forComparison, type ReadCell, readText } from '@toguchi/domain/spreadsheets/read-cell'

/**
 * A column that names a row of another list: its name in the file, its id in the form. A name is taken as it is written, else as it
 * compares; one that several rows go by then means none of them.
 */
export const nameLookup = (
  rows: readonly { id: number; name: string }[],
): { read: ReadCell; write: (id: unknown) => string; choices: string[] } => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const exact = Map.groupBy(rows, ({ name }) => name)
  const alike = Map.groupBy(rows, ({ name }) => forComparison(name))
  const read = (cell: Cell) => {
    const reading = readText(cell)
    if (!('value' in reading) || typeof reading.value !== 'string') return reading
    const typed = typeof cell === 'string' ? cell : ''
    const [match, ...others] = exact.get(typed) ?? exact.get(reading.value) ?? alike.get(forComparison(reading.value)) ?? []
    if (!match) return { refusal: `の「${reading.value}」は登録されていません` }
    return others.length === 0
      ? { value: match.id }
      : { refusal: `の「${reading.value}」にあてはまるものが${others.length + 1}件あります。登録されている名称のとおりに入力してください` }
  }
  return { read, write: id => names.get(id as number) ?? '', choices: rows.map(({ name }) => name) }
}
