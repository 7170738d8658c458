/** Front door of what a construction counts up when its schedule or rooms change: forms and drafts that began before are stale. */
export {
  findCompositionVersion,
  bumpCompositionVersion,
  markScheduleChanged,
  markScheduleCompleted,
  setNumberOfHouses,
  setPrivatelyAreaHolidays,
} from './queries.ts'
