import { isWorker, only } from '../access/actor.ts'

export const canReadPhotos = isWorker
/** 1, 2, 3 and assigned craftsmen; operators look only. */
export const canTakePhotos = only('admin', 'staffAdmin', 'staff', 'craftsman')
