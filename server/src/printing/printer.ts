import type { ClientId } from '@toguchi/domain/access/actor'
import type { StagedFile } from '../platform/files/storage.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'

/** A job under way, as the one who prints needs it. */
export interface PrintJob<Input = unknown> {
  id: number
  client_id: ClientId
  /** Who asked: a kind of actor (`Kind`), and the id there. */
  requested_by_kind: string
  requested_by_id: number
  /** As the request of the same kind of document put it. */
  input: Input
  total: number
  /** Which attempt this is; what an older one made is let go. */
  attempts: number
  /** Once it is given, what this attempt makes is nobody's: it may stop where it is. */
  signal?: AbortSignal | undefined
}
/**
 * A finished document; the queue keeps it as a file of the client. A large one was staged as it came, and never held as a whole. What has
 * files of its own keeps them in `settle`, and the job has none, or removes them in `letGo` where a newer attempt has begun.
 */
export type Printed =
  | (({ bytes: Uint8Array; fileName: string; contentType: string } | StagedFile) & {
      /** What is to be said with it; nothing unless said. */
      note?: string | null
      /** What else is so from then on, in the transaction that ends the job. */
      settle?: (db: Db) => Promise<unknown>
    })
  | { settle: (db: Db) => Promise<unknown>; letGo: () => Promise<unknown> }
/** Makes one kind of document. */
export type Printer<Input = never> = (platform: Platform, job: PrintJob<Input>) => Promise<Printed>
