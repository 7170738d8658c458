import { carriesAnswers, carryingMark } from './carries.ts'

/** An account as what lies on this device is kept by: the same uid at two companies is two accounts. */
export const accountNameOf = (cd: string, uid: string): string => `${cd}/${uid}`

/** The signed-in account, where its reads are carried. */
export const carryingAccount = (): string | null => (carriesAnswers() ? localStorage.getItem(carryingMark) : null)
export const beginToCarry = (cd: string): void => localStorage.setItem(carryingMark, accountNameOf(cd, localStorage.getItem('uid') ?? ''))
