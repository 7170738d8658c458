import { type Browser, expect, type Page, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman, type Site } from './site.ts'

// What a thumb goes for stays where it was seen first, whatever arrives after it.

let site: Site
test.beforeAll(async () => {
  site = await buildSite({ photographed: ['玄関'] })
})

/** Milliseconds by which what the page reads after its room comes late. */
const late = 700

const phoneOf = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await enter(page, craftsman)
  await page.addInitScript(`{
    globalThis.places = {}
    setInterval(() => {
      const shown = {
        撮影する: [...document.querySelectorAll('button')].find(button => button.textContent === '撮影する'),
        完了: document.querySelector('[data-section=completion]'),
      }
      for (const [name, element] of Object.entries(shown)) {
        const top = element?.getBoundingClientRect().top
        if (top !== undefined && element.checkVisibility()) (places[name] ??= new Set()).add(Math.round(top + scrollY))
      }
    }, 20)
  }`)
  return page
}
const delay = async (page: Page) => {
  for (const path of [/\/api\/visits/, /\/completion_report$/, /\/room_images$/, /\/keys$/, /\/orders$/, /\/absences$/, /\/assets\/WayOn/])
    await page.route(path, async route => {
      await new Promise(done => setTimeout(done, late))
      await route.continue()
    })
}
/** How far each of them moved since it was first to be seen. */
const moved = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: '前後の部屋' })).toBeVisible()
  await expect(page.locator('[data-section=completion-report]')).toContainText('まだ記入されていません')
  await page.waitForTimeout(2 * late)
  return page.evaluate<Record<string, number>>(
    `Object.fromEntries(Object.entries(places).map(([name, tops]) => [name, Math.max(...tops) - Math.min(...tops)]))`,
  )
}

/** One of this journey's with a door before it and one after it, whose ever those are. */
const roomBetween = async (): Promise<number> => {
  const { visits } = await callAs<{ visits: { id: number; construction_id: number }[] }>(craftsman, 'GET', '/visits')
  const own = visits.find((visit, at) => visit.construction_id === site.id && at > 0 && at < visits.length - 1)
  if (own === undefined) throw new Error('no room with a neighbour on either side')
  return own.id
}

test('a room stands still when it is opened by its address', async ({ browser }) => {
  const page = await phoneOf(browser)
  await delay(page)
  await page.goto(`/constructions/${site.id}/rooms/${await roomBetween()}`)
  const far = await moved(page)
  await expect(page.getByRole('navigation', { name: '前後の部屋' }).getByRole('link')).toHaveCount(2)
  expect(Object.keys(far).toSorted()).toEqual(['完了', '撮影する'])
  expect(Math.max(...Object.values(far)), JSON.stringify(far)).toBeLessThanOrEqual(8)
  await page.context().close()
})

test('a room stands still when it is opened from the day', async ({ browser }) => {
  const page = await phoneOf(browser)
  await page.goto('/constructions')
  const room = await roomBetween()
  const card = page
    .getByTestId('own-day')
    .locator(`[data-room="${room}"]`)
    .getByTestId(/^room-card-/)
  await expect(card).toBeVisible()
  await delay(page)
  await card.click()
  await expect(page.getByRole('button', { name: '完了登録' })).toBeVisible()
  const far = await moved(page)
  expect(Object.keys(far).toSorted()).toEqual(['完了', '撮影する'])
  expect(Math.max(...Object.values(far)), JSON.stringify(far)).toBeLessThanOrEqual(8)
  await page.context().close()
})
