import type { Fallback } from '../database/replicas/replicas.ts'

/** What is counted as it happens; what can be looked up is asked when the numbers are fetched (`open-metrics.ts`, decision 095). */
export interface Meter {
  /** `route` is the pattern of the address, never the address. */
  request(of: { method: string; route: string; status: number }, seconds: number): void
  job(of: { queue: string; outcome: 'done' | 'failed' }, seconds: number): void
  upload(bytes: number): void
  /** A read that may lag, by where it was answered. */
  laggingRead(place: 'primary' | 'replica'): void
  /** One that no replica answered although there are some, by why. */
  replicaFallback(reason: Fallback): void
}

/** Where nobody asks for numbers. */
export const noMeter: Meter = {
  request: () => undefined,
  job: () => undefined,
  upload: () => undefined,
  laggingRead: () => undefined,
  replicaFallback: () => undefined,
}
