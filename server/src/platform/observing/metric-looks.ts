import { Counter, Gauge, type Registry } from 'prom-client'
import type { Pool } from '../database/pool.ts'
import type { Platform } from '../platform.ts'
import { withinPatience } from '../within-patience.ts'
import { lookAtOutboxes, lookAtQueues } from './metric-queries.ts'

/** Of every name that is ours; docs/metrics.md has them all. */
export const prefix = 'toguchi_'

/** What the numbers that are looked up are looked up in. */
export interface Watched {
  platform: Pick<Platform, 'live' | 'storage' | 'log' | 'replicas'>
  /** By what they are for: `requests`, `work`. */
  pools: Readonly<Record<string, Pool>>
  /** Where queues and outboxes are asked for: not where requests wait. */
  asked: Pool
}

type Look = () => Promise<void>
type OpenGauge = (name: string, help: string, ...labelNames: string[]) => Gauge

/** Milliseconds for one look: who asks for numbers waits ten seconds, and in an outage the other numbers are what is wanted. */
const patience = 4_000

/**
 * Numbers that are looked up when somebody asks for them. What cannot be looked up keeps its last numbers, and `toguchi_look_failed` says
 * so. Returns what looks.
 */
export const openLooks = (registry: Registry, { platform, pools, asked }: Watched): Look => {
  const gauge: OpenGauge = (name, help, ...labelNames) => new Gauge({ name: `${prefix}${name}`, help, labelNames, registers: [registry] })
  const failed = gauge('look_failed', 'Whether these numbers could not be looked up', 'of')
  const streams = gauge('live_streams', 'Open streams of live changes')
  const lag = gauge('replica_lag_seconds', 'How old what a replica has may be', 'replica')
  const lookAtPools = openPools(registry, gauge, pools)
  const looks = Object.entries({
    storage: openStorage(gauge, platform.storage),
    queues: openQueues(gauge, asked),
    outboxes: openOutboxes(gauge, asked),
  }).map(([of, look]) => [of, oneAtATime(look)] as const)
  return async () => {
    streams.set(platform.live.streams())
    lookAtPools()
    for (const { name, lagSeconds } of platform.replicas.states()) lag.set({ replica: name }, lagSeconds)
    await Promise.all(
      looks.map(([of, look]) =>
        withinPatience(look(), patience).then(
          () => failed.set({ of }, 0),
          (error: unknown) => {
            failed.set({ of }, 1)
            platform.log.warn(error, `no numbers of ${of}`)
          },
        ),
      ),
    )
  }
}

/** A look that hangs is waited for by all who come meanwhile: they do not take a connection each. */
const oneAtATime = (look: Look): Look => {
  let underWay: Promise<void> | null = null
  return () =>
    (underWay ??= look().finally(() => {
      underWay = null
    }))
}

const openStorage = (gauge: OpenGauge, storage: Platform['storage']): Look => {
  const free = gauge('storage_free_bytes', 'Bytes that the storage can still take')
  return async () => {
    const bytes = await storage.freeBytes()
    // A bucket does not tell, which is no fault; a gauge that was never set would say that it is full.
    if (bytes === null) free.remove()
    else free.set(bytes)
  }
}

const openQueues = (gauge: OpenGauge, pool: Pool): Look => {
  const jobs = gauge('queue_jobs', 'Jobs by queue and state', 'queue', 'state')
  const oldest = gauge('queue_oldest_seconds', 'For how long the oldest job should have begun', 'queue')
  return async () => {
    for (const { queue, oldest_seconds, ...states } of await lookAtQueues(pool)) {
      for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count)
      oldest.set({ queue }, oldest_seconds)
    }
  }
}

const openOutboxes = (gauge: OpenGauge, pool: Pool): Look => {
  const messages = gauge('outbox_messages', 'Messages by transport and state', 'transport', 'state')
  const oldest = gauge('outbox_oldest_seconds', 'For how long the oldest message should have left', 'transport')
  return async () => {
    for (const { transport, oldest_seconds, ...states } of await lookAtOutboxes(pool)) {
      for (const [state, count] of Object.entries(states)) messages.set({ transport, state }, count)
      oldest.set({ transport }, oldest_seconds)
    }
  }
}

const openPools = (registry: Registry, gauge: OpenGauge, pools: Watched['pools']): (() => void) => {
  const inUse = gauge('database_pool_in_use', 'Connections in use', 'pool')
  const waiting = gauge('database_pool_waiting', 'Callers who wait for a connection', 'pool')
  const help = 'Trips to the database, begin and commit among them'
  const trips = new Counter({ name: `${prefix}database_trips_total`, help, labelNames: ['pool'], registers: [registry] })
  return () => {
    trips.reset()
    for (const [pool, connections] of Object.entries(pools)) {
      const load = connections.load()
      inUse.set({ pool }, load.inUse)
      waiting.set({ pool }, load.waiting)
      trips.inc({ pool }, load.trips)
    }
  }
}
