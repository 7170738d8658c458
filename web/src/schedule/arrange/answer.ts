import { arrange, type Arrangement } from '@toguchi/domain/schedule/arrange/arrange'
import type { ArrangeInput } from '@toguchi/domain/schedule/arrange/arrange-input'
import type { SolveMip } from '@toguchi/domain/schedule/arrange/mip'

/** What the worker says: how far it is, and in the end the proposal, or that it failed. */
export type Answer = { kind: 'progress'; done: number; total: number } | { kind: 'done'; arrangement: Arrangement } | { kind: 'failed' }

/** Progress is told at most so often; every message costs the page a drawing. */
const millisecondsBetween = 80

/** Arranges and tells of it: the worker's whole work, without the worker. */
export const answer = async (input: ArrangeInput, solveMip: SolveMip, say: (answer: Answer) => void): Promise<void> => {
  let lastProgressAt = -Infinity
  const onProgress = (done: number, total: number) => {
    const now = performance.now()
    if (now - lastProgressAt < millisecondsBetween) return
    lastProgressAt = now
    say({ kind: 'progress', done, total })
  }
  try {
    say({ kind: 'done', arrangement: await arrange(input, { solveMip, onProgress }) })
  } catch (error) {
    say({ kind: 'failed' })
    throw error
  }
}
