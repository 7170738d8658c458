/** Host names that are not a client's (D-11). */
export const reservedClientCodes = ['www', 'api', 'app', 'admin', 'static', 'mail'] as const

/** What is wrong with a client's `cd`, which is its host name, without the field's name; null when nothing is (D-11). */
export const clientCodeProblem = (cd: string): string | null => {
  if (!/^[a-z0-9]{3,8}$/.test(cd)) return 'は3〜8文字の半角英小文字・数字で入力してください'
  return reservedClientCodes.some(reserved => reserved === cd) ? 'は予約されているため使用できません' : null
}
