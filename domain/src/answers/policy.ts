import { isOffice } from '../access/actor.ts'

/** Who writes down what a resident said, and who sees how the answers stand: roles 1, 2, 3 and 5 (D-22). */
export const canTakeAnswers = isOffice
/** Reminding residents goes out in the client's name: the same people. */
export const canChaseAnswers = isOffice
