import { expect, it } from 'vitest'
import { logPosition, openLogHistory } from './log-history.ts'

it('compares places in the log as PostgreSQL does, beyond four gigabytes too', () => {
  expect(['0/3000148', '0/FFFFFFFF', '1/0', 'A/10', '16/B374D848'].map(logPosition)).toEqual([
    0x3000148n,
    0xffffffffn,
    0x100000000n,
    0xa00000010n,
    0x16b374d848n,
  ])
})

it('knows the newest moment of which a copy has everything: now, when nobody has written since', () => {
  const history = openLogHistory()
  expect(history.momentOf(10n)).toBeNull()
  for (const [at, position] of [
    [1, 10n],
    [2, 10n],
    [3, 20n],
    [4, 30n],
  ] as const)
    history.note(at, position)
  expect([9n, 10n, 19n, 20n, 29n, 30n, 99n].map(history.momentOf)).toEqual([null, 2, 2, 3, 3, 4, 4])
  for (let at = 5; at < 700; at += 1) history.note(at, 40n)
  expect([30n, 40n].map(history.momentOf)).toEqual([null, 699])
})
