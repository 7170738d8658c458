import type { SignboardLine } from './signboard.ts'

/** Where the board lies on a picture (spec §4): a board in the corner, or a band above or below. */
export type SignboardPlace = 'board' | 'header' | 'footer'

export interface SignboardText {
  x: number
  /** Of the baseline. */
  y: number
  size: number
  text: string
}
export interface SignboardLayout {
  board: { x: number; y: number; width: number; height: number }
  /** Names of the fields, and what stands in them. */
  labels: SignboardText[]
  values: SignboardText[]
  /** Lines between the fields. */
  rules: { x1: number; y1: number; x2: number; y2: number }[]
}

const characters = new Intl.Segmenter('ja', { granularity: 'grapheme' })
/** Width of a text in ems: full-width characters 1, others about half. */
const ems = (text: string): number =>
  [...characters.segment(text.normalize())].reduce(
    (sum, { segment }) => sum + (/^[\u0020-\u00ff\uff61-\uff9f]/.test(segment) ? 0.56 : 1),
    0,
  )

/** A text at the size it asks for, or as small as its room demands. */
const fitted = (text: string, x: number, middle: number, size: number, room: number): SignboardText => {
  const fitting = Math.min(size, room / Math.max(1, ems(text)))
  return { x, y: middle + fitting * 0.36, size: fitting, text }
}

/**
 * The electronic signboard on a picture of `width` × `height` pixels, in the picture's own measures: the same for the preview in a
 * browser and for what the server draws (D-05, G-CON-15).
 */
export const signboardLayout = (
  lines: readonly SignboardLine[],
  { width, height, place }: { width: number; height: number; place: SignboardPlace },
): SignboardLayout => (place === 'board' ? cornerBoard(lines, width, height) : band(lines, width, height, place))

const cornerBoard = (lines: readonly SignboardLine[], width: number, height: number): SignboardLayout => {
  const short = Math.min(width, height)
  const boardWidth = Math.min(width * 0.92, height * 1.2, Math.max(width * 0.3, short * 0.52))
  const margin = short * 0.025
  const row = boardWidth * 0.115
  const board = { x: margin, y: height - margin - row * lines.length, width: boardWidth, height: row * lines.length }
  const column = boardWidth * 0.27
  const pad = row * 0.25
  const size = row * 0.5
  const middle = (at: number) => board.y + row * (at + 0.5)
  return {
    board,
    labels: lines.map(({ label }, at) => fitted(label, board.x + pad, middle(at), size, column - pad * 2)),
    values: lines.map(({ value }, at) => fitted(value, board.x + column + pad, middle(at), size, boardWidth - column - pad * 2)),
    rules: [
      ...lines
        .slice(1)
        .map((_, at) => ({ x1: board.x, y1: board.y + row * (at + 1), x2: board.x + boardWidth, y2: board.y + row * (at + 1) })),
      { x1: board.x + column, y1: board.y, x2: board.x + column, y2: board.y + board.height },
    ],
  }
}

/** Two rows over the whole width: what is long above, what is short below. */
const band = (lines: readonly SignboardLine[], width: number, height: number, place: 'header' | 'footer'): SignboardLayout => {
  const row = Math.min(width, height) * 0.06
  const board = { x: 0, y: place === 'header' ? 0 : height - row * 2, width, height: row * 2 }
  const perRow = Math.ceil(lines.length / 2)
  const rows = [lines.slice(0, lines.length - perRow), lines.slice(lines.length - perRow)]
  const size = row * 0.5
  const layout: SignboardLayout = {
    board,
    labels: [],
    values: [],
    rules: [{ x1: 0, y1: board.y + row, x2: width, y2: board.y + row }],
  }
  for (const [at, fields] of rows.entries()) {
    const cell = width / Math.max(1, fields.length)
    const middle = board.y + row * (at + 0.5)
    for (const [column, { label, value }] of fields.entries()) {
      const x = cell * column
      const named = fitted(label, x + row * 0.25, middle, size * 0.84, cell * 0.34)
      const valueX = named.x + ems(label) * named.size + row * 0.3
      layout.labels.push(named)
      layout.values.push(fitted(value, valueX, middle, size, x + cell - valueX - row * 0.2))
      if (column > 0) layout.rules.push({ x1: x, y1: board.y + row * at, x2: x, y2: board.y + row * (at + 1) })
    }
  }
  return layout
}
