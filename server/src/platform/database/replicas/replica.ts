import { connect, type PoolOptions } from '../pool.ts'
import { messageOf } from '../../http/error-code.ts'
import { rowsOf } from '../rows.ts'
import type { Db } from '../database.ts'
import { type LogHistory, logPosition } from './log-history.ts'

/** What makes two servers the same database, and how far its log goes. A database that was restored goes on in another timeline. */
interface Standing {
  system: string
  database: string
  timeline: number
  position: string
}

const identity = `(select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database`
/** What is on the primary's disk: a copy gets no more. */
export const standingOfPrimary = `select ${identity}, pg_current_wal_flush_lsn()::text as position,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`
/**
 * A server that was promoted, or never was a copy, is in no recovery. One that follows into a new timeline says so with its next restart
 * point, and is left alone until then.
 */
export const standingOfReplica = `select ${identity}, pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as position,
  (select greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline)
     from pg_control_checkpoint() checkpoint, pg_control_recovery() recovery) as timeline`
export type StandingOfPrimary = Standing
export type StandingOfReplica = Omit<Standing, 'position'> & { is_replica: boolean; position: string | null }

type Patience = NonNullable<PoolOptions['patience']>

/** How long is waited for a replica. */
export interface ReplicaPatience {
  /** For a look: one that hangs is known to within seconds. */
  looks: Patience
  /** For a read there: whoever waits for one in vain still has the primary's time left (review F2). */
  reads: Patience
}

export const usualPatience: ReplicaPatience = {
  looks: { connection: 1_000, statement: 1_000, answer: 1_000 },
  reads: { connection: 500, statement: 2_500, answer: 3_000 },
}

/** The caller wrote something that this replica does not have yet. */
export class NotYetThere extends Error {}

/** Where a replica is, for logs and numbers: never its password. */
export const nameOf = (url: string): string => new URL(url).host

export interface Replica {
  name: string
  /** The moment of which it has everything, by the clock of this process; null: it was not heard of yet. */
  freshAt: number | null
  /** Why it is left alone however fresh, until a look finds it well; null: it is not. */
  fault: string | null
  /** Asks it how far it is; to be told of the primary as it stands. Never throws. */
  look(primary: StandingOfPrimary): Promise<void>
  /** A read-only transaction there; throws NotYetThere before the work is begun. */
  read<T>(clientId: number | null, after: string | null, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<unknown>
}

interface ReplicaOptions extends Pick<PoolOptions, 'max' | 'movedClock' | 'tracer'> {
  patience?: ReplicaPatience
}

export const openReplica = (url: string, history: LogHistory, { patience = usualPatience, ...options }: ReplicaOptions): Replica => {
  const pool = connect(url, { ...options, patience: patience.reads })
  // Of its own: that all others are busy is no reason to leave a replica alone.
  const looking = connect(url, { max: 1, patience: patience.looks })
  let seen = '0/0'
  /** How far it was at the last look, whatever it was. */
  let had: string | null = null
  const replica: Replica = {
    name: nameOf(url),
    freshAt: null,
    fault: 'not looked at yet',
    async look(primary) {
      try {
        const [standing] = await looking.ask<StandingOfReplica>(standingOfReplica, [])
        const freshAt = standing?.position ? history.momentOf(logPosition(standing.position)) : null
        const misfit = misfitOf(standing, primary)
        // What it had a look ago the primary has by now, or it is the copy of another past.
        const isAhead = had !== null && logPosition(had) > logPosition(primary.position)
        had = standing?.position ?? null
        replica.fault = faultOf({ misfit, isAhead, isKnown: freshAt !== null })
        if (replica.fault !== null) return
        replica.freshAt = freshAt
        seen = standing?.position ?? seen
      } catch (error) {
        replica.fault = messageOf(error)
      }
    },
    // One that was restarted begins behind where it was: what the last look saw has to be there, too.
    read: (clientId, after, work) => pool.read(clientId, onceThere(after ?? seen, work)),
    close: () => Promise.all([pool.close(), looking.close()]),
  }
  return replica
}

const faultOf = ({ misfit, isAhead, isKnown }: { misfit: Misfit | null; isAhead: boolean; isKnown: boolean }): string | null => {
  if (misfit !== null) return `it is ${misfit}`
  if (isAhead) return 'it is ahead of the primary'
  return isKnown ? null : 'it is further behind than is known'
}

/** Why a server is no copy of the primary that reads may go to; null: it is one. */
export type Misfit = 'of another cluster' | 'of another database' | 'in no recovery' | 'of another timeline'
export const misfitOf = (replica: StandingOfReplica | undefined, primary: StandingOfPrimary): Misfit | null => {
  if (replica?.system !== primary.system) return 'of another cluster'
  if (replica.database !== primary.database) return 'of another database'
  if (!replica.is_replica) return 'in no recovery'
  return replica.timeline === primary.timeline ? null : 'of another timeline'
}

const onceThere =
  <T>(position: string, work: (db: Db) => Promise<T>) =>
  async (db: Db): Promise<T> => {
    const [replay] = await rowsOf<{ is_there: boolean | null }>(db, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there', [position])
    if (replay?.is_there !== true) throw new NotYetThere(position)
    return work(db)
  }
