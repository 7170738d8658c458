/** Front door of the constructions slice. */
export { presentFlat } from './present.ts'
export { countByStatus, listConstructions } from './queries.ts'
export { notify, notifyInClient } from './notify/notify.ts'
export { namesCraftsman, namesCraftsmanText } from './reach/queries.ts'
export { markScheduleChanged, markScheduleCompleted, setNumberOfHouses } from './marks/queries.ts'
