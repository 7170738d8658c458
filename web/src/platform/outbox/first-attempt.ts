import { change } from './outgoing.ts'

/** What became of a request at its first attempt. */
export type Outcome =
  | { is: 'confirmed'; answer: unknown; /** Ends when the reads that it makes stale were read anew. */ read: Promise<unknown> }
  | { is: 'refused'; error: unknown }
  /** It stays here and is sent again; no error: nothing was heard of it. */
  | { is: 'waiting'; error: unknown }

const askers = new Map<string, (outcome: Outcome) => void>()
/** Says it to whoever asked. */
export const tell = (id: string, outcome: Outcome): void => {
  askers.get(id)?.(outcome)
  if (askers.delete(id)) change(id, { awaited: false })
}

/** Whether somebody waits for the word on it. */
export const isAwaited = (id: string): boolean => askers.has(id)

/**
 * Asks for the first attempt of a request before it is taken in. `within`: comes back after so many milliseconds at the latest; what
 * becomes of the request after that is told by the outbox alone.
 */
export const firstAttempt = (id: string): { within: (milliseconds: number) => Promise<Outcome> } => {
  const outcome = new Promise<Outcome>(resolve => askers.set(id, resolve))
  return {
    within: milliseconds => {
      const timer = setTimeout(() => tell(id, { is: 'waiting', error: null }), milliseconds)
      return outcome.finally(() => clearTimeout(timer))
    },
  }
}
