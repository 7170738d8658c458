import { expect, test } from 'vitest'
import { clientCodeProblem, reservedClientCodes } from './client-code.ts'

const malformed = 'は3〜8文字の半角英小文字・数字で入力してください'
test.each<[string, string | null]>([
  ['001', null],
  ['minato12', null],
  ['abc', null],
  ['ab', malformed],
  ['minato123', malformed],
  ['ABC', malformed],
  ['a-b', malformed],
  ['００１', malformed],
  ['001\n', malformed],
  ['', malformed],
  ...reservedClientCodes.map((cd): [string, string] => [cd, 'は予約されているため使用できません']),
])('%s: %s', (cd, problem) => expect(clientCodeProblem(cd)).toBe(problem))
