import { isOffice, only } from '../access/actor.ts'

/** The company's own texts, as its other settings (G-MAS-09): roles 1 and 2. */
export const canWriteLegalTexts = only('admin', 'staffAdmin')
/** What a resident agreed to: whoever answers for it to them. */
export const canReadConsents = isOffice
export const isTold = only('resident')
