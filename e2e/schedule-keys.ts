import type { Locator, Page } from '@playwright/test'
import { button, openSchedule } from './schedule-page.ts'
import type { Site } from './site.ts'

/** Presses Tab until something has the focus, as a person would. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor()
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await target.evaluate(element => element.matches(':focus'))) return
    await page.keyboard.press(key)
  }
  throw new Error(`120 × ${key} do not lead to ${target.toString()}`)
}

export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** The one cell of the grid that Tab reaches. */
export const tabStop = (page: Page) => page.locator('[data-testid=schedule-cell][tabindex="0"]')

export const editByKeys = async (page: Page, site: Site) => {
  await openSchedule(page, site)
  await tabTo(page, button(page, '編集'))
  await press(page, 'Enter')
  await tabTo(page, tabStop(page))
}
