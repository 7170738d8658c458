/** Front door of the rooms slice. */
export { checkComposition } from './check-composition.ts'
export { confirmDueDates } from './confirm-due-dates.ts'
export { layRooms } from './lay-rooms.ts'
export { checkRoomRows, saveRoomRows } from './save-room-rows.ts'
export {
  findConstruction,
  listRoomPlaces,
  setAppRegister,
  setConfirmed,
  setReceptionStatus,
  setWaiting as markRoomsAssigned,
} from './queries.ts'
export type { NewBlock } from './queries.ts'
