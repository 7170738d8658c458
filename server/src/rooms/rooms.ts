/** Front door of the rooms slice. */
export { assertDateUnchanged, isAt, type SeenPlace } from './dates/assert-date-unchanged.ts'
export { issueSlipToken, wishForRevisit } from './absences/wish-for-revisit.ts'
export { awaitsBoardLetter, isMissedAgain, missedLast } from './absences/absence-queries.ts'
export { endAbsences, endSlips, findSlip, settleWish, type SlipRow } from './absences/absence-queries.ts'
export { checkComposition } from './composition/check-composition.ts'
export { confirmDueDates } from './dates/confirm-due-dates.ts'
export { leftOverSince, listRemainingOfClient, type RemainingRow } from './list-queries.ts'
export { ageOf } from './remaining-age.ts'
export { hasOrders } from './queries.ts'
export { type CarryOutOrderDecisions, decideOrders, ordersUndecided, refuseDecision } from './decide-orders.ts'
export { createRooms } from './create-rooms.ts'
export { changeRemarks, closedRemarks } from './remarks-of-rows.ts'
export { checkRoomRows, listRoomRows, saveRoomRows } from './save-room-rows.ts'
export {
  countOwnDateChange,
  eraseRemarks,
  markPeopleErased,
  findConstruction,
  lockRoom,
  forgetDateChanges,
  handedOutSheet,
  livingOrder,
  setAppRegister,
  setConfirmed,
  setDateChangeExtension,
  markRoomsToReschedule,
  markRoomsAssigned,
  setReportTexts,
} from './queries.ts'
export type { NewBlock } from './composition/composition-queries.ts'
export { recallKeyOfReminder, setReceptionStatus, takeBackAnswers } from './set-reception-status.ts'
export { completeRoom, confirmDate, notifyConfirmed, reachConstruction, takeBackCompletion } from './change-room.ts'
export { rescheduleRoom } from './reschedule-room.ts'
export { answerWithRoom, type ReachedRoomTarget, type RoomRequest, type RoomTarget, roomTargetOf } from './room-target.ts'
export { removeHiddenDoorPhotos } from './absences/absence-photo-queries.ts'
export { recordAbsence } from './absences/record-absence.ts'
export { changeOccupancies } from './occupancy/change-occupancy.ts'
export { closedOccupancies, occupanciesOf } from './occupancy/occupancy-rows.ts'
export { endVacancies } from './occupancy/end-vacancies.ts'
export { eraseOccupancies, forgetOutcome, occupancyTable, standingColumns, type StandingRow } from './occupancy/queries.ts'
export { showRoom } from './present.ts'
export { takeReplyOnTheWay } from './visits/answer-notice.ts'
export { beginningsOf, listSought, mostFound, type Sought } from './search/search-queries.ts'
