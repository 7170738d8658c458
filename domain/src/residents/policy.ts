import { isOffice, isStaff, only } from '../access/actor.ts'

/** Residents' own pages (G-RES-16). */
export const isResident = only('resident')
/** Writing a resident's data for them: roles 1, 2, 3 and 5 (D-22, G-RES-18). */
export const canEditResident = isOffice
/** Names, telephones and answers of a whole construction: the office (M1); never craftsmen, who see their visits. */
export const canListResidents = isOffice
/** Ending a resident's account and printing a new code: roles 1, 2 and 3. */
export const canReissueCode = isStaff
/** Granting one room a later deadline for changes, with a reason (practice §2): roles 1, 2 and 3. */
export const canExtendDateChange = isStaff
/** Everything held about one resident, for whoever asks for their own data: roles 1, 2 and 3 beside the resident. */
export const canExportResident = isStaff
/** What a resident signs in with: operators change contacts, and need not know both (M1). */
export const canReadLoginId = isStaff
