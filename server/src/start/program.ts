import { describeError } from '../platform/observing/told-error.ts'
import { Refusal } from '../platform/refusal.ts'

/** Words of a command that it does not know: its message says how it is used. */
export class WrongUsage extends Refusal {}

/** What must be undone before the process ends, last first. */
export interface Undoing {
  add(undo: () => Promise<unknown>): void
  /** How many milliseconds an orderly stop may take before the process ends all the same. */
  patience: number
  /** Undoes everything once, however often it is called. */
  all(): Promise<void>
}

/** Longer than the slowest orderly stop of a trial (a running request, a checkpoint), shorter than a supervisor's patience. */
const patience = 15_000

/**
 * Runs a program to its end or until Ctrl-C, SIGTERM or SIGHUP, and undoes what it started. A Refusal is printed as
 * its sentence alone, anything else with its stack; both end with exit code 1, a command that was typed wrongly with 2.
 */
export const runProgram = async (main: (undoing: Undoing) => Promise<void>): Promise<void> => {
  const undoing = collectUndoing()
  const stop = async (code: number): Promise<never> => {
    setTimeout(() => process.exit(1), undoing.patience).unref()
    await undoing.all().catch((error: unknown) => console.error(describeError(error)))
    process.exit(code)
  }
  // Node itself would print an error with all that it carries: PostgreSQL's quote whole rows.
  process.on('uncaughtException', error => {
    console.error(describeError(error))
    process.exit(1)
  })
  let signals = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      signals += 1
      // The second Ctrl-C of an impatient person; the database stops by itself when we are gone.
      if (signals > 1) process.exit(1)
      void stop(0)
    })
  try {
    await main(undoing)
  } catch (error) {
    // A stop in the middle of the start makes the rest of the start fail; that is not news.
    if (signals > 0) return
    console.error(error instanceof Refusal ? error.message : describeError(error))
    await stop(error instanceof WrongUsage ? 2 : 1)
  }
}

const collectUndoing = (): Undoing => {
  const undos: (() => Promise<unknown>)[] = []
  let done: Promise<void> | undefined
  const undoAll = async (): Promise<void> => {
    for (const undo of undos.toReversed()) await undo()
  }
  return {
    add: undo => undos.push(undo),
    patience,
    all: () => (done ??= undoAll()),
  }
}
