import type { Page } from '@playwright/test'

/** A page that this person may not see sends them elsewhere. */
export const isKeptFrom = async (page: Page, address: string, to: string | RegExp): Promise<void> => {
  await page.goto(address)
  await page.waitForURL(url => (typeof to === 'string' ? url.pathname === to : to.test(url.pathname)))
}
