import { clockText } from '../accounts/lock-out.ts'

/** No 0, 1, I or O: nobody mistakes one character of a printed code for another (D-03). */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const codeLength = 8

/** A code of eight random bytes. */
export const authenticationCodeOf = (randomBytes: Uint8Array): string => {
  if (randomBytes.length !== codeLength) throw new RangeError(`a code takes ${codeLength} bytes`)
  return inCodeAlphabet(randomBytes)
}

/** A character for each random byte; 256 is a multiple of 32, so all are equally likely. */
export const inCodeAlphabet = (randomBytes: Uint8Array): string =>
  Array.from(randomBytes, byte => codeAlphabet[byte % codeAlphabet.length]!).join('')

/** As printed: AB7K-9QXM. */
export const formatAuthenticationCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** A typed code in its stored form: any case and width, hyphens, dashes and blanks ignored. Null when it can be no code. */
export const parseAuthenticationCode = (typed: string): string | null => parseInCodeAlphabet(typed, codeLength)

export const parseInCodeAlphabet = (typed: string, length: number): string | null => {
  const code = bareCode(typed)
  return new RegExp(`^[${codeAlphabet}]{${length}}$`).test(code) ? code : null
}

/** What is typed of a code, in capitals and without what only parts it. */
export const bareCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}ー−]/gu, '')

/** Under the field of a printed code, of what can be none: how many characters it has, or which it never has. */
export const noCodeText = (typed: string): string => {
  const { length } = bareCode(typed)
  return length === codeLength
    ? 'が正しくありません。0（ゼロ）、1、I、Oは使われていません。'
    : `は${codeLength}文字です。入力されたのは${length}文字です。`
}

/** A confirmation code, six digits (G-RES-03), typed as people type; null when it can be none. */
export const parseConfirmationCode = (typed: string): string | null => {
  const code = typed.normalize('NFKC').replaceAll(/[\s\p{Pd}ー−]/gu, '')
  return /^\d{6}$/.test(code) ? code : null
}

const triesPerPause = 5

/**
 * Minutes the room pauses after its nth wrong try in a row: none until the fifth, then 15, and 60 after every further five (D-03).
 * A right code starts the count anew.
 */
export const pauseMinutesAfter = (wrongTries: number): 0 | 15 | 60 => {
  if (wrongTries < 1 || wrongTries % triesPerPause !== 0) return 0
  return wrongTries === triesPerPause ? 15 : 60
}

/** Under the field of a printed code, after the nth wrong try in a row: of this room from this network, and of nothing else. */
export const wrongCodeText = (wrongTries: number): string => {
  const left = triesPerPause - (wrongTries % triesPerPause)
  return `が正しくありません。あと${left}回まちがえると、${pauseMinutesAfter(wrongTries + left)}分間入力できなくなります。`
}

/** While a room pauses. */
export const pausedText = (until: Date): string =>
  `入力の誤りが続いたため、いまは入力できません。${clockText(until)}からもう一度入力できます。お急ぎの方は、お電話でお問い合わせください。`

/** How often one confirmation code may be typed wrong. */
export const confirmationTries = 5

/** Under the field of a confirmation code, after its nth wrong try. */
export const wrongConfirmationText = (wrongTries: number): string =>
  wrongTries < confirmationTries
    ? `が正しくありません。あと${confirmationTries - wrongTries}回まちがえると、この確認コードは使えなくなります。`
    : 'の入力の誤りが続いたため、この確認コードは使えなくなりました。新しい確認コードをお受け取りください。'

/** Where a room was sent too many confirmation codes. */
export const sentTooOftenText = (until: Date): string =>
  `確認コードの送信が続いたため、いまは送れません。${clockText(until)}からもう一度送れます。お急ぎの方は、お電話でお問い合わせください。`
