import { isStaff, isWorker, only } from '../access/actor.ts'

/** G-BLD-01: read by 1, 2, 3, 5 and by craftsmen for buildings of their constructions; written by 1, 2, 3; deleted by 1, 2. */
export const canReadBuildings = isWorker
export const canManageBuildings = isStaff
export const canDeleteBuildings = only('admin', 'staffAdmin')
