import { carryingAccount, carryingMark } from './carries.ts'

/** An account as what lies on this device is kept by: the same uid at two companies is two accounts. */
export const accountNameOf = (cd: string, uid: string): string => `${cd}/${uid}`

export const beginToCarry = (cd: string): void => localStorage.setItem(carryingMark, accountNameOf(cd, localStorage.getItem('uid') ?? ''))

let joinedAccounts = (): readonly string[] => []
/** Says which other accounts of the person this device holds sessions of (D-40). */
export const joinedAccountsBy = (accounts: () => readonly string[]): void => void (joinedAccounts = accounts)
/** Whether an account is the one whose reads are carried, or another one of the same person: nobody else's answers are kept or told. */
export const isCarrying = (account: string): boolean => {
  const carrying = carryingAccount()
  return carrying !== null && (account === carrying || joinedAccounts().includes(account))
}
