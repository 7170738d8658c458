import { expect, type Page } from '@playwright/test'
import { faultsOf } from './axe.ts'

export const standsWell = async (page: Page) => {
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
}
