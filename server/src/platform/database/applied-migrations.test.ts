import { describe, expect, it } from 'vitest'
import { compareSchema, isOlder } from './applied-migrations.ts'

const program = { version: '0.9.0', migrations: ['0001_rooms.sql', '0002_rooms.sql'] }
const applied = (name: string, oldest_version: string | null = null) => ({ name, oldest_version })
const both = [applied('0001_rooms.sql'), applied('0002_rooms.sql')]

describe('a program and a database', () => {
  it('live together when the database has what the program needs, and what came later only added something', () => {
    expect(compareSchema(program, both)).toEqual({ missing: [], unknown: [], tooNew: [] })
    expect(compareSchema(program, [...both, applied('0003_rooms.sql')])).toEqual({ missing: [], unknown: ['0003_rooms.sql'], tooNew: [] })
  })

  it('do not when something is missing', () => {
    expect(compareSchema(program, both.slice(0, 1)).missing).toEqual(['0002_rooms.sql'])
  })

  it.each([
    ['0.8.0', []],
    ['0.9.0', []],
    ['0.9.1', ['0003_rooms.sql']],
    ['0.10.0', ['0003_rooms.sql']],
    ['1.0.0', ['0003_rooms.sql']],
  ])('live with what was taken away when it is unused since %s: %j', (oldest, tooNew) => {
    expect(compareSchema(program, [...both, applied('0003_rooms.sql', oldest)]).tooNew).toEqual(tooNew)
  })

  it('live with what the program itself takes away', () => {
    expect(compareSchema(program, [applied('0001_rooms.sql'), applied('0002_rooms.sql', '1.0.0')]).tooNew).toEqual([])
  })
})

it('orders versions by their numbers, not by their letters', () => {
  expect([isOlder('0.9.0', '0.10.0'), isOlder('0.10.0', '0.9.0'), isOlder('1.0.0', '1.0.0'), isOlder('1.9.9', '2.0.0')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})
