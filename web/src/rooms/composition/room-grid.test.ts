import { describe, expect, it } from 'vitest'
import {
  attributesOf,
  countRooms,
  fill,
  generate,
  gridOf,
  mergeGrids,
  newBlock,
  rename,
  repeatedCells,
  roomsGone,
  sizeFor,
  withBlock,
  withNewBlock,
  withoutBlock,
} from './room-grid.ts'

const block = { ...newBlock(), floor_number: 2, room_number_per_floor: 2 }

describe('the room composition grid', () => {
  it('lays names by the settings, over all cells or into the empty ones, and keeps the rooms that stand there', () => {
    const shop = gridOf([block], [{ id: 7, block_position: 1, row: 1, col: 1, name: '店舗' }])
    const before = withBlock(shop, 1, { initials: 'A', floor_start: 3 })
    const over = generate(before, 1, 'all cells')
    expect(attributesOf(over)).toContainEqual({ id: 7, block_position: 1, row: 1, col: 1, name: 'A301' })
    expect(countRooms(over)).toBe(4)
    const into = generate(before, 1, 'empty cells')
    expect(Object.fromEntries(into.floors)).toEqual({ '1:1': ['店舗', 'A302'], '1:2': ['A401', 'A402'] })
  })

  it('keeps names for a block that grows again, and moves later wings up when one is taken away', () => {
    const two = gridOf(
      [block, { ...block, name: '東棟' }],
      [
        { id: 1, block_position: 1, row: 2, col: 2, name: '202' },
        { id: 2, block_position: 2, row: 1, col: 1, name: 'E101' },
      ],
    )
    expect(withNewBlock(gridOf([block], [])).blocks.map(({ name }) => name)).toEqual(['1棟', '2棟'])
    const lower = withBlock(two, 1, { floor_number: 1 })
    expect(countRooms(lower)).toBe(1)
    expect(attributesOf(lower).filter(cell => '_destroy' in cell)).toMatchObject([{ id: 1 }])
    expect(countRooms(withBlock(lower, 1, { floor_number: 2 }))).toBe(2)
    expect(attributesOf(withoutBlock(two, 1))).toEqual([
      { id: 2, block_position: 1, row: 1, col: 1, name: 'E101' },
      { id: 1, block_position: 1, row: 1, col: 1, name: '', _destroy: true },
    ])
  })

  it('lays my changes over theirs, and says what they changed', () => {
    const cells = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, block_position: 1, row: 1, col: at + 1, name }))
    const base = gridOf([block], cells(['101', '102']))
    const theirs = gridOf([block], cells(['P101', '102']))
    const merged = mergeGrids(base, rename(base, '1:1:2', 'Q102'), theirs)
    expect(merged?.grid.floors.get('1:1')).toEqual(['P101', 'Q102'])
    expect(merged?.changes).toEqual([{ before: '101', theirs: 'P101', mine: null }])
    const contested = mergeGrids(base, rename(base, '1:1:1', 'Q101'), theirs)
    expect(contested?.grid.floors.get('1:1')).toEqual(['Q101', '102'])
    expect(contested?.changes).toEqual([{ before: '101', theirs: 'P101', mine: 'Q101' }])
    expect(mergeGrids(base, withoutBlock(base, 1), theirs)).toBeNull()
  })

  it('removes the room of an emptied cell and of a floor that is no more', () => {
    const cells = [1, 2].map(row => ({ id: row, block_position: 1, row, col: 1, name: `${row}01` }))
    const emptied = rename(gridOf([block], cells), '1:1:1', ' ')
    expect(attributesOf(emptied).filter(cell => '_destroy' in cell)).toMatchObject([{ id: 1 }])
    const lower = withBlock(gridOf([block], cells), 1, { floor_number: 1 })
    expect(attributesOf(lower).filter(cell => '_destroy' in cell)).toMatchObject([{ id: 2 }])
  })

  it('lays a table from a spreadsheet down the building, and nothing outside of it', () => {
    const filled = fill(gridOf([block], []), '1:2:1', [['201', '202', '203'], ['101', '102', '103'], ['地下']])
    expect(Object.fromEntries(filled.floors)).toEqual({ '1:1': ['101', '102'], '1:2': ['201', '202'] })
    expect(filled.floors.get('1:2')).toBe(rename(filled, '1:1:1', '玄関').floors.get('1:2'))
  })

  it('grows for a table that has no place in it, upwards and to the right, up to what a block may be', () => {
    const grid = gridOf([block], [{ id: 7, block_position: 1, row: 1, col: 1, name: '101' }])
    expect(sizeFor(grid, '1:2:1', [['201', '202', ''], ['101']])).toBeNull()
    const table = [['301', '302', '303'], ['201'], ['101'], ['', '']]
    expect(sizeFor(grid, '1:2:1', table)).toEqual({ floor_number: 3, room_number_per_floor: 3, from: '1:3:1' })
    const grown = fill(withBlock(grid, 1, { floor_number: 3, room_number_per_floor: 3 }), '1:3:1', table)
    expect(Object.fromEntries(grown.floors)).toEqual({ '1:1': ['101'], '1:2': ['201'], '1:3': ['301', '302', '303'] })
    expect(attributesOf(grown)).toContainEqual({ id: 7, block_position: 1, row: 1, col: 1, name: '101' })
    expect(
      sizeFor(
        grid,
        '1:2:1',
        Array.from({ length: 101 }, (_, at) => [`${at}`]),
      ),
    ).toBe('too large')
  })

  it('names the rooms that are gone, by what they were called when it was begun', () => {
    const base = gridOf(
      [block],
      [1, 2].map(row => ({ id: row, block_position: 1, row, col: 1, name: `${row}01` })),
    )
    expect(roomsGone(base, rename(rename(base, '1:1:1', ''), '1:2:1', '201A'))).toEqual([{ id: 1, name: '101' }])
    expect(roomsGone(base, withBlock(base, 1, { floor_number: 1 }))).toEqual([{ id: 2, name: '201' }])
    expect(roomsGone(base, base)).toEqual([])
  })

  it('finds names that are the same after width and blanks', () => {
    const grid = gridOf(
      [block],
      [
        { block_position: 1, row: 1, col: 1, name: '101' },
        { block_position: 1, row: 1, col: 2, name: ' １０１' },
        { block_position: 1, row: 2, col: 1, name: '' },
        { block_position: 1, row: 2, col: 2, name: '' },
      ],
    )
    expect([...repeatedCells(grid)]).toEqual(['1:1:1', '1:1:2'])
  })
})
