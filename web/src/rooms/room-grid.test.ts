import { describe, expect, it } from 'vitest'
import { attributesOf, countRooms, fill, gridOf, newBlock, outside, regenerate, rename, repeatedCells } from './room-grid.ts'

const block = { ...newBlock(), floor_number: 2, room_number_per_floor: 2 }

describe('the room composition grid', () => {
  it('lays names by the settings and keeps the rooms that stand there', () => {
    const before = gridOf([block], [{ id: 7, block_position: 1, row: 1, col: 1, name: '店舗' }])
    const after = regenerate(before, 1, { ...block, initials: 'A', floor_start: 3 })
    expect(attributesOf(after)).toContainEqual({ id: 7, block_position: 1, row: 1, col: 1, name: 'A301' })
    expect(countRooms(after)).toBe(4)
  })

  it('removes the room of an emptied cell and of a floor that is no more', () => {
    const cells = [1, 2].map(row => ({ id: row, block_position: 1, row, col: 1, name: `${row}01` }))
    const emptied = rename(gridOf([block], cells), '1:1:1', ' ')
    expect(attributesOf(emptied).filter(cell => '_destroy' in cell)).toMatchObject([{ id: 1 }])
    const lower = regenerate(gridOf([block], cells), 1, { ...block, floor_number: 1 })
    expect(attributesOf(lower).filter(cell => '_destroy' in cell)).toMatchObject([{ id: 2 }])
  })

  it('lays a table from a spreadsheet down the building, and nothing outside of it', () => {
    const filled = fill(gridOf([block], []), '1:2:1', [['201', '202', '203'], ['101', '102', '103'], ['地下']])
    expect(Object.fromEntries(filled.floors)).toEqual({ '1:1': ['101', '102'], '1:2': ['201', '202'] })
    expect(outside(gridOf([block], []), '1:2:1', [['201', '202', '203'], ['101', '102', ''], ['地下']])).toBe(2)
    expect(filled.floors.get('1:2')).toBe(rename(filled, '1:1:1', '玄関').floors.get('1:2'))
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
