import { fairQueue } from '../processes/fair-queue.ts'
import type { Db } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { busy } from '../http/problem.ts'

/**
 * Attempts of one network, account or target are counted in one row, so one after the other. Who waited for that row in the database would
 * hold a connection meanwhile: two hundred guesses a second from one address would hold all of them, and everybody else would wait. They
 * wait here instead, in a line for each row, and the lines take turns.
 */
const inLine = fairQueue({ atOnce: 4, atOnceOfOne: 1, mostWaiting: 256, mostOfOne: 32, waitMilliseconds: 5_000, busy: () => busy(2) })

/** A transaction that changes the row of attempts of a subject, when it is its turn. */
export const writeInLine = <T>(
  { pool }: Platform,
  { scope, subject }: { scope: string; subject: string },
  change: (db: Db) => Promise<T>,
): Promise<T> => inLine(`${scope} ${subject}`, () => pool.write(null, change))
