import { isOffice, isStaff, only } from '../access/actor.ts'

/** Residents' own pages (G-RES-16). */
export const isResident = only('resident')
/** Writing a resident's data for them: roles 1, 2, 3 and 5 (D-22, G-RES-18). */
export const canEditResident = isOffice
/** Ending a resident's account and printing a new code: roles 1, 2 and 3. */
export const canReissueCode = isStaff
