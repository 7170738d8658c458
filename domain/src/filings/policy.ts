import { isOffice, isStaff } from '../access/actor.ts'

/** Who sees what is to be filed: the office. */
export const canReadFilings = isOffice
/** Who files it: 1, 2, 3. */
export const canKeepFilings = isStaff
