import { dictionary } from '@zxcvbn-ts/language-common'
import { foldPassword, lettersOf } from './own-names.ts'

/** As guessers try it: in any case, in full-width signs too. */
const common = new Set(dictionary['passwords-common'].map(foldPassword))
/** What guessers try with digits and signs around it wherever they are. */
const words = new Set(['password', 'toguchi'])

/** Whether a password is one of the fifty thousand that are tried first, or nothing but such a word with digits and signs around it. */
export const isCommonPassword = (password: string): boolean => common.has(foldPassword(password)) || words.has(lettersOf(password))

export const commonPasswordText = 'には、よく使われているものを使用できません。別のものを入力してください'
