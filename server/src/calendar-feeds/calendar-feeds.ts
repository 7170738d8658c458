/** Front door of the calendars that people follow: what ends with an account. */
export { endFeeds } from './queries.ts'
