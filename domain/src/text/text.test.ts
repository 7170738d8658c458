import { describe, expect, test } from 'vitest'
import { digitsOnly, isNegative } from './digits.ts'
import { isFullWidthKatakana, toFullWidthKatakana } from './kana.ts'
import { formatZipcode, normaliseZipcode } from './zipcode.ts'

describe('kana', () => {
  test.each([
    ['ミナトザカ', true],
    ['ミナト・ザカ　コーポ', true],
    ['ヴィラ ヶ', true],
    ['ﾐﾅﾄ', false],
    ['みなと', false],
    ['港坂', false],
    ['ミナト1', false],
    ['', false],
    ['　', false],
  ])('%s is full-width katakana: %s', (text, is) => expect(isFullWidthKatakana(text)).toBe(is))

  test.each([
    ['みなとざか', 'ミナトザカ'],
    ['ﾐﾅﾄｻﾞｶ ﾊﾟｰｸ', 'ミナトザカ パーク'],
    ['ゔぃら', 'ヴィラ'],
    ['港ザカ1', '港ザカ1'],
  ])('%s becomes %s', (text, kana) => expect(toFullWidthKatakana(text)).toBe(kana))
})

test.each([
  ['1234567', '1234567'],
  ['123-4567', '1234567'],
  ['１２３－４５６７', '1234567'],
  ['〒123ー4567', '1234567'],
  [' 123 4567 ', '1234567'],
  ['123456', null],
  ['12345678', null],
  ['123-456a', null],
  ['', null],
])('zipcode %s is %s', (typed, zipcode) => expect(normaliseZipcode(typed)).toBe(zipcode))

test('a zipcode is shown with its hyphen', () => expect(formatZipcode('1234567')).toBe('123-4567'))

test.each([
  ['¥1,200', '1200'],
  ['1,2a3円', '123'],
  ['１２００', '1200'],
  ['円', ''],
])('the digits of %s are %s', (typed, digits) => expect(digitsOnly(typed)).toBe(digits))

test.each(['-500', '−500', '－５００', '¥-500', '-¥500', '▲500', 'ー500', '-'])('%s is below zero', typed =>
  expect(isNegative(typed)).toBe(true),
)
test.each(['500', '¥1,200', '１２３円', '5-00', '', 'ー円'])('%s is not', typed => expect(isNegative(typed)).toBe(false))
