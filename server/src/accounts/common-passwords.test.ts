import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  ['Password1', true],
  ['QWER1234', true],
  ['ｐａｓｓｗｏｒｄ１２', true],
  ['Password2026!', true],
  ['yamada.taro1', true],
  ['1YAMADA-TARO', true],
  ['tsubaki2027', false],
  ['mado-giwa-7', false],
  ['yamadataroga3', false],
])('%s: %s', (password, common) => expect(isCommonPassword(password, ['yamada.taro'])).toBe(common))

test('a name that is hardly one forbids nothing', () => expect(isCommonPassword('kib0unoa1', ['a1'])).toBe(false))
