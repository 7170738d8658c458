import { only } from '../access/actor.ts'

/** Keys pass from hand to hand on the site: 1, 2, 3 and the craftsmen of the construction; nobody at a switchboard. */
export const canKeepKeys = only('admin', 'staffAdmin', 'staff', 'craftsman')
