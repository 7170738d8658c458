/** Full-width katakana with middle dots, long vowels and blanks (G-BLD-03). */
export const isFullWidthKatakana = (text: string): boolean => /^[ァ-ヶヷ-ヺー・\s]+$/u.test(text) && /\S/u.test(text)

/** Half-width katakana as full-width ones, their voice marks joined; everything else, ㈱ and ① too, stays. */
export const toFullWidthForm = (text: string): string => text.replaceAll(/[｡-ﾟ]+/gu, half => half.normalize('NFKC')).normalize()

/** Half-width katakana and hiragana as full-width katakana: what the typist meant. Other characters stay. */
export const toFullWidthKatakana = (text: string): string =>
  toFullWidthForm(text).replaceAll(/[ぁ-ゖ]/gu, kana => String.fromCodePoint(kana.codePointAt(0)! + 0x60))

/** Error of a kana field, without its name (G-BLD-03). */
export const katakanaText = 'は全角カタカナで入力してください'
