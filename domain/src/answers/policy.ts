import { isOffice, only } from '../access/actor.ts'

/** Who writes down what a resident said, and who sees how the answers stand: roles 1, 2, 3 and 5 (D-22). */
export const canTakeAnswers = isOffice
/** Reminding residents goes out in the client's name: the same people. */
export const canChaseAnswers = isOffice
/** Keys pass from hand to hand on the site: 1, 2, 3 and the craftsmen of the construction; nobody at a switchboard. */
export const canKeepKeys = only('admin', 'staffAdmin', 'staff', 'craftsman')
