import type { ServerSettings } from '../settings.ts'
import { openLog } from './log.ts'
import { noMeter } from './meter.ts'
import type { Observing } from './observing.ts'
import type { Watched } from './metric-looks.ts'
import { noTracer } from './tracer.ts'

export interface OpenObserving extends Observing {
  /** Answers whoever asks for numbers, where the settings say that somebody does. */
  watch(watched: Watched): Promise<void>
  close(): Promise<void>
}

/** What the settings ask for; what they do not ask for is not even loaded. */
export const openObserving = async ({
  logLevel,
  metrics: at,
  tracesUrl,
}: Pick<ServerSettings, 'logLevel' | 'metrics' | 'tracesUrl'>): Promise<OpenObserving> => {
  const log = openLog(logLevel)
  const metrics = at === null ? null : (await import('./open-metrics.ts')).openMetrics(at)
  const tracer = tracesUrl === null ? noTracer : (await import('./open-traces.ts')).openTraces(tracesUrl, log)
  return {
    log,
    meter: metrics?.meter ?? noMeter,
    tracer,
    watch: async watched => void (await metrics?.listen(watched)),
    async close() {
      await metrics?.close()
      await tracer.close()
    },
  }
}
