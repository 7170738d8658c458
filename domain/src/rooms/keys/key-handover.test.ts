import { expect, it } from 'vitest'
import { keyHandoverText } from './key-handover.ts'

it.each([
  [
    null,
    null,
    '鍵のお預かりとお返し：9時30分までにお預かりし、18時までにお返しします。お預かりする場所は、担当者からお電話でご案内します。',
  ],
  ['1階管理室', '8時〜9時にお預かりします。', '鍵のお預かりとお返し：1階管理室　8時〜9時にお預かりします。'],
])('of %j and %j', (key_place, key_hours, text) => expect(keyHandoverText({ key_place, key_hours })).toBe(text))
