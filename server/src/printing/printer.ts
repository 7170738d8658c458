import type { Platform } from '../platform/platform.ts'

/** A job under way, as the one who prints needs it. */
export interface PrintJob {
  id: number
  client_id: number
  /** Who asked: a kind of actor (`Kind`), and the id there. */
  requested_by_kind: string
  requested_by_id: number
  input: unknown
  total: number
}
/** A finished document; the queue keeps it as a file of the client. */
export interface Printed {
  bytes: Uint8Array
  fileName: string
  contentType: string
}
/** Makes one kind of document. */
export type Printer = (platform: Platform, job: PrintJob) => Promise<Printed>
