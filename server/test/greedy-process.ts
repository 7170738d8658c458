import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Ended, ProcessMessage } from '../src/platform/processes/limited-work.ts'

/* A program for limited processes that does what a strange file might make of a library. */
const kept: unknown[] = []
/** Somebody looks how much it has, on a machine that may be slow; from then on it takes as fast as it can. */
const toBeSeen = () => setTimeout(500)
const works: Record<string, (asked: unknown) => unknown> = {
  echo: asked => asked,
  pid: () => process.pid,
  environment: () => Object.keys(process.env).filter(name => !name.startsWith('NODE_CHANNEL')),
  wait: asked => setTimeout(Number(asked), asked),
  /** Ends when there is a file of this name. */
  until: async asked => {
    while (!existsSync(String(asked))) await setTimeout(5)
    return 'done'
  },
  loop: () => {
    for (;;) kept.length = 0
  },
  // Outside of V8's heap, as native libraries have it, and every page of it touched.
  native: async () => {
    const grow = () => kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
    for (let count = 0; count < 15; count += 1) grow()
    await toBeSeen()
    for (;;) grow()
  },
  heap: async () => {
    const grow = () => kept.push({ text: `${Math.random()}` })
    for (let count = 0; count < 500_000; count += 1) grow()
    await toBeSeen()
    for (;;) grow()
  },
  read: asked => readFileSync(String(asked), 'utf8').length,
  write: asked => writeFileSync(String(asked), 'x'),
  start: () => execFileSync('id').toString(),
}

const tell = (told: ProcessMessage) => process.send?.(told)
process.on('message', async ({ name, asked }: { name: string; asked: unknown }) => {
  let ended: Ended
  try {
    ended = { answer: await works[name]?.(asked) }
  } catch (error) {
    ended = { failure: String(error) }
  }
  tell({ ended, megabytes: process.memoryUsage.rss() / 1024 / 1024, cpuSeconds: 0 })
})
process.on('disconnect', () => process.exit())
tell({ ready: true })
