/** Front door of the accounts' pages: parts that others' pages show, too. */
export { AccountLock, LiftLock, LockBadge } from './AccountLock.tsx'
export { AccountMails } from './AccountMails.tsx'
export { LoginForm } from './signing-in/LoginForm.tsx'
export { NewPasswordFields } from './passwords/NewPasswordFields.tsx'
export { changeOfAddressHelp } from './WaitingAddress.tsx'
