/** Bounds of a password in characters (G-ACC-08). */
export const passwordLength = { minimum: 8, maximum: 72 } as const

/** What is wrong with a password, without the field's name; null when nothing is (G-ACC-08). */
export const passwordProblem = (password: string): string | null => {
  const length = Array.from(password).length
  if (length > passwordLength.maximum) return `は${passwordLength.maximum}文字以内で入力してください`
  const strong = length >= passwordLength.minimum && /[A-Za-z]/.test(password) && /\d/.test(password)
  return strong ? null : `は${passwordLength.minimum}文字以上で、英字と数字を含めてください`
}

/** Error of `password_confirmation`, whose name is パスワード（確認用）; null when both agree (G-ACC-08). */
export const confirmationProblem = (password: string, confirmation: string): string | null =>
  password === confirmation ? null : 'とパスワードの入力が一致しません'
