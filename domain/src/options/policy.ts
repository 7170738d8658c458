import { isOffice, isStaff, isWorker } from '../access/actor.ts'

/** Craftsmen read the list: rooms show what was ordered. */
export const canListOptions = isWorker
export const canReadOptions = isOffice
export const canManageOptions = isStaff
