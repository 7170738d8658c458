import { expect, it } from 'vitest'
import { type OnTheWay, walkingOrder } from './walking-order.ts'

const visit = (name: string, over: Partial<OnTheWay> = {}) => ({
  name,
  building_name: 'あ',
  building_id: 1,
  start_at: '09:00',
  block_position: 0,
  row: 0,
  col: 0,
  frame_number: 1,
  ...over,
})
const namesOf = (visits: readonly { name: string }[]) => visits.map(({ name }) => name)

it('goes from the top floor down, wing by wing, one time frame after the other', () => {
  const visits = [
    visit('101 early', { row: 0 }),
    visit('302 early', { row: 2, col: 1 }),
    visit('301 early', { row: 2 }),
    visit('B201 early', { row: 1, block_position: 1 }),
    visit('501 late', { row: 4, start_at: '13:00' }),
  ]
  expect(namesOf(walkingOrder(visits))).toEqual(['301 early', '302 early', '101 early', 'B201 early', '501 late'])
})

it('finishes a building before the next, beginning where the first frame is', () => {
  const visits = [
    visit('い late', { building_id: 2, building_name: 'い', start_at: '13:00' }),
    visit('あ late', { start_at: '15:00' }),
    visit('い early', { building_id: 2, building_name: 'い', start_at: '09:00' }),
    visit('あ', { start_at: '10:00' }),
  ]
  expect(namesOf(walkingOrder(visits))).toEqual(['い early', 'い late', 'あ', 'あ late'])
})

it('keeps two buildings of one name apart', () => {
  const visits = [visit('1', { building_id: 7 }), visit('2', { building_id: 8 }), visit('3', { building_id: 7, row: 1 })]
  expect(namesOf(walkingOrder(visits))).toEqual(['3', '1', '2'])
})
