import type { ChildProcess } from 'node:child_process'

const children = new Set<ChildProcess>()

/**
 * A program that a test has started ends with the tests of its file, whatever became of them: one that is left holds the worker, and with it
 * the whole run.
 */
export const endsWithTests = <Child extends ChildProcess>(child: Child): Child => {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Resolves when all of them have ended. */
export const endChildren = async (): Promise<void> => {
  await Promise.all(
    [...children].map(async child => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise(done => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
    }),
  )
}
