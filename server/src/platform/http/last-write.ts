import type { Platform } from '../platform.ts'

/** What a session wrote lately has to be seen by it, wherever it reads (decision 105). */
export interface LastWrite {
  /** Since the session was last marked as writing, or was opened, by the primary's clock. */
  secondsAgo: number
  /** Where the primary's log ended when it was asked who is calling: behind all that the caller has written. */
  position: string
  /** When that was, by the clock of this process. */
  askedAt: number
}

export interface LastWriteRow {
  seconds_since_write: number
  position: string
}

/** The statement behind every request where there are replicas: `session_actor`, and what the primary knows of the session's writes. */
export const sessionStatementWithWrite = `
  select sa.*, pg_current_wal_insert_lsn()::text as position,
    extract(epoch from clock_timestamp() - greatest(ses.last_write_at, ses.created_at))::float8 as seconds_since_write
  from session_actor($1, $2) sa join sessions ses on ses.id = sa.session_id`

export const lastWriteOf = ({ seconds_since_write: secondsAgo, position }: Partial<LastWriteRow>): LastWrite | null =>
  secondsAgo === undefined || position === undefined ? null : { secondsAgo, position, askedAt: performance.now() }

/**
 * A session is marked at most so often, in parts of the time by which a replica may lag: each mark is a write more. A write that found a
 * younger mark may be so much younger than it itself.
 */
const markedFor = 0.5

/** Where a replica's log has to be for this caller; null: whatever they wrote is older than any replica that is read. */
export const positionToReach = ({ secondsAgo, position }: LastWrite, maxLagSeconds: number): string | null =>
  secondsAgo > maxLagSeconds * (1 + markedFor) ? null : position

/**
 * Marks the session as one that has just written: after the commit and before the answer, so that whoever has the answer is marked. A mark
 * that fails does not undo what was committed, and so it fails in the log alone.
 */
export const noteWrite = async (
  { pool, replicas, log }: Platform,
  { id, lastWrite }: { id: number; lastWrite: LastWrite | null },
): Promise<void> => {
  if (lastWrite === null || replicas.maxLagSeconds === null) return
  const secondsAgo = lastWrite.secondsAgo + (performance.now() - lastWrite.askedAt) / 1_000
  if (secondsAgo < replicas.maxLagSeconds * markedFor) return
  await pool
    .ask('update sessions set last_write_at = clock_timestamp() where id = $1', [id])
    .catch((error: unknown) => log.warn(error, 'a session was not marked as writing'))
}
