import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Deferrable constraints are judged after each statement, unless a change says `at the end`; `now` judges what was put off. */
export type JudgeTime = 'at the end' | 'now'

/**
 * When constraints of a client are judged in this transaction. Said by a function, because SET CONSTRAINTS itself does not reach the node
 * on which a distributed engine keeps the client's rows (decision 101).
 */
export const judgeConstraints = (db: Db, clientId: number, names: readonly string[], time: JudgeTime) =>
  sql`select judge_constraints(${clientId}, ${[...names]}::text[], ${time})`.execute(db)
