import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Child {
  child: ChildProcess
  port: number
}

/** Starts a server of the bench in a process of its own; it tells its port when it listens, and ends with its parent. */
export const startChild = async (file: string, ...args: string[]): Promise<Child> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { env: { ...process.env, NODE_ENV: 'production' } })
  const port = await new Promise<number>((done, fail) => {
    child.once('message', message => done(Number(message)))
    child.once('exit', code => fail(new Error(`${file} ended with ${String(code)}`)))
  })
  return { child, port }
}

export const medianOf = (numbers: readonly number[]): number => percentileOf(numbers, 0.5)

/** The value below which the given share lies, between 0 and 1. */
export const percentileOf = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
