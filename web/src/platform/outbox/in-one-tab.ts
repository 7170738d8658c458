import { Elsewhere } from './deliver.ts'

/**
 * Does something with a request while no other tab sends it or takes it out; rejects with `Elsewhere` where one is at it. Sent twice at once
 * the server would not mind, the line would.
 */
export const inOneTab = async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
  if (!navigator.locks) return work()
  return navigator.locks.request(`toguchi-outbox/${id}`, { ifAvailable: true }, async lock => {
    if (lock === null) throw new Elsewhere()
    return work()
  })
}
