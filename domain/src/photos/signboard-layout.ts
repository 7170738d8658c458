import type { SignboardLine } from './signboard.ts'

/** Where the board lies on a picture (spec §4): a board in the corner, or a band above or below. */
export type SignboardPlace = 'board' | 'header' | 'footer'

/** Where a board in the corner lies; bands know no corner. */
export const signboardCorners = ['lower_left', 'lower_right', 'upper_left', 'upper_right'] as const
export type SignboardCorner = (typeof signboardCorners)[number]
export const signboardCornerLabels: Readonly<Record<SignboardCorner, string>> = {
  lower_left: '左下',
  lower_right: '右下',
  upper_left: '左上',
  upper_right: '右上',
}

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

/** Of what is too long to be read on one line, two smaller ones. */
const inTwo = (text: string, x: number, middle: number, size: number, room: number): SignboardText[] => {
  const whole = ems(text)
  if (whole * size * 0.7 <= room) return [fitted(text, x, middle, size, room)]
  const segments = [...characters.segment(text)].map(({ segment }) => segment)
  const half = segments.findIndex((_, at) => ems(segments.slice(0, at + 1).join('')) >= whole / 2) + 1
  const parts = [segments.slice(0, half).join(''), segments.slice(half).join('')]
  return parts.map((part, at) => fitted(part, x, middle + (at - 0.5) * size * 0.86, size * 0.76, room))
}

/**
 * The electronic signboard on a picture of `width` × `height` pixels, in the picture's own measures (D-05, G-CON-15).
 */
export const signboardLayout = (
  lines: readonly SignboardLine[],
  { width, height, place, corner }: { width: number; height: number; place: SignboardPlace; corner: SignboardCorner },
): SignboardLayout => (place === 'board' ? cornerBoard(lines, width, height, corner) : band(lines, width, height, place))

const cornerBoard = (lines: readonly SignboardLine[], width: number, height: number, corner: SignboardCorner): SignboardLayout => {
  const short = Math.min(width, height)
  const boardWidth = Math.min(width * 0.92, height * 1.2, Math.max(width * 0.3, short * 0.52))
  const margin = short * 0.025
  const row = Math.min(boardWidth * 0.115, (height - margin * 2) / lines.length)
  const board = {
    x: corner.endsWith('left') ? margin : width - margin - boardWidth,
    y: corner.startsWith('upper') ? margin : height - margin - row * lines.length,
    width: boardWidth,
    height: row * lines.length,
  }
  const column = boardWidth * 0.27
  const pad = row * 0.25
  const size = row * 0.5
  const middle = (at: number) => board.y + row * (at + 0.5)
  return {
    board,
    labels: lines.map(({ label }, at) => fitted(label, board.x + pad, middle(at), size, column - pad * 2)),
    values: lines.flatMap(({ value }, at) => inTwo(value, board.x + column + pad, middle(at), size, boardWidth - column - pad * 2)),
    rules: [
      ...lines
        .slice(1)
        .map((_, at) => ({ x1: board.x, y1: board.y + row * (at + 1), x2: board.x + boardWidth, y2: board.y + row * (at + 1) })),
      { x1: board.x + column, y1: board.y, x2: board.x + column, y2: board.y + board.height },
    ],
  }
}

/** What a field wants of a row's width, in ems; a short one still has a place. */
const wishOf = ({ label, value }: SignboardLine): number => Math.max(4, ems(label) * 0.84 + ems(value) + 1.2)

/** In their order, about as much in either of two rows. */
const inTwoRows = (lines: readonly SignboardLine[]): (readonly SignboardLine[])[] => {
  const widest = (split: number) =>
    Math.max(...[lines.slice(0, split), lines.slice(split)].map(row => row.reduce((sum, line) => sum + wishOf(line), 0)))
  const splits = lines.slice(1).map((_, at) => at + 1)
  const best = splits.toSorted((one, other) => widest(one) - widest(other))[0] ?? lines.length
  return [lines.slice(0, best), lines.slice(best)]
}

/** Two rows over the whole width; who has more to say gets more of it. */
const band = (lines: readonly SignboardLine[], width: number, height: number, place: 'header' | 'footer'): SignboardLayout => {
  const row = Math.min(width, height) * 0.06
  const board = { x: 0, y: place === 'header' ? 0 : height - row * 2, width, height: row * 2 }
  const size = row * 0.5
  const layout: SignboardLayout = {
    board,
    labels: [],
    values: [],
    rules: [{ x1: 0, y1: board.y + row, x2: width, y2: board.y + row }],
  }
  for (const [at, fields] of inTwoRows(lines).entries()) {
    const middle = board.y + row * (at + 0.5)
    const wishes = fields.reduce((sum, line) => sum + wishOf(line), 0)
    let x = 0
    for (const line of fields) {
      const cell = (width * wishOf(line)) / wishes
      const named = fitted(line.label, x + row * 0.25, middle, size * 0.84, cell * 0.34)
      const valueX = named.x + ems(line.label) * named.size + row * 0.3
      layout.labels.push(named)
      layout.values.push(fitted(line.value, valueX, middle, size, x + cell - valueX - row * 0.2))
      if (x > 0) layout.rules.push({ x1: x, y1: board.y + row * at, x2: x, y2: board.y + row * (at + 1) })
      x += cell
    }
  }
  return layout
}
