import { expect, it } from 'vitest'
import { walkOfCompanies } from './companies-days.ts'

const visit = (name: string, construction_id: number, start_at: string, row = 0) => ({
  name,
  construction_id,
  block_position: 0,
  row,
  col: 0,
  assign: { start_at, frame_number: 1 },
})
const house = (id: number, building_name: string) => ({ id, building_id: 1, building_name })

it('leads through the rooms of all companies, each building to its end, and says whose each is', () => {
  const walk = walkOfCompanies([
    {
      company: { cd: '001', name: '一社' },
      day: {
        constructions: [house(3, 'い')],
        visits: [visit('い201', 3, '09:00', 1), visit('い101', 3, '13:00')],
      },
    },
    {
      company: { cd: '002', name: '二社' },
      day: {
        constructions: [house(3, 'あ')],
        visits: [visit('あ101', 3, '10:00'), visit('あ301', 3, '10:00', 2)],
      },
    },
    { company: { cd: '003', name: '三社' }, day: null },
  ])
  expect(walk.map(({ name, company, construction }) => [name, company.cd, construction.building_name])).toEqual([
    ['い201', '001', 'い'],
    ['い101', '001', 'い'],
    ['あ301', '002', 'あ'],
    ['あ101', '002', 'あ'],
  ])
})

it('keeps buildings of one name and one number apart where they are two companies’', () => {
  const day = (name: string) => ({
    constructions: [house(1, 'あ')],
    visits: [visit(`${name}1`, 1, '09:00'), visit(`${name}2`, 1, '13:00')],
  })
  const walk = walkOfCompanies([
    { company: { cd: '002', name: '二社' }, day: day('b') },
    { company: { cd: '001', name: '一社' }, day: day('a') },
  ])
  expect(walk.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1', 'b2'])
})
