import type { Page } from '@playwright/test'

/** Milliseconds of `toastDuration` (web/src/platform/toast.ts), whose timers alone are given the news that they end. */
const durations = [5_000, 10_000]

/**
 * News stands on the pages that are opened from here on until somebody ends it: a machine that is busy for seconds does not take away what a
 * journey is about to press, and what ends it is seen to be that, not the time.
 */
export const lastingNews = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const { setTimeout } = globalThis
    globalThis.setTimeout = (work, milliseconds, ...more) =>
      setTimeout(work, more.length > 0 && ${JSON.stringify(durations)}.includes(milliseconds) ? 600_000 : milliseconds, ...more)
  }`)
