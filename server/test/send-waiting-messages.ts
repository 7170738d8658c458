import { setTimeout } from 'node:timers/promises'
import { listDue } from '../src/platform/messages/due-messages.ts'
import type { Platform } from '../src/platform/platform.ts'
import { openSender } from '../src/platform/messages/sender.ts'

const mostRounds = 2_000

/** Lets the product's own sender send everything that is due now, and ends when it is settled. Throws when something stays due. */
export const sendWaitingMessages = async (platform: Platform): Promise<void> => {
  const sender = openSender(platform)
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      await sender.wake()
      if ((await listDue(platform)).length === 0) return
      await setTimeout(5)
    }
    throw new Error(`still due: ${JSON.stringify(await listDue(platform))}`)
  } finally {
    await sender.stop()
  }
}
