/*
 * The compiler draws all pages of a document as one SVG, one below the other: for each page a white ground and a group that is moved down,
 * and behind them the glyphs, clips and colours of them all. It indents what it writes, so that what stands first in the tree can be told
 * by its margin.
 */
const ground = /^ {4}<path class="typst-shape" [^>]*d="M 0 0v (\S+) h (\S+) v \S+ Z "\/>$/
const groupStart = /^ {4}<g(?:[ >]|\/>$)/
const groupEnd = /^ {4}(?:<\/g>|<g[^>]*\/>)$/

interface DrawnGround {
  width: string
  height: string
  /** What stands on it; the group itself, which says how far down, is left away. */
  lines: string[]
}

/** The drawing of one page alone, from 1, as large as itself; null where there is no such page. */
export const pageOfDrawing = (svg: string, page: number): string | null => {
  const lines = svg.split('\n')
  const { grounds, rest } = readGrounds(lines.slice(1))
  const drawn = grounds[page - 1]
  if (drawn === undefined) return null
  const { width, height } = drawn
  const head = (lines[0] ?? '').replace(/ viewBox="[^"]*" width="[^"]*" height="[^"]*"/, ` viewBox="0 0 ${width} ${height}"`)
  const back = `<path fill="#fff" d="M 0 0v ${height} h ${width} v -${height} Z"/>`
  return [head, back, ...drawn.lines, ...withoutOthersGlyphs(rest, drawn.lines)].join('\n')
}

const readGrounds = (lines: readonly string[]) => {
  const grounds: DrawnGround[] = []
  const rest: string[] = []
  let open: DrawnGround | undefined
  for (const line of lines) {
    const [isGround, height = '', width = ''] = ground.exec(line) ?? []
    const last = grounds.at(-1)
    if (open !== undefined) {
      if (groupEnd.test(line)) open = undefined
      else open.lines.push(line)
    } else if (isGround !== undefined) grounds.push({ width, height, lines: [] })
    else if (groupStart.test(line) && last !== undefined) open = groupEnd.test(line) ? undefined : last
    else rest.push(line)
  }
  return { grounds, rest }
}

/** Most of a drawing is the shapes of its characters: those that only other pages have would come with every one of them. */
const withoutOthersGlyphs = (rest: readonly string[], drawn: readonly string[]): string[] => {
  const used = new Set(drawn.flatMap(line => /<use [^>]*href="#(\w+)"/.exec(line)?.[1] ?? []))
  let isOthers = false
  return rest.filter(line => {
    const glyph = /^ {8}<symbol id="(\w+)"/.exec(line)?.[1]
    if (glyph !== undefined) isOthers = !used.has(glyph)
    const leave = isOthers
    if (/^ {8}<\/symbol>/.test(line)) isOthers = false
    return !leave
  })
}
