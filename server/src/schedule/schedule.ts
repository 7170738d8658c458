/** Front door of the schedule slice. */
export { frameGone, moveRoom, offerFactsOf } from './move-room.ts'
export {
  findConstructionOfResident,
  findScheduledConstruction,
  holdPlace,
  listTimeFrames,
  lockConstructionOfResident,
  releaseHold,
} from './queries.ts'
export { type PaperDay, type PaperRoom, type PaperTimeFrame, type ScheduleOnPaper, scheduleOnPaper } from './schedule-on-paper.ts'
