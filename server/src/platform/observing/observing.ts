import { type Log, silentLog } from './log.ts'
import { type Meter, noMeter } from './meter.ts'
import { noTracer, type Tracer } from './tracer.ts'

/** What who runs an installation sees of it: lines, numbers, traces (decision 095, docs/observing.md). */
export interface Observing {
  log: Log
  meter: Meter
  tracer: Tracer
}

/** For tests and tools that nobody looks at. */
export const unobserved: Observing = { log: silentLog, meter: noMeter, tracer: noTracer }
