import { defineConfig } from '@playwright/test'
import { browserArguments, cheapArguments } from './tools/find-browser.ts'

// bin/test chooses a free port; a run by hand may name another one.
process.env.E2E_PORT ??= '41730'
const { E2E_PORT, CHROMIUM_PATH } = process.env

/** `bin/test` walks the journeys of each role, one for a promise; `bin/test long` walks all the others. */
const isLong = process.env.LONG_ROUNDS !== undefined

const mainJob = '**/main-job.spec.ts'

/** Journeys through the real server and the demo town, in the browser that bin/test found. */
export default defineConfig({
  testDir: 'e2e',
  // The one journey that takes as long as all the others together begins first, beside them.
  projects: isLong
    ? [{ name: 'long', testMatch: '**/*.long.spec.ts' }]
    : [
        { name: 'main job', testMatch: mainJob },
        { name: 'journeys', testIgnore: ['**/*.long.spec.ts', mainJob] },
      ],
  globalSetup: './e2e/start-server.ts',
  outputDir: '.cache/test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 400_000,
  // Limits, no measures: a page on a crowded machine may stand still for ten seconds.
  expect: { timeout: 30_000 },
  reporter: [['dot'], ['./e2e/page-reporter.ts'], ['json', { outputFile: `.cache/reports/playwright${isLong ? '-long' : ''}.json` }]],
  use: {
    baseURL: `http://www.localhost:${E2E_PORT}`,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // A recording costs a fifth of the run; `E2E_TRACE=1 bin/test e2e <filter>` makes one of what failed.
    trace: process.env.E2E_TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: [...browserArguments, ...cheapArguments],
    },
  },
})
