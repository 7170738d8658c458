/** Front door of the residents slice. */
export { issueAuthenticationCodes, openAuthenticationCode } from './authentication-codes.ts'
