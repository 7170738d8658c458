import { expect, test } from '@playwright/test'
import { enter } from './sign-in.ts'

// Construction 3 of the demo town is at work today; 5 is the tower, planned for the weeks to come, with three crews.

test.describe('当日の作業一覧 on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a craftsman sees where to go next, calls, and opens the room with one tap', async ({ page }) => {
    await enter(page, 'craftsman01')
    await page.goto('/constructions/3/working_process')
    await expect(page.getByRole('heading', { level: 1, name: '当日の作業一覧' })).toBeVisible()
    const next = page.locator('[data-testid=visit-card][data-next]')
    await expect(next).toHaveCount(1)
    await expect(next).toContainText('次の部屋')
    // Nothing that is still to be done comes before it.
    expect(await page.locator('[data-testid=visit-card]:visible').first().getAttribute('data-next')).toBe('true')
    const call = next.getByRole('link', { name: /電話/ })
    await expect(call).toHaveAttribute('href', /^tel:0[\d-]+$/)
    for (const target of [call, page.getByRole('link', { name: '次の日' }), page.getByTestId('visits-done').locator('summary').first()])
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)

    const number = (await next.getByTestId(/^room-card-/).textContent()) ?? ''
    // Anywhere on the card, not only on its number.
    await next.click({ position: { x: 60, y: 100 } })
    await page.waitForURL(/\/constructions\/3\/rooms\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${number}号室`)
  })

  test('a card begins what is done at the door, within reach of a thumb', async ({ page }) => {
    await enter(page, 'craftsman01')
    await page.goto('/constructions/3/working_process')
    const next = page.locator('[data-testid=visit-card][data-next]')
    const actions = next.getByRole('group').getByRole('link')
    await expect(actions).toHaveText(['写真', '報告書', '不在', '完了'])
    for (const action of await actions.all()) expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await actions.filter({ hasText: '報告書' }).click()
    await page.waitForURL(/\/rooms\/\d+#report$/)
    await expect(page.getByRole('heading', { name: '完了報告書' })).toBeInViewport()
    await page.goBack()
    await actions.filter({ hasText: '完了' }).click()
    await page.waitForURL(/\/rooms\/\d+\?task=complete$/)
    await expect(page.getByRole('dialog', { name: /完了登録$/ })).toBeVisible()
    // Back closes what lies on the page, and then leaves it.
    await page.goBack()
    await expect(page.getByRole('dialog', { name: /完了登録$/ })).toBeHidden()
    await page.goBack()
    await actions.filter({ hasText: '不在' }).click()
    await expect(page.getByRole('dialog', { name: /不在の登録$/ })).toBeVisible()
  })

  test('done rooms are folded and open by keyboard; the count says how far the day is', async ({ page }) => {
    await enter(page, 'craftsman01')
    await page.goto('/constructions/3/working_process')
    const fold = page.getByTestId('visits-done').first()
    const inside = fold.getByTestId('visit-card').first()
    await expect(inside).toBeHidden()
    await fold.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(inside).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(inside.getByTestId(/^room-card-/)).toBeFocused()
    const numbers = await page.getByTestId('visit-progress').locator('dd').allTextContents()
    const [done = 0, open = 0, reschedule = 0, total = 0] = numbers.map(Number)
    expect(done + open + reschedule).toBe(total)
    expect(await page.getByTestId('visit-card').count()).toBe(total)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/rooms\/\d+$/)
  })

  test('a day without visits leads to the next one that has some, and back to today', async ({ page }) => {
    await enter(page, 'craftsman01')
    await page.goto('/constructions/5/working_process')
    await expect(page.getByText('この日の訪問はありません。')).toBeVisible()
    await page.getByRole('link', { name: /の訪問を見る$/ }).click()
    await page.waitForURL(/working_process\?date=/)
    await expect(page.getByTestId('visit-card').first()).toBeVisible()
    // Nobody goes there today.
    await expect(page.locator('[data-testid=visit-card][data-next]')).toHaveCount(0)
    await page.getByRole('link', { name: '今日に戻る' }).click()
    await page.waitForURL(/working_process$/)
  })

  test('a craftsman sees the own crew first and may look at the others', async ({ page }) => {
    await enter(page, 'craftsman01')
    await page.goto('/constructions/5/working_process')
    await page.getByRole('link', { name: /の訪問を見る$/ }).click()
    await page.waitForURL(/working_process\?date=/)
    await expect(page.getByTestId('visit-card').first()).toBeVisible()
    const crews = page.getByRole('group', { name: '班' })
    await expect(crews.getByRole('button', { name: '自分の班' })).toHaveAttribute('aria-pressed', 'true')
    const own = await page.getByTestId('visit-card').count()
    await crews.getByRole('button', { name: 'すべて' }).click()
    await expect(page).toHaveURL(/crew=all/)
    await expect.poll(() => page.getByTestId('visit-card').count()).toBeGreaterThan(own)
    // The choice stays from day to day.
    await page.getByRole('link', { name: '次の日' }).click()
    await expect(page).toHaveURL(/crew=all/)
    await expect(crews.getByRole('button', { name: 'すべて' })).toHaveAttribute('aria-pressed', 'true')
  })
})

test('the office sees all crews and filters by one', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/5/working_process')
  await page.getByRole('link', { name: /の訪問を見る$/ }).click()
  await page.waitForURL(/working_process\?date=/)
  await expect(page.getByTestId('visit-card').first()).toBeVisible()
  const crews = page.getByRole('group', { name: '班' })
  await expect(crews.getByRole('button', { name: 'すべて' })).toHaveAttribute('aria-pressed', 'true')
  await expect(crews.getByRole('button', { name: '自分の班' })).toHaveCount(0)
  const all = await page.getByTestId('visit-card').count()
  await crews.getByRole('button').nth(1).click()
  await expect.poll(() => page.getByTestId('visit-card').count()).toBeLessThan(all)
  await expect(page.getByTestId('visit-progress')).toContainText(`／ ${all}戸`)
})
