import { describe, expect, it } from 'vitest'
import { encodeShiftJis, isStandard, lengthOf, toStandard } from './standard-characters.ts'

describe('the characters of the standard', () => {
  it.each([
    ['亜', true],
    ['漢', true],
    ['ア', true],
    ['（', true],
    ['　', true],
    ['A', true],
    ['~', true],
    // Another row of Shift_JIS, which machines show differently: no part of JIS X 0208.
    ['①', false],
    ['㈱', false],
    ['髙', false],
    ['﨑', false],
    ['𠮷', false],
    // Full-width digits and Latin letters, half-width kana.
    ['Ａ', false],
    ['１', false],
    ['ｱ', false],
    ['é', false],
    ['\n', false],
  ])('%s: %s', (character, expected) => {
    expect(isStandard(character)).toBe(expected)
  })
})

describe('what stands for others', () => {
  it.each([
    ['髙﨑𠮷ビル', '高崎吉ビル', ['髙→高', '﨑→崎', '𠮷→吉']],
    ['㈱トグチ①', '(株)トグチ1', ['㈱→(株)', '①→1']],
    ['ＡＢ１２', 'AB12', ['Ａ→A', 'Ｂ→B', '１→1', '２→2']],
    ['ﾊﾞﾙｺﾆｰ', 'バルコニー', ['ﾊﾞﾙｺﾆｰ→バルコニー']],
    ['25㎡', '25m2', ['㎡→m2']],
    ['葛󠄀城', '葛城', ['󠄀→']],
    ['😀家', '〓家', ['😀→〓']],
    ['1〜2', '1〜2', []],
    ['普通の文字', '普通の文字', []],
  ])('%s becomes %s, and says so', (text, expected, replaced) => {
    const standard = toStandard(text)
    expect(standard.text).toBe(expected)
    expect(standard.replaced.map(({ from, to }) => `${from}→${to}`)).toEqual(replaced)
    expect(Array.from(standard.text).every(isStandard)).toBe(true)
  })
})

describe('Shift_JIS', () => {
  it('is what every reader of it reads back', () => {
    const text = toStandard('東京都・工事（施工前）　第2期〜ー―∥ﾃｽﾄ<&>').text
    expect(new TextDecoder('shift_jis').decode(encodeShiftJis(text))).toBe(text.replace('〜', '～'))
    expect([...encodeShiftJis('ソA')]).toEqual([0x83, 0x5c, 0x41])
  })
  it('replaces nothing in silence', () => {
    expect(() => encodeShiftJis('髙')).toThrow('U+9ad9')
  })
})

it('counts two half-width characters as one', () => {
  expect([lengthOf('全角'), lengthOf('ab'), lengthOf('101号室')]).toEqual([2, 1, 3.5])
})

it('converts a text that comes back only once', () => {
  expect(toStandard('髙﨑ビル　更新')).toBe(toStandard('髙﨑ビル　更新'))
})
