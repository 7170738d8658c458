import { isOffice, isStaff } from '../access/actor.ts'

/** Who reads what the board is told: the office. */
export const canReadBoardReports = isOffice
/** Who writes to the board and prints for it, on paper that leaves the house: 1, 2, 3. */
export const canSendBoardReports = isStaff
