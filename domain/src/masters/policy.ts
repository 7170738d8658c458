import { isOffice, isStaff, isWorker } from '../access/actor.ts'

/** Forms of 1, 2, 3 and 5 read every master; operators have no master screens (G-ACC-24). */
export const canReadMasters = isOffice
/** Places, reasons, signboard contractors and options also by craftsmen, who take photos and close rooms. */
export const canReadSiteMasters = isWorker
export const canManageMasters = isStaff
/** The construction form, which operators use, creates and changes suppliers in its modal. */
export const canManageSuppliers = isOffice
