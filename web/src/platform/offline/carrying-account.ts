import { carryingAccount, carryingMark, forgetDaySnapshot } from './carries.ts'

/** Milliseconds after which what is carried is forgotten where the server was not heard of. */
export const lifetime = 48 * 3_600_000

/** An account as what lies on this device is kept by: the same uid at two companies is two accounts. */
export const accountNameOf = (cd: string, uid: string): string => `${cd}/${uid}`

export const beginToCarry = (cd: string): void => {
  const account = accountNameOf(cd, localStorage.getItem('uid') ?? '')
  // What somebody else saw, or the same person by another account, is not theirs.
  if (localStorage.getItem(carryingMark) !== account) forgetDaySnapshot()
  localStorage.setItem(carryingMark, account)
}

let joinedAccounts = (): readonly string[] => []
/** Says which other accounts of the person this device holds sessions of (D-40). */
export const joinedAccountsBy = (accounts: () => readonly string[]): void => void (joinedAccounts = accounts)
/** Whose answers this device carries: the signed-in account's, and those of the person's others. */
export const carriedAccounts = (): readonly string[] => {
  const carrying = carryingAccount()
  return carrying === null ? [] : [carrying, ...joinedAccounts()]
}
/** Whether an account is the one whose reads are carried, or another one of the same person: nobody else's answers are kept or told. */
export const isCarrying = (account: string): boolean => carriedAccounts().includes(account)
