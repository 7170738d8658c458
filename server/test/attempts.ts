import { type Attempt, countAttempt } from '../src/platform/attempts/attempts.ts'
import type { World } from './world.ts'

/** As if so many attempts had failed. */
export const failedAttempts = async (world: World, attempt: Attempt, times: number): Promise<void> => {
  const now = world.platform.now()
  for (let at = 0; at < times; at += 1) await world.inClient(null, db => countAttempt(db, attempt, now))
}
