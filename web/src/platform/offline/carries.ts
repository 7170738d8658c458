/** Whose reads this device carries: a craftsman's, from the first sign-in on. Said here so that nobody else loads the rest. */
const mark = 'carries_answers'

/** An account as what lies on this device is kept by: the same uid at two companies is two accounts. */
export const accountNameOf = (cd: string, uid: string): string => `${cd}/${uid}`

/** As the mark names it; an earlier version named the uid alone. */
const uidOf = (account: string): string => account.slice(account.indexOf('/') + 1)

/** The signed-in account, where its reads are carried. Who signs in after it on the same device carries nothing. */
export const carryingAccount = (): string | null => {
  const account = localStorage.getItem(mark)
  return account !== null && uidOf(account) === localStorage.getItem('uid') ? account : null
}
export const carriesAnswers = (): boolean => carryingAccount() !== null
export const beginToCarry = (cd: string): void => localStorage.setItem(mark, accountNameOf(cd, localStorage.getItem('uid') ?? ''))
/** Says whether there was anything to forget. */
export const endCarrying = (): boolean => {
  const carried = localStorage.getItem(mark) !== null
  localStorage.removeItem(mark)
  return carried
}
