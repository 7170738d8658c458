import { describe, expect, it } from 'vitest'
import { wholeStatement } from './whole-statement.ts'

const aliases = new Map([
  ['rooms', 'r'],
  ['orders', 'o'],
  ['clients', 'cl'],
])
const textOf = (piece: string) => wholeStatement(piece, aliases, new Set(['rooms', 'orders'])).text

describe('a piece of SQL as a statement', () => {
  it.each([
    ['count(*)::int', 'select (count(*)::int) as value'],
    ['r.name', 'select (r.name) as value from rooms r where r.client_id = 1'],
    ['cl.name', 'select (cl.name) as value from clients cl'],
    ['rooms.name', 'select (rooms.name) as value from rooms where rooms.client_id = 1'],
    [
      'exists (select from orders o where o.client_id = $1 and o.room_id = r.id)',
      'select (exists (select from orders o where o.client_id = $1 and o.room_id = r.id)) as value from rooms r where r.client_id = 1',
    ],
    [
      'rooms.col + excluded.col',
      'select (rooms.col + excluded.col) as value from rooms cross join rooms excluded where rooms.client_id = 1 and excluded.client_id = 1',
    ],
    ['select 1 as one', 'select 1 as one'],
    ['client_counts()', 'select * from client_counts()'],
  ])('%s', (piece, text) => expect(textOf(piece)).toBe(text))
})
