import { signboardLayout, type SignboardCorner, type SignboardPlace, type SignboardText } from './signboard-layout.ts'
import type { SignboardLine } from './signboard.ts'

export interface SignboardPicture {
  width: number
  height: number
  place: SignboardPlace
  corner: SignboardCorner
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What people wrote, as text of an SVG and nothing else; what XML has no place for (controls, halves of characters) is a blank. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- controls are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
    .replaceAll(/[&<>"']/g, character => entities[character] ?? '')

const number = (value: number): string => value.toFixed(2)

/** The board alone, as an SVG of the picture's size to be laid over it (D-05): the only drawing of a board there is. */
export const signboardSvg = (lines: readonly SignboardLine[], picture: SignboardPicture): string => {
  const { width, height } = picture
  const { board, labels, values, rules } = signboardLayout(lines, picture)
  const stroke = Math.min(width, height) / 400
  const text = (weight: number, colour: string) => (one: SignboardText) =>
    `<text x="${number(one.x)}" y="${number(one.y)}" font-size="${number(one.size)}" font-weight="${weight}" fill="${colour}">${escaped(one.text)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Noto Sans JP" xml:lang="ja">`,
    `<rect x="${number(board.x)}" y="${number(board.y)}" width="${number(board.width)}" height="${number(board.height)}" fill="#1d4a37" stroke="#f3efe2" stroke-width="${number(stroke * 2)}"/>`,
    ...rules.map(
      ({ x1, y1, x2, y2 }) =>
        `<line x1="${number(x1)}" y1="${number(y1)}" x2="${number(x2)}" y2="${number(y2)}" stroke="#f3efe2" stroke-opacity="0.75" stroke-width="${number(stroke)}"/>`,
    ),
    ...labels.map(text(400, '#d6e4da')),
    ...values.map(text(700, '#fff')),
    '</svg>',
  ].join('')
}
