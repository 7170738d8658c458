import { describe, expect, test } from 'vitest'
import { duplicateNames, generateRoomNames, nameForComparison, roomBlockDefaults, roomName, type RoomBlock } from './room-names.ts'

const block = (changed: Partial<RoomBlock>): RoomBlock => ({ ...roomBlockDefaults, floor_number: 1, room_number_per_floor: 5, ...changed })
const names = (changed: Partial<RoomBlock>) => generateRoomNames(block(changed)).map(({ name }) => name)

test.each([
  [{ initials: 'A', floor: 2, col: 3, digits: 2 }, 'A203'],
  [{ initials: '', floor: 12, col: 3, digits: 3 }, '12003'],
  [{ initials: '', floor: 12, col: 3, digits: 1 }, '123'],
  [{ initials: '', floor: 1, col: 12, digits: 1 }, '112'],
])('%j is %s', (parts, name) => expect(roomName(parts)).toBe(name))

describe('generateRoomNames', () => {
  test('counts floors up from the first and columns from 1', () => {
    expect(generateRoomNames(block({ floor_number: 2, room_number_per_floor: 2, floor_start: 3, initials: 'B' }))).toEqual([
      { row: 1, col: 1, name: 'B301' },
      { row: 1, col: 2, name: 'B302' },
      { row: 2, col: 1, name: 'B401' },
      { row: 2, col: 2, name: 'B402' },
    ])
  })

  test('skips a column number ending in 4, without losing a room', () =>
    expect(names({ except_for_lower_digit_four: true })).toEqual(['101', '102', '103', '105', '106']))

  test('skips a column number ending in 9', () => {
    const nine = names({ except_for_lower_digit_nine: true, room_number_per_floor: 9 })
    expect(nine).not.toContain('109')
    expect(nine.at(-1)).toBe('110')
  })

  test('skips 14, 19, 24 too, and never a floor', () => {
    const both = { except_for_lower_digit_four: true, except_for_lower_digit_nine: true }
    expect(names({ ...both, room_number_per_floor: 20 }).at(-1)).toBe('125')
    expect(names({ ...both, floor_start: 4, room_number_per_floor: 1 })).toEqual(['401'])
  })

  test('gives as many names as the grid has cells, whatever is skipped', () => {
    for (let n = 1; n <= 40; n++) {
      for (const four of [false, true]) {
        const all = names({
          room_number_per_floor: n,
          floor_number: 3,
          except_for_lower_digit_four: four,
          except_for_lower_digit_nine: !four,
        })
        expect(all.length).toBe(3 * n)
        expect(all.filter(name => name.endsWith(four ? '4' : '9'))).toEqual([])
      }
    }
  })
})

test('names are compared trimmed and in NFKC; empty cells are none', () => {
  expect(nameForComparison('　１０１ ')).toBe('101')
  const cells = ['101', '１０１', ' 102', '103', '', null, ' ', 'a1', 'A1', '103'].map(name => ({ name }))
  expect([...duplicateNames(cells)]).toEqual(['101', '103'])
  expect(duplicateNames([]).size).toBe(0)
})
