import type { Log } from '../../observing/log.ts'
import { messageOf } from '../../http/error-code.ts'
import { Problem } from '../../http/problem.ts'
import type { Db } from '../database.ts'
import { isBrokenOff } from '../database-outage.ts'
import type { ServerSettings } from '../../settings.ts'
import { connect, type PoolOptions } from '../pool.ts'
import { logPosition, openLogHistory } from './log-history.ts'
import {
  NotYetThere,
  openReplica,
  type Replica,
  type ReplicaPatience,
  type StandingOfPrimary,
  standingOfPrimary,
  usualPatience,
} from './replica.ts'

/**
 * Why a read that could have gone to a replica did not: none is near enough; none has yet what the caller wrote; it failed there; or the
 * replica refused, which only the primary may.
 */
export type Fallback = 'none' | 'behind' | 'failed' | 'refused'

export interface Replicas {
  /** Seconds by which what is read may be old; null: there are no replicas. */
  maxLagSeconds: number | null
  /**
   * Reads on a replica, in a read-only transaction with the same login, client and clock as on the primary. `after`: where the primary's
   * log was when the caller had written what they wrote lately. Never throws: what did not succeed there is to be read on the primary.
   */
  read<T>(clientId: number | null, after: string | null, work: (db: Db) => Promise<T>): Promise<{ value: T } | { instead: Fallback }>
  /** How each of them stands, for whoever watches. */
  states(): ReplicaState[]
  close(): Promise<void>
}

export interface ReplicaState {
  /** `host:port` */
  name: string
  /** How old what it has may be, in seconds; since the start for one that was never seen. */
  lagSeconds: number
}

/** Where there is one database for everything. */
export const noReplicas: Replicas = {
  maxLagSeconds: null,
  read: async () => ({ instead: 'none' }),
  states: () => [],
  close: async () => undefined,
}

const notOnClusters =
  'DATABASE_REPLICA_URLS は、Citusのコーディネーターでは使われません。すべてプライマリーから読み取ります。(Replicas are not read on Citus.)'

interface Named extends Omit<ReplicasOptions, 'maxLagSeconds'> {
  /** The database is spread over nodes (decision 101), of which a copy of one is not a copy of all. */
  isCoordinator: boolean
}

/** Those that the settings name. */
export const replicasOf = (
  {
    databaseUrl,
    databaseReplicaUrls: urls,
    replicaLagSeconds,
  }: Pick<ServerSettings, 'databaseUrl' | 'databaseReplicaUrls' | 'replicaLagSeconds'>,
  { isCoordinator, ...options }: Named,
): Replicas => {
  if (urls.length === 0) return noReplicas
  if (!isCoordinator) return openReplicas(databaseUrl, urls, { ...options, maxLagSeconds: replicaLagSeconds })
  options.log.warn(notOnClusters)
  return noReplicas
}

const lookEvery = 1_000

interface ReplicasOptions extends Pick<PoolOptions, 'max' | 'movedClock' | 'tracer'> {
  log: Log
  maxLagSeconds: number
  patience?: ReplicaPatience
}

/** Milliseconds: whoever waited for a replica in vain is alone with it in so long. */
const restAfterFailure = 5_000

/**
 * Copies of the database that follow it (decision 105). Each is looked at every second; one that is away, is no copy of this database, or is
 * further behind than it may be, is left alone until it is better. Nobody waits for the first look: until then the primary is read.
 */
export const openReplicas = (
  primaryUrl: string,
  urls: readonly string[],
  { log, maxLagSeconds, patience = usualPatience, ...options }: ReplicasOptions,
): Replicas => {
  const history = openLogHistory()
  const primary = connect(primaryUrl, { max: 1, patience: patience.looks })
  const replicas = urls.map(url => openReplica(url, history, { ...options, patience }))
  const openedAt = performance.now()
  const lagOf = ({ freshAt }: Replica) => (performance.now() - (freshAt ?? openedAt)) / 1_000
  /** Until when one that failed a read is spared: a look takes a moment where a read there takes seconds. */
  const rests = new Map<Replica, number>()
  const isResting = (replica: Replica) => (rests.get(replica) ?? 0) > performance.now()
  const isNear = (replica: Replica) =>
    replica.fault === null && !isResting(replica) && replica.freshAt !== null && lagOf(replica) <= maxLagSeconds
  const told = new Map<Replica, boolean>()
  const tell = (replica: Replica) => {
    const near = isNear(replica)
    if (told.get(replica) === near) return
    told.set(replica, near)
    const line = { replica: replica.name, lag_seconds: Math.round(lagOf(replica)), fault: replica.fault }
    if (near) log.info(line, 'a replica is read')
    else log.warn(line, 'a replica is left alone')
  }
  const look = async () => {
    // Before it is asked: what was committed by then is in the log up to what it answers.
    const at = performance.now()
    const [standing] = await primary.ask<StandingOfPrimary>(standingOfPrimary, [])
    if (standing === undefined) return
    history.note(at, logPosition(standing.position))
    await Promise.all(replicas.map(replica => replica.look(standing)))
    replicas.forEach(tell)
  }
  let underWay: Promise<void> | null = null
  const lookOnce = () => {
    underWay ??= look()
      .catch((error: unknown) => log.debug(error, 'the primary was not asked how far its log goes'))
      .finally(() => {
        underWay = null
      })
  }
  lookOnce()
  const looking = setInterval(lookOnce, lookEvery)
  let turn = 0
  return {
    maxLagSeconds,
    async read(clientId, after, work) {
      const near = replicas.filter(isNear)
      const replica = near[(turn += 1) % near.length]
      if (replica === undefined) return { instead: 'none' }
      try {
        return { value: await replica.read(clientId, after, work) }
      } catch (error) {
        if (error instanceof NotYetThere) return { instead: 'behind' }
        if (error instanceof Problem) return { instead: 'refused' }
        if (isBrokenOff(error)) replica.fault ??= messageOf(error)
        rests.set(replica, performance.now() + restAfterFailure)
        log.warn({ err: error, replica: replica.name }, 'a read on a replica failed')
        return { instead: 'failed' }
      }
    },
    states: () => replicas.map(replica => ({ name: replica.name, lagSeconds: lagOf(replica) })),
    async close() {
      clearInterval(looking)
      await underWay
      await Promise.all([primary.close(), ...replicas.map(replica => replica.close())])
    },
  }
}
