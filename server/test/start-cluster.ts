import { isAlive } from '../src/embedded-postgres/cluster.ts'
import { dropAbandoned, joinTestCluster } from './database.ts'

/** Holds the test cluster for as long as the run lasts; it stops with the last run that uses it. */
export const setup = async (): Promise<() => Promise<void>> => {
  const cluster = await joinTestCluster()
  await dropAbandoned(cluster.url, pid => !isAlive(pid))
  return async () => {
    await dropAbandoned(cluster.url, pid => !isAlive(pid))
    await cluster.stop()
  }
}
