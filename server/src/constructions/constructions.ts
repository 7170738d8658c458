/** Front door of the constructions slice. */
export { presentConstruction, presentFlat } from './present.ts'
export { countByStatus, findConstruction, listConstructions } from './queries.ts'
export { notify, notifyInClient, notifyOfRooms } from './notify/notify.ts'
export { namesCraftsman, namesCraftsmanText } from './reach/queries.ts'
export {
  findCompositionVersion,
  markComposed,
  markScheduleChanged,
  markScheduleCompleted,
  setNumberOfHouses,
  setPrivatelyAreaHolidays,
} from './marks/queries.ts'
