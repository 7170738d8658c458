/** Front door of what opens a dwelling's page: the printed codes, and the six digits that prove a contact. */
export {
  countWrongConfirmation,
  deleteConfirmations,
  insertConfirmation,
  lockConfirmation,
  useConfirmation,
  voidConfirmations,
  voidOwnConfirmations,
} from './confirmation-queries.ts'
export { issueAuthenticationCodes, noteCodesRead, openAuthenticationCode } from './issue-codes.ts'
export { insertCodeSession, isCodeSession, lockAuthenticationCode } from './queries.ts'
