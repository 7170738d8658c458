import { expect, type Locator, type Page } from '@playwright/test'

/** Turns a resident's weeks to the one that shows some frames, whichever the page began with. */
export const turnToWeekWith = async (page: Page, frames: Locator): Promise<void> => {
  const week = page.getByRole('region', { name: '日程の選択' })
  await expect(week).toBeVisible()
  for (const turn of ['前の週', '次の週'])
    while ((await frames.count()) === 0 && (await week.getByRole('button', { name: turn }).isEnabled()))
      await week.getByRole('button', { name: turn }).click()
}
