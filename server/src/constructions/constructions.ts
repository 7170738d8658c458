/** Front door of the constructions slice. */
export { countByStatus } from './queries.ts'
export { notify, notifyInClient } from './notify/notify.ts'
export { markScheduleChanged, markScheduleCompleted, setNumberOfHouses } from './marks/queries.ts'
