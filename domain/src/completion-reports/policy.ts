import { isWorker } from '../access/actor.ts'
import { canCompleteRooms } from '../rooms/policy.ts'

/** Read by everyone who works here; craftsmen only where they are assigned, which the query says. */
export const canReadReports = isWorker
/** Filled in at the door and corrected by the office, as completing is: 1, 2, 3 and assigned craftsmen. */
export const canFillReports = canCompleteRooms
