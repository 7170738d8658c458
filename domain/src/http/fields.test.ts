import { expect, it } from 'vitest'
import { email, multilineText, optionalText, phone, text } from './fields.ts'

it('refuses an address that is far too long without looking through it', () => {
  // Looked through, it would be found to have the wrong form as well.
  expect(email.safeParse(`a@${'.'.repeat(2_000)}@`).error?.issues).toMatchObject([{ code: 'too_big', maximum: 254 }])
  expect(email.safeParse(` ${'a'.repeat(242)}@example.jp `).success).toBe(true)
  expect(email.safeParse('a@b').error?.issues).toMatchObject([{ message: 'の形式が正しくありません' }])
})

it('takes an address in full-width characters as the one that is meant', () => {
  expect(email.parse('　ｔａｎａｋａ＠ｅｘａｍｐｌｅ．ｊｐ')).toBe('tanaka@example.jp')
  expect(email.safeParse('田中').success).toBe(false)
})

it('takes no address with an empty part of its domain, and none that hides a character (review F6)', () => {
  for (const wrong of ['yamada@example..jp', 'yamada@.jp', 'yamada@example.jp.', 'yama\u200Bda@example.jp', 'yama\u0000da@example.jp'])
    expect([wrong, email.safeParse(wrong).success]).toEqual([wrong, false])
  // Mobile carriers gave out such local parts for years.
  expect(email.parse('yamada..taro.@docomo.ne.jp')).toBe('yamada..taro.@docomo.ne.jp')
})

it('folds every way in which a telephone number is written in Japan (review F6)', () => {
  for (const written of [
    '09012345678',
    '090-1234-5678',
    '０９０－１２３４－５６７８',
    '090\u20131234\u20155678',
    '090\u20101234\u20115678',
    '090ー1234ー5678',
    '(090)1234 5678',
    '+81 90-1234-5678',
    '+81(0)90-1234-5678',
    '+819012345678',
  ])
    expect([written, phone.parse(written)]).toEqual([written, '09012345678'])
  for (const wrong of ['1234', '+1 212 555 0100 99', '090-1234-567a']) expect(phone.safeParse(wrong).success).toBe(false)
})

it('takes a name only when something of it can be seen (review F6)', () => {
  for (const unseen of ['\u200B', '\u2800', '\u3164', '\u200B\u2800 \u3164', '\u00AD']) {
    expect(text(100).safeParse(unseen).error?.issues).toMatchObject([{ message: 'を入力してください' }])
    expect(multilineText(100).safeParse(unseen).success).toBe(false)
    expect(optionalText(100).parse(unseen)).toBeNull()
  }
  // A variant of a kanji, chosen by a selector, and an emoji of several.
  expect(text(100).parse('葛\u{E0101}城')).toBe('葛\u{E0101}城')
  expect(text(100).parse('👩\u200D🔧')).toBe('👩\u200D🔧')
})

it('keeps line breaks and marks that turn the order of letters out of one-line fields', () => {
  for (const wrong of ['山田\n太郎', '山田\u202E太郎', '山田\u2066太郎', '山田\u0007'])
    expect(text(100).safeParse(wrong).error?.issues).toMatchObject([{ message: 'は改行や見えない文字を入れずに入力してください' }])
  expect(optionalText(100).safeParse('a\nb').success).toBe(false)
  expect(multilineText(100).parse('一行目\n二行目')).toBe('一行目\n二行目')
})
