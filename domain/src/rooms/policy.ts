import { isOffice, isStaff, isWorker, only } from '../access/actor.ts'

/** Read by everyone who works here; craftsmen only where they are assigned, which the query says. */
export const canReadRooms = isWorker
export const canSearchRooms = isOffice
export const canComposeRooms = isOffice
/** Role 4 may write room_remarks and special_report only (endpoints.md I). */
export const canChangeRooms = isWorker
/** Whoever takes answers hears too that nobody lives there (D-37). */
export const canChangeOccupancy = isOffice
export const canConfirmDates = isOffice
/** Completing is the site's work: 1, 2, 3 and assigned craftsmen. */
export const canCompleteRooms = only('admin', 'staffAdmin', 'staff', 'craftsman')
export const canTakeBackCompletion = isStaff
export const canReschedule = isWorker
/** 到着 and 開始: whoever stands at the door, and who writes it down for them. */
export const canVisitRooms = only('admin', 'staffAdmin', 'staff', 'craftsman')
/** The list of one's own rooms of all constructions is a craftsman's (D-44). */
export const isOwnDay = only('craftsman')
/** What a dwelling is offered after an absence, and who calls about its wish, is the office's. */
export const canEndAbsence = isOffice
/** 完了確定 is the client company's decision (D-23). */
export const canCloseRooms = isStaff
export const canReopenRooms = only('admin', 'staffAdmin')
export const canReadTimeline = isOffice
export const canReadHistory = isStaff
export const canReadRemaining = isStaff
