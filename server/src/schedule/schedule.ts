/** Front door of the schedule slice. */
export { frameGone, moveRoom, offerFactsOf } from './move-room.ts'
export { deleteExpiredReservations, reservePlace, listReservedPlaces, releaseOwnReservation, releaseReservation } from './place-queries.ts'
export {
  findConstructionOfResident,
  findScheduledConstruction,
  listTimeFrames,
  lockConstructionOfResident,
  lockScheduledConstruction,
} from './queries.ts'
export { type PaperDay, type PaperRoom, type PaperTimeFrame, type ScheduleOnPaper, scheduleOnPaper } from './schedule-on-paper.ts'
export { eraseWishes } from './planning/planning-queries.ts'
