import { queues, type Work as Handlers } from '../jobs/jobs.ts'
import type { Observing } from './observing.ts'
import { beginWork, during } from './request-work.ts'

type Handler = Handlers[keyof Handlers]

/** One line, one number and one span for every job; what it was asked to do names people and stands in none of them. */
export const observeJobs = (observing: Observing, handlers: Handlers): Handlers => {
  const observed = { ...handlers }
  for (const queue of queues) observed[queue] = observeJob(observing, queue, handlers[queue])
  return observed
}

const observeJob =
  ({ log, meter, tracer }: Observing, queue: string, handler: Handler): Handler =>
  async (data, signal) => {
    const begun = performance.now()
    const work = beginWork(tracer.begin('job', { kind: 'inside' }))
    const tell = (outcome: 'done' | 'failed', error?: unknown) => {
      const milliseconds = Math.round(performance.now() - begun)
      const line = { queue, outcome, milliseconds, statements: work.statements }
      if (outcome === 'done') log.info(line, 'job')
      else log.error({ ...line, err: error }, 'job')
      meter.job({ queue, outcome }, milliseconds / 1_000)
      work.span.end(`job ${queue}`, { 'job.queue': queue, 'db.statements': work.statements }, outcome === 'failed')
    }
    try {
      await during(work, () => handler(data, signal))
    } catch (error) {
      tell('failed', error)
      throw error
    }
    tell('done')
  }
