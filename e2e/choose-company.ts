import { expect, type Page } from '@playwright/test'

/** The calls that other journeys had today may come meanwhile, and move the list of companies under the pointer. */
export const chooseCompany = (page: Page, company: string): Promise<void> =>
  expect(async () => {
    const row = page.getByRole('row').filter({ hasText: company }).first()
    if (new URL(page.url()).pathname === '/admins/top') await row.click({ timeout: 10_000 })
    await page.waitForURL(url => url.pathname !== '/admins/top', { timeout: 20_000 })
  }).toPass()
