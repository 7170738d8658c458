/** Front door of the schedule slice. */
export { frameGone, moveRoom, offerFactsOf } from './move-room.ts'
export { findConstructionOfResident, holdPlace, lockConstructionOfResident, releaseHold } from './queries.ts'
