import pg from 'pg'

/** Thrown by a transaction that is to be undone. */
export const rolledBack = new Error('rolled back')

/**
 * Whether a transaction was committed. What ends one of several at once is an answer, too: that it meant to be undone, a deadlock, or a
 * constraint that two break together, named in `collisions`. Whatever else goes wrong is thrown.
 */
export const commitOrCollide = async (transaction: Promise<unknown>, collisions: readonly string[]): Promise<boolean> => {
  try {
    await transaction
    return true
  } catch (error) {
    if (error === rolledBack || isCollision(error, collisions)) return false
    throw error
  }
}

/** Of what a node refuses a cluster tells the sentence alone, in which the constraint has the number of the part of its table. */
const constraintOf = ({ constraint, message }: pg.DatabaseError): string =>
  constraint ?? /constraint "([^"]+?)(?:_\d+)?"/.exec(message)?.[1] ?? ''
const deadlock = '40P01'
/** What a cluster says when a node did not commit; why stands in that node's log alone. What is left of it is compared with the rows either way. */
const refusedByNode = 'could not commit transaction for shard'
const isCollision = (error: unknown, collisions: readonly string[]): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === deadlock ||
    error.message.startsWith(refusedByNode) ||
    (error.code?.startsWith('23') === true && collisions.includes(constraintOf(error))))
