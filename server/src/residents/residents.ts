/** Front door of the residents slice. */
export { refuseDateOnly } from './dates/date-only.ts'
export { assertDateUnchanged } from './dates/assert-date-unchanged.ts'
export { findResidentOfRoom, listResidentsOfRooms } from './queries.ts'
export { writeResident } from './profiles/write-resident.ts'
export { writeResidents } from './profiles/write-residents.ts'
export { remindOfVisits } from './contacts/remind-of-visits.ts'
export { choosePresenceOf } from './dates/choose-presence.ts'
export { eraseResidentsOf } from './personal-data/erase-residents.ts'
