/** Front door of the rooms slice. */
export { issueSlipToken, wishForRevisit } from './absences.ts'
export { endAbsences, endSlips, findSlip, settleWish, type SlipRow } from './absence-queries.ts'
export { checkComposition } from './check-composition.ts'
export { confirmDueDates } from './confirm-due-dates.ts'
export { createRooms } from './create-rooms.ts'
export { checkRoomRows, listRoomRows, saveRoomRows } from './save-room-rows.ts'
export {
  countOwnDateChange,
  eraseRemarks,
  findConstruction,
  forgetDateChanges,
  setAppRegister,
  setConfirmed,
  setDateChangeExtension,
  markRoomsToReschedule,
  markRoomsAssigned,
} from './queries.ts'
export type { NewBlock } from './queries.ts'
export { recallKeyOfReminder, setReceptionStatus } from './set-reception-status.ts'
export { confirmDate, recordAbsence, rescheduleRoom, notifyConfirmed } from './change-room.ts'
