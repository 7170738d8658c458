import { expect, test } from 'vitest'
import { foldedCharacters, foldName } from './person-names.ts'

test.each([
  ['清水 健一', '清水健一'],
  ['清水　健一', '清水健一'],
  [' 清水\u00A0健一 ', '清水健一'],
  ['髙橋', '高橋'],
  ['山﨑', '山崎'],
  ['渡邉', '渡辺'],
  ['渡邊', '渡辺'],
  ['渡邊\u{E0101}', '渡辺'],
  ['齋藤', '斎藤'],
  ['齊藤', '斉藤'],
  ['𠮷田', '吉田'],
  ['冨永', '富永'],
  ['廣瀨', '広瀬'],
  ['小嶌', '小島'],
  ['籔内', '藪内'],
  ['しみず', 'シミズ'],
  ['ｼﾐｽﾞ', 'シミズ'],
  ['シミス\u3099', 'シミズ'],
  ['いすゞ', 'イスヾ'],
  ['マリア・サントス', 'マリアサントス'],
  ['Ｓｍｉｔｈ', 'smith'],
  ['SMITH', 'Smith'],
])('%s is heard as %s', (one, other) => expect(foldName(one)).toBe(foldName(other)))

test.each([
  ['ヤギ', 'ャギ'],
  ['吉田', '古田'],
  ['清水', '清永'],
])('%s is not heard as %s', (one, other) => expect(foldName(one)).not.toBe(foldName(other)))

test('what is folded once stays as it is, and every variant stands in one group', () => {
  for (const character of foldedCharacters) expect(foldName(foldName(character))).toBe(foldName(character))
  expect(new Set(foldedCharacters).size).toBe(foldedCharacters.length)
})
