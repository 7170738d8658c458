import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { aliasFaults, listFaults, readAliases } from './alias-faults.ts'

const aliases = readAliases('Words `rooms x` before.\n\n## Aliases\n\n`rooms r` · `users u`\n')
const faultsOf = (text: string) => aliasFaults(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true), aliases)

describe('aliases of tables', () => {
  it('reads the list behind its heading', () =>
    expect([...aliases]).toEqual([
      ['rooms', 'r'],
      ['users', 'u'],
    ]))

  it('names tables without one, aliases of no table, and what two tables share', () => {
    expect(
      listFaults(
        new Map([
          ['rooms', 'r'],
          ['ruins', 'r'],
        ]),
        ['rooms', 'users'],
      ),
    ).toEqual(['users has no alias', 'there is no table ruins', "r of ruins is another table's"])
  })

  it.each([
    ['text', 'const text = `select k.id\n  from rooms k where k.id = 1`', [{ line: 2, fault: 'rooms k: its alias is r' }]],
    [
      'text around a value',
      'const text = `select ${columns}\n  from x join rooms as k on true`',
      [{ line: 2, fault: 'rooms k: its alias is r' }],
    ],
    ['a comma', "const text = 'from users u, rooms k'", [{ line: 1, fault: 'rooms k: its alias is r' }]],
    ['the builder', "db.selectFrom('users as r')", [{ line: 1, fault: 'users r: its alias is u' }]],
    ['another change', 'sql`update users k set name = 1`', [{ line: 1, fault: 'users k: its alias is u' }]],
  ])('finds a foreign alias in %s', (_where, text, faults) => expect(faultsOf(text)).toEqual(faults))

  it.each([
    'const text = `select from rooms r join users representative on true`',
    "const text = 'select id from rooms where id = 1'",
    "db.selectFrom('rooms as r')",
    '// from rooms k',
  ])('lets %s pass', text => expect(faultsOf(text)).toEqual([]))
})
