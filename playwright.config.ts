import { defineConfig } from '@playwright/test'
import { browserArguments } from './tools/find-browser.ts'

// bin/test chooses a free port; a run by hand may name another one.
process.env.E2E_PORT ??= '41730'
const { E2E_PORT, CHROMIUM_PATH } = process.env

/** Journeys through the real server and the demo town, in the browser that bin/test found. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-server.ts',
  outputDir: '.cache/test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['dot'], ['json', { outputFile: '.cache/reports/playwright.json' }]],
  use: {
    baseURL: `http://www.localhost:${E2E_PORT}`,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: browserArguments,
    },
  },
})
