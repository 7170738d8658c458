import { progressSegmentLabels, progressSegments } from '@toguchi/domain/constructions/status'
import { informationKinds } from '@toguchi/domain/dashboard/information'
import { expect, type Page, test } from '@playwright/test'
import { enter } from './sign-in.ts'

interface Answer {
  progress: Record<(typeof progressSegments)[number], number>
  informations: { text: string }[]
}

/** The dashboard of the demo town, and what the server answered for it. */
const openDashboard = async (page: Page): Promise<Answer> => {
  await enter(page, 'staff01')
  const answer = page.waitForResponse(response => new URL(response.url()).pathname === '/api/dashboard')
  await page.goto('/dashboard')
  const said: unknown = await (await answer).json()
  await expect(page.getByTestId('progress-graph')).toBeVisible()
  // SAFETY: the server checks its answers against the contract while tests run.
  return said as Answer
}
const rows = (page: Page) => page.getByTestId('info-list').getByTestId('info-row')

test('the segments of the progress graph are as wide as their share, in one row', async ({ page }) => {
  const { progress } = await openDashboard(page)
  const total = progressSegments.reduce((sum, segment) => sum + progress[segment], 0)
  expect(total).toBeGreaterThan(0)
  // What stands above the graph may come after it, and moves it between two looks.
  await expect(async () => {
    const bar = await page.getByTestId('graph-bar').boundingBox()
    let widths = 0
    for (const segment of progressSegments) {
      const box = await page.getByTestId(`graph-segment-${segment}`).boundingBox()
      expect(box?.y).toBe(bar?.y)
      expect(Math.abs((box?.width ?? 0) - ((bar?.width ?? 0) * progress[segment]) / total)).toBeLessThan(2)
      widths += box?.width ?? 0
    }
    expect(Math.abs(widths - (bar?.width ?? 0))).toBeLessThan(2)
  }).toPass()
})

test('a segment tells its number in a tooltip while the mouse is on it', async ({ page }) => {
  const { progress } = await openDashboard(page)
  const tooltip = page.getByRole('tooltip')
  for (const segment of progressSegments) {
    // What comes above the graph pushes it away from under the pointer.
    await expect(async () => {
      await page.mouse.move(0, 0)
      await page.getByTestId(`graph-segment-${segment}`).hover()
      await expect(tooltip).toContainText(`${progressSegmentLabels[segment]} ${progress[segment]}件`, { timeout: 3_000 })
    }).toPass()
    await page.mouse.move(0, 0)
    await expect(tooltip).toHaveCount(0)
  }
})

test('an information row shows its date, its kind with an icon, and its text', async ({ page }) => {
  const { informations } = await openDashboard(page)
  expect(informations.length).toBeGreaterThan(0)
  await expect(rows(page)).toHaveCount(informations.length)
  for (const [at, { text }] of informations.entries()) {
    const row = rows(page).nth(at)
    await expect(row.locator('time')).toHaveText(/^\d{4}\/\d{2}\/\d{2}$/)
    await expect(row.getByTestId('info-icon').locator('svg')).toHaveCount(1)
    await expect(row.getByTestId('info-text')).toHaveText(text)
    await expect(row).toHaveAttribute('data-kind', /^(alert|add|info)$/)
  }
})

test('the demo town tells of all three kinds, and the list is narrowed to one', async ({ page }) => {
  await openDashboard(page)
  const shownKinds = await rows(page).evaluateAll(shown => shown.map(row => row.getAttribute('data-kind')))
  // Journeys beside this one do things too, so that the newest rows may be of one kind.
  expect(shownKinds.length).toBeGreaterThan(0)
  expect(shownKinds.filter(kind => !informationKinds.some(known => known === kind))).toEqual([])
  for (const kind of informationKinds) {
    await page.getByLabel('種別').selectOption(kind)
    await page.waitForURL(url => url.searchParams.get('kind') === kind)
    await expect(rows(page).first()).toHaveAttribute('data-kind', kind)
    const kinds = await rows(page).evaluateAll(shown => shown.map(row => row.getAttribute('data-kind')))
    expect(new Set(kinds)).toEqual(new Set([kind]))
  }
})

test('an information row opens the quick view of its construction, which closes by button, Escape and a click outside', async ({
  page,
}) => {
  await openDashboard(page)
  const view = page.getByTestId('quick-view')
  const open = async () => {
    await page.locator('[data-testid=info-row][data-kind=alert] button').first().click()
    await expect(view.locator('a[href^="/constructions/"]').first()).toBeVisible()
  }
  await open()
  await view.getByTestId('quick-view-close').click()
  await expect(view).toHaveCount(0)
  await open()
  await page.keyboard.press('Escape')
  await expect(view).toHaveCount(0)
  await open()
  await page.mouse.click(5, 5)
  await expect(view).toHaveCount(0)
  await open()
  await view.getByRole('button', { name: 'この工事のお知らせだけを見る' }).click()
  await page.waitForURL(url => url.searchParams.has('construction_id'))
  await expect(rows(page).first()).toBeVisible()
})

test('further information rows are one tap away', async ({ page }) => {
  const { informations } = await openDashboard(page)
  await page.getByTestId('info-more').click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(informations.length)
})

test('the quick view of a segment is at most 800px wide and closes', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  const { progress } = await openDashboard(page)
  const segment = progressSegments.find(one => progress[one] > 0)
  await page.getByTestId(`graph-legend-${segment}`).click()
  const view = page.getByTestId('quick-view')
  await expect(view.getByRole('link').first()).toBeVisible()
  const box = await view.boundingBox()
  expect(box?.width).toBeGreaterThan(400)
  expect(box?.width).toBeLessThanOrEqual(800)
  await view.getByTestId('quick-view-close').click()
  await expect(view).toHaveCount(0)
})

test('the dashboard is set in 12px', async ({ page }) => {
  await openDashboard(page)
  await expect(page.getByTestId('dashboard')).toHaveCSS('font-size', '12px')
})
