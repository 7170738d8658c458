import { dictionary } from '@zxcvbn-ts/language-common'

/** As guessers try it: in any case, in full-width signs too. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const common = new Set(dictionary['passwords-common'].map(fold))

/** 「Yamada.Taro2026!」 is the login id yamada.taro to everybody who guesses. */
const letters = (text: string) => fold(text).replaceAll(/[^\p{L}]/gu, '')
const shortestName = 4

/**
 * Whether a password is one of the fifty thousand that are tried first, or nothing but one of `names` with digits and signs around it:
 * the own login id, the application, the word itself.
 */
export const isCommonPassword = (password: string, names: readonly string[] = []): boolean => {
  if (common.has(fold(password))) return true
  const core = letters(password)
  return ['password', ...names].some(name => name.length >= shortestName && letters(name) === core && core.length >= shortestName)
}

export const commonPasswordText = 'よく使われているパスワードのため使用できません。別のパスワードにしてください'
