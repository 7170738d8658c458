/** In any case and width. */
export const foldPassword = (text: string) => text.normalize('NFKC').toLowerCase()
/** 「Yamada.Taro2026!」 is the login id yamada.taro to everybody who guesses. */
export const lettersOf = (text: string) => foldPassword(text).replaceAll(/[^\p{L}]/gu, '')

interface Person {
  login_id: string | null
  name: string | null
  email: string | null
}
interface Company {
  cd: string
  name: string
  name_abbreviation: string | null
}

/** What anybody would guess of somebody: the own names, the mailbox, the company. */
export const namesOf = (person: Person, company?: Company): string[] =>
  [person.login_id, person.name, person.email?.split('@')[0]?.split('+')[0], company?.cd, company?.name, company?.name_abbreviation].filter(
    name => name !== null && name !== undefined,
  )

const shortestName = 4

/** Whether a password is nothing but one of these names, or one or two words of one, with digits and signs around. */
export const isMadeOfNames = (password: string, names: readonly string[]): boolean => {
  const core = lettersOf(password)
  return core.length >= shortestName && names.some(name => lettersOf(name) === core || isOfWords(core, wordsOf(name)))
}

/** Also where only the script changes: 株式会社Tsubaki工業. */
const wordsOf = (name: string): string[] => foldPassword(name).match(/\p{Script=Latin}+|[^\P{L}\p{Script=Latin}]+/gu) ?? []

/** 「hanako」 and 「HanakoSato」 of 「Sato Hanako」. */
const isOfWords = (core: string, words: readonly string[]) =>
  words.some(word => word === core || words.some(other => other !== word && word + other === core))

export const ownNamesText =
  'には、ログインID、氏名、メールアドレスまたは企業名から推測できるものを使用できません。別のものを入力してください'
