import type { Page } from '@playwright/test'
import { callAs } from './behind.ts'
import { enter } from './sign-in.ts'
import { type Site, staff } from './site.ts'

export const buildingNameOf = async (site: Site): Promise<string> =>
  (await callAs<{ construction: { building_name: string } }>(staff, 'GET', `/constructions/${site.id}`)).construction.building_name

/** The switchboard answers for the company of the site. */
export const sitDown = async (page: Page) => {
  await enter(page, 'operator01')
  await page.evaluate(`localStorage.setItem('schema', '002')`)
}
