import { expect, test } from '@playwright/test'
import { buildSite } from './site.ts'
import { buildingNameOf, sitDown } from './desk.ts'

/** Presses, by key or by mouse; typing is none. */
const counting = () => {
  let presses = 0
  return {
    press: async (work: Promise<unknown>) => {
      presses += 1
      await work
    },
    count: () => presses,
  }
}

test('an operator takes a call from the number of the dwelling to the confirmed date in four presses', async ({ page }) => {
  const site = await buildSite()
  await site.call('PATCH', `/rooms/${site.idOf('203')}/resident`, { resident: { name: '山川 澄江', phone: '03-1234-0203' } })
  const before = await site.placeOf('203')
  await sitDown(page)
  await page.goto('/desk')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`２０３ ${await buildingNameOf(site)}`)
  const { press, count } = counting()
  await press(page.keyboard.press('Enter'))
  await expect(page.getByLabel('ご連絡された方')).toHaveValue('山川 澄江')
  // The keys go on where something is missing.
  await expect(page.getByRole('radio', { name: '電話番号' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'この日時に決める' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'この日時に決める' })).toBeInViewport({ ratio: 1 })
  await press(page.getByLabel('案内状の管理番号').click())
  await expect(page.getByLabel('案内状の管理番号')).toBeChecked()
  const proposals = page.getByRole('group', { name: '日時' }).getByRole('radio')
  // The date as it is, and the three nearest.
  await expect(proposals).toHaveCount(4)
  await press(proposals.nth(2).click())
  await expect(proposals.nth(2)).toBeChecked()
  await press(page.getByRole('button', { name: 'この日時に決める' }).click())
  await expect(page.getByTestId('read-back')).toHaveText(/^203号室、\d+月\d+日、.曜日、.*のあいだでお取りしました。$/)
  expect(count()).toBeLessThanOrEqual(4)
  const after = await site.placeOf('203')
  expect(after).not.toEqual(before)
  const { room_answers } = await site.call<{ room_answers: { channel: string; caller: string; verified_fact: string }[] }>(
    'GET',
    `/rooms/${site.idOf('203')}/answers`,
  )
  expect(room_answers).toMatchObject([{ channel: 'tel', caller: '山川 澄江', verified_fact: 'manage_no' }])
  // The next caller is known by the number that they call from.
  await page.getByRole('button', { name: '次の電話を受ける' }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('03-1234-0203')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('電話番号', { exact: true })).toBeChecked()
  await expect(page.getByRole('region', { name: '最近の連絡' })).toContainText('工事日を確定しました')
  // And this call by keys alone.
  await expect(proposals.first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('read-back')).toBeVisible()
})
