import { describe, expect, it } from 'vitest'
import { type SignboardCorner, signboardCorners, signboardLayout, type SignboardPlace } from './signboard-layout.ts'

const lines = (name: string) => [
  { label: '工事名', value: name },
  { label: '撮影箇所', value: '集合玄関' },
  { label: '施工時期', value: '施工後' },
  { label: '撮影日', value: '2026/11/25' },
  { label: '施工業者', value: '戸口設備株式会社' },
]
const widthOf = (text: string, size: number) =>
  Array.from(text, character => (character < '\u0100' ? 0.56 : 1)).reduce((sum, width) => sum + width, 0) * size

describe.each([
  ['landscape', 4000, 3000],
  ['portrait', 3000, 4000],
  ['panorama', 9000, 1200],
  ['thumbnail', 400, 300],
] as const)('on a %s picture', (_, width, height) => {
  it.each<SignboardPlace>(['board', 'header', 'footer'])('the %s lies inside, and every text inside of it', place => {
    for (const name of ['更新工事', '東京都世田谷区太子堂パークハイツ壱番館インターホン設備および自動火災報知設備更新工事（第２期）']) {
      const { board, labels, values, rules } = signboardLayout(lines(name), { width, height, place, corner: 'lower_left' })
      expect(board.x).toBeGreaterThanOrEqual(0)
      expect(board.y).toBeGreaterThanOrEqual(0)
      expect(board.x + board.width).toBeLessThanOrEqual(width)
      expect(board.y + board.height).toBeLessThanOrEqual(height + 0.01)
      expect(labels).toHaveLength(5)
      expect(values.map(({ text }) => text).join('')).toBe(
        lines(name)
          .map(({ value }) => value)
          .join(''),
      )
      for (const { x, y, size, text } of [...labels, ...values]) {
        expect(x).toBeGreaterThanOrEqual(board.x)
        expect(x + widthOf(text, size)).toBeLessThanOrEqual(board.x + board.width + 0.01)
        expect(y).toBeLessThanOrEqual(board.y + board.height)
        expect(y - size).toBeGreaterThanOrEqual(board.y - size)
        expect(size).toBeGreaterThan(0)
      }
      for (const { y1, y2 } of rules) expect(Math.max(y1, y2)).toBeLessThanOrEqual(board.y + board.height + 0.01)
    }
  })
})

it('stands above, below, or in the corner', () => {
  const at = (place: SignboardPlace, corner: SignboardCorner = 'lower_left') =>
    signboardLayout(lines('工事'), { width: 400, height: 300, place, corner }).board
  expect(at('header').y).toBe(0)
  expect(at('footer').y + at('footer').height).toBe(300)
  expect(at('board').x).toBeGreaterThan(0)
  expect(at('board').width).toBeLessThan(300)
  for (const corner of signboardCorners) {
    const { x, y, width, height } = at('board', corner)
    expect([x < 20, x + width > 380, y < 20, y + height > 280]).toEqual(
      ['left', 'right', 'upper', 'lower'].map(side => corner.includes(side)),
    )
  }
})
