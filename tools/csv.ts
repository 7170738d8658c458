/** The rows of a CSV text (RFC 4180: quotes, doubled quotes, line breaks inside), by the names of its header. */
export const readCsv = (text: string): Record<string, string>[] => {
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''))
  return rows.filter(row => row.some(cell => cell !== '')).map(row => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
}

const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows
}
