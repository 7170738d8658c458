import type { Work } from './platform/jobs.ts'
import { sendWaitingMessages } from './platform/mailer.ts'
import type { Platform } from './platform/platform.ts'

/** What the queues do, one line a queue. */
export const work = (platform: Platform): Work => ({
  outbox: () => sendWaitingMessages(platform),
  documents: async () => {},
  pictures: async () => {},
  daily: async () => {},
})
