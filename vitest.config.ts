import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** The web's own settings, with its plugins and its DOM; the rest needs none. */
const web = existsSync('web/vite.config.ts')
  ? [
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: { name: 'web', environment: 'happy-dom', isolate: false, include: ['src/**/*.test.{ts,tsx}'] },
      },
    ]
  : []

export default defineConfig({
  test: {
    // The machine of a check has two cores; the database takes its share of them too.
    maxWorkers: 2,
    projects: [
      { test: { name: 'domain', include: ['domain/src/**/*.test.ts', 'tools/**/*.test.ts'], isolate: false } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/test/start-cluster.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      ...web,
    ],
  },
})
