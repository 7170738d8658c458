/** Front door of the residents slice. */
export { refuseDateOnly } from './date-only.ts'
export { assertDateUnchanged } from './must-stand-at.ts'
export { findResidentOfRoom, listResidentsOfRooms } from './queries.ts'
export { writeResident } from './write-resident.ts'
export { writeResidents } from './write-residents.ts'
export { remindOfVisits } from './remind-residents.ts'
export { choosePresenceOf } from './choose-presence.ts'
export { eraseResidentsOf } from './erase-residents.ts'
