/** Front door of the residents slice. */
export { issueAuthenticationCodes, openAuthenticationCode } from './authentication-codes.ts'
export { listResidentsOfRooms } from './queries.ts'
export { writeResidents } from './write-residents.ts'
