import { isWorker, only } from '../access/actor.ts'

export const canReadPhotos = isWorker
/** How the boards of a construction look: 1, 2, 3. */
export const canSetSignboards = only('admin', 'staffAdmin', 'staff')
/** 1, 2, 3 and assigned craftsmen; operators look only. */
export const canTakePhotos = only('admin', 'staffAdmin', 'staff', 'craftsman')
