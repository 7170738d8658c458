import { expect, it } from 'vitest'
import { companysDay, visit } from '../../../../test/visits.ts'
import { neighboursOf, ownWalk } from './own-walk.ts'

const names = (visits: readonly { name: string }[]) => visits.map(({ name }) => name)
const today = { all: false, isToday: true }

it('shows the first open door large, the others behind it, and folds what is done', () => {
  const day = companysDay([
    visit({ name: '501', row: 5, status: 'completed' }),
    visit({ name: '401', row: 4 }),
    visit({ name: '301', row: 3 }),
    visit({ name: '201', row: 2, status: 'reschedule' }),
  ])
  const walk = ownWalk([day], [], today)
  expect(walk.next?.name).toBe('401')
  expect(walk.later.map(({ name, visits }) => [name, names(visits)])).toEqual([['青葉台', ['301']]])
  expect([names(walk.left), walk.total]).toEqual([['501', '201'], 4])
})

it('stays at a door where somebody began', () => {
  const day = companysDay([visit({ name: '401', row: 4 }), visit({ name: '301', row: 3, arrived_at: '2026-12-01T00:00:00Z' })])
  expect(ownWalk([day], [], today).next?.name).toBe('301')
})

it('goes to the earliest frame that is still open, whichever building and company it is of', () => {
  const first = companysDay([
    visit({ id: 1, name: '401', row: 4, status: 'completed' }),
    visit({ id: 2, name: '301' }, ['13:00', '15:00']),
    visit({ id: 3, name: '201' }, ['15:00', '17:00']),
  ])
  const second = companysDay([visit({ id: 4, name: '101' }, ['10:00', '12:00']), visit({ id: 5, name: '102' }, ['13:00', '15:00'])], '002')
  const walk = ownWalk([first, second], [], today)
  expect(walk.next?.name).toBe('101')
  expect(walk.later.map(({ visits }) => names(visits))).toEqual([['301', '201'], ['102']])
})

it('has no next door on another day', () => {
  const walk = ownWalk([companysDay([visit({ name: '401' })])], [], { all: false, isToday: false })
  expect([walk.next, names(walk.later[0]?.visits ?? [])]).toEqual([null, ['401']])
})

it('counts the doors of other crews, and shows them to who asks', () => {
  const day = companysDay([{ ...visit({ name: '401', row: 4 }), own: false }, visit({ name: '301', row: 3 })])
  expect(ownWalk([day], [], today)).toMatchObject({ next: { name: '301' }, hidden: 1, total: 1 })
  expect(ownWalk([day], [], { all: true, isToday: true })).toMatchObject({ next: { name: '401' }, hidden: 0, total: 2 })
})

it('leads past what is done already', () => {
  const day = companysDay([
    visit({ id: 1, name: '401', row: 4 }),
    visit({ id: 2, name: '301', row: 3, status: 'completed' }),
    visit({ id: 3, name: '201', row: 2 }),
  ])
  expect(neighboursOf([day], '001', 1).after?.name).toBe('201')
  expect(neighboursOf([day], '001', 3).before?.name).toBe('301')
})

it('knows the doors before and after one, over all companies', () => {
  const first = companysDay([visit({ id: 1, name: '401', row: 4 }), { ...visit({ id: 2, name: '301', row: 3 }), own: false }])
  const second = companysDay([visit({ id: 3, name: '101' }, ['13:00', '15:00'])], '002')
  const around = (id: number, cd = '001') => {
    const { before, after } = neighboursOf([first, second], cd, id)
    return [before?.name ?? null, after?.name ?? null]
  }
  expect(around(1)).toEqual([null, '101'])
  expect(around(3, '002')).toEqual(['401', null])
  // Another crew's door stands between one's own for who is at it.
  expect(around(2)).toEqual(['401', '101'])
  expect(around(3)).toEqual([null, null])
  expect(around(99)).toEqual([null, null])
})
