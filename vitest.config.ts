import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The machine of a check has two cores; the database takes its share of them too. Every project says so itself: they run in one group.
const maxWorkers = 2

/** On a cluster of Citus (tools/citus-tests) every statement takes longer, and the template a minute. */
const patience = process.env.TEST_NODES === undefined ? 120_000 : 240_000

/** `bin/test long` runs the rounds that take long, and nothing else; `bin/test` leaves them out. */
const isLong = process.env.LONG_ROUNDS !== undefined

/**
 * The web's own settings, with its plugins and its DOM; the rest needs none. Its modules hold state: every file has its own, in a context
 * within one thread (a thread and a DOM for each file took twice the time).
 */
const web = existsSync('web/vite.config.ts')
  ? [
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          maxWorkers,
          pool: 'vmThreads' as const,
          environment: 'happy-dom',
          setupFiles: ['parsed-bodies', 'patience'].map(name => fileURLToPath(new URL(`web/test/${name}.ts`, import.meta.url))),
          testTimeout: 60_000,
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
    ]
  : []

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: 'domain',
          maxWorkers,
          include: ['domain/src/**/*.test.ts', 'tools/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          maxWorkers,
          // Every file has a database and an application of its own; the modules, a third of the time, are loaded once for each worker.
          isolate: false,
          include: [isLong ? 'server/src/**/*.long.test.ts' : 'server/src/**/*.test.ts'],
          exclude: isLong ? [] : ['**/*.long.test.ts'],
          globalSetup: ['server/test/start-cluster.ts'],
          setupFiles: ['server/test/each-file.ts'],
          testTimeout: patience,
          hookTimeout: patience,
          // A limit, no measure, as all of them: what is waited for comes when it comes.
          expect: { poll: { timeout: patience / 4 } },
        },
      },
      ...web,
    ],
  },
})
