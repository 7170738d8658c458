import { only } from '../access/actor.ts'

/** Whose calendar there is: a resident's with their visit, a craftsman's with those of their crews (decision 067). */
export const hasCalendar = only('resident', 'craftsman')
export const hasOwnVisit = only('resident')
