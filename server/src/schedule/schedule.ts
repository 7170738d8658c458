/** Front door of the schedule slice. */
export { forOffice, frameGone, moveRoom, offerFactsOf } from './move-room.ts'
export { findCard, findConstructionOfResident, holdPlace, releaseHold } from './queries.ts'
