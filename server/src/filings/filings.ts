/** Front door of what is told to authorities and the security company: for the erasing of people. */
export { eraseFilingsOfDiscarded } from './queries.ts'
