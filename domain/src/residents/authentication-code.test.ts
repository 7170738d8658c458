import { describe, expect, test } from 'vitest'
import {
  authenticationCodeOf,
  codeAlphabet,
  formatAuthenticationCode,
  parseAuthenticationCode,
  parseConfirmationCode,
  pauseMinutesAfter,
} from './authentication-code.ts'

describe('authentication code', () => {
  test('32 characters that are not mistaken for one another', () => {
    expect(new Set(codeAlphabet).size).toBe(32)
    expect(codeAlphabet).not.toMatch(/[01IO]/)
  })

  test('what is printed can be typed back, whatever the bytes', () => {
    for (let byte = 0; byte < 256; byte++) {
      const code = authenticationCodeOf(Uint8Array.from({ length: 8 }, (_, i) => (byte + i * 37) % 256))
      expect(parseAuthenticationCode(formatAuthenticationCode(code).toLowerCase())).toBe(code)
    }
    expect(() => authenticationCodeOf(new Uint8Array(7))).toThrow(RangeError)
  })

  test.each([
    ['AB7K-9QXM', 'AB7K9QXM'],
    ['ab7k9qxm', 'AB7K9QXM'],
    [' ＡＢ７Ｋ－９ｑｘｍ　', 'AB7K9QXM'],
    ['AB7Kー9QXM', 'AB7K9QXM'],
    ['AB7K–9QXM', 'AB7K9QXM'],
    ['A B 7 K 9 Q X M', 'AB7K9QXM'],
    ['AB7K9QX', null],
    ['AB7K9QXMM', null],
    ['AB7K9QX0', null],
    ['AB7K9QXI', null],
    ['AB7K_9QXM', null],
    ['', null],
  ])('%s is %s', (typed, code) => expect(parseAuthenticationCode(typed)).toBe(code))

  test('five wrong tries are a pause of 15 minutes, every further five one of 60', () => {
    const pauses = Array.from({ length: 16 }, (_, tries) => pauseMinutesAfter(tries))
    expect(pauses).toEqual([0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 60, 0, 0, 0, 0, 60])
  })
})

test.each([
  ['012345', '012345'],
  ['０１２ ３４５', '012345'],
  ['12345', null],
  ['12345a', null],
])('confirmation code %s is %s', (typed, code) => expect(parseConfirmationCode(typed)).toBe(code))
