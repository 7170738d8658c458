/** Front door of the schedule slice. */
export { freeFrame } from './free-frame.ts'
export { frameGone, moveRoom, offerFactsOf, orderFactsOf } from './move-room.ts'
export {
  deleteExpiredReservations,
  holdForOffer,
  listReservedPlaces,
  releaseOfferedFrame,
  releaseOwnReservation,
  releaseReservation,
  reservePlace,
} from './place-queries.ts'
export { canBeTakenBack } from './saving/batch-queries.ts'
export {
  findConstructionOfResident,
  findScheduledConstruction,
  listTimeFrames,
  lockConstructionOfClient,
  lockConstructionOfResident,
  lockScheduledConstruction,
  type ScheduledConstruction,
} from './queries.ts'
export { type PaperDay, type PaperRoom, type PaperTimeFrame, type ScheduleOnPaper, scheduleOnPaper } from './schedule-on-paper.ts'
export { eraseWishes } from './planning/planning-queries.ts'
