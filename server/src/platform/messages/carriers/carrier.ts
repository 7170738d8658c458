import type { ClientId } from '@toguchi/domain/access/actor'
/** A message as its carrier is given it. */
export interface Letter {
  /** Null: the platform's own, to admins and operators. */
  clientId: ClientId | null
  id: number
  /** Counts from 1. A carrier that reports later names the try it reports of. */
  attempt: number
  urgent: boolean
  recipients: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  subject: string
  body: string
  /** What names this sending to a carrier that takes it once, however often it is tried; null where the carrier knows no such name. */
  retryKey: string | null
}

export interface Receipt {
  /** What the carrier calls it; null where it gives no name. */
  carrierMessageId: string | null
  /** What it did not take of it, though it took the rest. */
  remark?: { code: string; text: string }
}

/** Who takes messages and brings them to people. */
export interface Carrier {
  name: 'smtp' | 'line' | 'twilio' | 'outbox' | 'none'
  /** Resolves when the carrier has taken it, and only then; rejects with `NotTaken`, or with whatever broke. */
  deliver(letter: Letter, signal: AbortSignal): Promise<Receipt>
  close(): void
}

interface Refusal {
  code: string | null
  isFinal: boolean
  isOptOut?: boolean
  isGone?: boolean
}

/** The carrier did not take it. */
export class NotTaken extends Error {
  /** What it said, for `failureReason`. */
  readonly code: string | null
  /** Trying again would end the same. */
  readonly isFinal: boolean
  /** The number told the carrier that it wants no more. */
  readonly isOptOut: boolean
  /** The carrier knows nobody by this name any more. */
  readonly isGone: boolean
  constructor(message: string, { code, isFinal, isOptOut = false, isGone = false }: Refusal) {
    super(message)
    this.code = code
    this.isFinal = isFinal
    this.isOptOut = isOptOut
    this.isGone = isGone
  }
}

/** What went wrong, whatever was thrown. */
export const notTakenOf = (error: unknown): NotTaken => {
  if (error instanceof NotTaken) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null
  return new NotTaken(message, {
    code: code ?? (error instanceof Error && error.name === 'TimeoutError' ? 'ETIMEDOUT' : null),
    isFinal: false,
  })
}
