/** Front door of the rooms slice. */
export { checkComposition } from './check-composition.ts'
export { confirmDueDates } from './confirm-due-dates.ts'
export { layRooms } from './lay-rooms.ts'
export { checkRoomRows, listRoomRows, saveRoomRows } from './save-room-rows.ts'
export {
  findConstruction,
  setAppRegister,
  setConfirmed,
  setReceptionStatus,
  setReschedule as markRoomsToReschedule,
  setWaiting as markRoomsAssigned,
} from './queries.ts'
export type { NewBlock } from './queries.ts'
