import { type Browser, expect, type Page, test } from '@playwright/test'
import { browserArguments } from '../tools/find-browser.ts'
import { faultsOf, paleOrSmall } from './axe.ts'
import { widePartsOf } from './chosen-files.ts'
import { countingHand } from './hand.ts'
import { lastingNews } from './lasting-news.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman, type Site } from './site.ts'

// D-44: whoever works on the site comes for the day; the office's list stands below it.

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [...browserArguments, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

/** Earlier on the way than the houses of other journeys, which the same craftsman works for; the first journey finishes one of its rooms. */
let site: Site
test.beforeAll(async () => {
  site = await buildSite({ named: '一番', photographed: ['玄関', '居間'] })
})

const phoneOf = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    permissions: ['camera'],
  })
  const page = await context.newPage()
  await enter(page, craftsman)
  await page.goto('/constructions')
  return page
}
const nextDoor = (page: Page) => page.getByTestId('next-visit')
/** Of this journey's house: those that others build meanwhile come to the same day. */
const openDoorsOf = async (page: Page) => {
  const rooms = (await site.read()).assigns.map(({ room }) => `[data-room="${room.id}"]:not([data-left])`)
  return page.getByTestId('own-day').locator(rooms.join(', '))
}
const roomAt = async (page: Page): Promise<string> => {
  const id = Number(await nextDoor(page).getAttribute('data-room'))
  const room = (await site.read()).assigns.find(assign => assign.room.id === id)?.room.name
  if (room === undefined) throw new Error('the next door is not of this journey’s house')
  return room
}

test('a room with six photos and a signature takes at most twenty touches, from the day to the next door', async ({ browser }) => {
  const page = await phoneOf(browser)
  const hand = countingHand()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('今日の作業')
  const room = await roomAt(page)
  const openDoors = await openDoorsOf(page)
  const doors = await openDoors.count()
  for (const step of ['到着', '開始']) {
    const button = nextDoor(page).getByRole('button', { name: step, exact: true })
    await expect(button).toHaveAttribute('data-primary', 'true')
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(64)
    await hand.press(button)
    await expect(nextDoor(page)).toContainText(`${step}済`)
  }
  const finish = nextDoor(page).getByRole('link', { name: /^完了/ })
  await expect(finish).toHaveAttribute('data-primary', 'true')
  await expect(finish).toContainText('先に写真 あと6か所')
  await hand.press(finish)
  await page.waitForURL(/\/rooms\/\d+#photos$/)
  await hand.press(page.getByRole('button', { name: '撮影する' }).first())
  await expect.poll(() => page.evaluate<number>(`document.querySelector('[data-testid=finder] video')?.videoWidth ?? 0`)).toBeGreaterThan(0)
  for (let photo = 1; photo <= 6; photo += 1) {
    await hand.press(page.getByTestId('shutter'))
    await expect(page.getByTestId('camera').getByRole('listitem')).toHaveCount(photo)
  }
  await hand.press(page.getByTestId('camera').getByRole('button', { name: '閉じる' }))
  await expect(page.getByText('必要な写真はすべて撮影済みです。')).toBeVisible()
  // With the photos still on the way the completion would wait behind them, and say so.
  await expect(page.getByTestId('deliveries').first()).toContainText('サーバーで確認済 6枚', { timeout: 200_000 })
  await hand.press(page.getByRole('button', { name: '完了登録' }))
  const dialog = page.getByRole('dialog', { name: /完了登録$/ })
  await expect(dialog).toContainText(`${room}号室の「工程表の工事」が完了したことを、本人に確認していただきます。`)
  await hand.press(dialog.getByTestId('signature-pad'))
  await stroke(page)
  await hand.press(dialog.getByRole('button', { name: '完了する' }))
  expect(hand.count()).toBeLessThanOrEqual(20)

  await page.waitForURL(/\/constructions$/)
  await expect(page.getByTestId('toast').filter({ hasText: `${room}号室` })).toBeVisible()
  await expect(openDoors).toHaveCount(doors - 1)
  await expect(page.getByTestId('visits-left')).toBeVisible()
  expect(await roomAt(page)).not.toBe(room)
  await page.context().close()
})

const stroke = async (page: Page) => {
  const box = (await page.getByTestId('signature-pad').boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 140, box.y + 70, { steps: 6 })
  await page.mouse.up()
}

test('到着 without a network stands on the card, is taken back there, and arrives when the network is back', async ({ browser }) => {
  const page = await phoneOf(browser)
  await expect(nextDoor(page)).toBeVisible()
  const id = await nextDoor(page).getAttribute('data-room')
  await page.context().setOffline(true)
  await nextDoor(page).getByRole('button', { name: '到着', exact: true }).click()
  await expect(nextDoor(page)).toContainText('到着 送信待ち')
  await expect(nextDoor(page)).toContainText('作業中の部屋')
  await nextDoor(page).getByRole('button', { name: '到着を取り消す' }).click()
  await expect(nextDoor(page).getByRole('button', { name: '到着', exact: true })).toBeVisible()
  await nextDoor(page).getByRole('button', { name: '到着', exact: true }).click()
  await expect(nextDoor(page)).toContainText('到着済')
  await page.context().setOffline(false)
  await expect(nextDoor(page).getByText('送信待ち')).toHaveCount(0, { timeout: 200_000 })
  await page.reload()
  await expect(nextDoor(page)).toHaveAttribute('data-room', id!)
  await expect(nextDoor(page)).toContainText('到着済')
  await nextDoor(page).getByRole('button', { name: '到着を取り消す' }).click()
  await expect(nextDoor(page).getByRole('button', { name: '到着', exact: true })).toBeVisible()
  await page.context().close()
})

test('the day opens without a network from what the phone has, with its menu and all that comes after', async ({ browser }) => {
  const page = await phoneOf(browser)
  await expect(nextDoor(page)).toBeVisible()
  const id = await nextDoor(page).getAttribute('data-room')
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await page.context().setOffline(true)
  const missing: string[] = []
  page.on('requestfailed', request => {
    if (new URL(request.url()).pathname.startsWith('/assets/')) missing.push(request.url())
  })
  await page.goto('/constructions')
  await expect(nextDoor(page)).toHaveAttribute('data-room', id!)
  await expect(page.getByText(/^圏外/)).toBeVisible()
  await expect(page.getByRole('link', { name: '当日の作業一覧・集金表' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'メニュー' }).click()
  await expect(page.getByRole('dialog', { name: 'メニュー' }).getByRole('link', { name: '工事' })).toBeVisible()
  expect(missing).toEqual([])
  await page.context().close()
})

test('the menu that is pressed before its code has come opens with it', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await enter(page, craftsman)
  let letThrough = () => {}
  const held = new Promise<void>(done => (letThrough = done))
  await page.route(/\/assets\/navigation-[^/]*\.js$/, async route => {
    await held
    await route.continue()
  })
  await page.goto('/constructions')
  await expect(nextDoor(page)).toBeVisible()
  await page.getByRole('button', { name: 'メニュー' }).click()
  const menu = page.getByRole('dialog', { name: 'メニュー' })
  await expect(menu).toHaveCount(0)
  letThrough()
  await expect(menu.getByRole('link', { name: '工事' })).toBeVisible()
  await context.close()
})

test('不在 leads on to the next door, and can be taken back from there', async ({ browser }) => {
  const page = await phoneOf(browser)
  await lastingNews(page)
  await page.reload()
  // Whichever company's it is: the earliest frame that is open.
  const roomId = () => nextDoor(page).getAttribute('data-room')
  const room = await roomId()
  await nextDoor(page).getByRole('link', { name: '不在' }).click()
  const absence = page.getByRole('dialog', { name: /不在/ })
  await absence.getByLabel('撮影できない').check()
  await absence.getByRole('button', { name: '不在を登録' }).click()
  await page.waitForURL(/\/constructions$/)
  await expect.poll(roomId).not.toBe(room)
  await page.getByTestId('toast').getByRole('button', { name: '元に戻す' }).click()
  await expect.poll(roomId).toBe(room)
  await page.context().close()
})

test('a room leads to the doors before and after it, and back to the day', async ({ browser }) => {
  const page = await phoneOf(browser)
  const room = await roomAt(page)
  await nextDoor(page)
    .getByTestId(/^room-card-/)
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${room}号室`)
  await page.getByRole('navigation', { name: '前後の部屋' }).locator('[rel=next]').click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(`${room}号室`)
  await page.getByRole('navigation', { name: '前後の部屋' }).locator('[rel=prev]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${room}号室`)
  await page.getByRole('link', { name: '作業の予定へ戻る' }).click()
  await expect(nextDoor(page)).toBeVisible()
  await page.context().close()
})

test('a list of constructions that does not arrive takes no day away', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  await enter(page, craftsman)
  await context.route('**/assets/ConstructionList-*', route => route.abort())
  await page.goto('/constructions')
  await expect(page.getByText('工事一覧を読み込めませんでした。')).toBeVisible()
  await expect(nextDoor(page)).toBeVisible()
  await context.close()
})

test('the days beside today, and the list of constructions with its filters folded', async ({ browser }) => {
  const page = await phoneOf(browser)
  await page.getByRole('button', { name: '次の日' }).click()
  await page.waitForURL(/day\.date=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('明日の作業')
  await expect(nextDoor(page)).toHaveCount(0)
  await page.getByRole('button', { name: '今日に戻る' }).click()
  await expect(nextDoor(page)).toBeVisible()
  const keyword = page.getByLabel('物件名・工事名・管理番号・工事コード')
  await expect(keyword).toBeHidden()
  await page.getByText('工事を絞り込む').click()
  await expect(keyword).toBeVisible()
  await expect(page.getByRole('heading', { name: '工事一覧' })).toBeVisible()
  await page.context().close()
})

for (const width of [390, 1280])
  test(`day, room and completion are read in the sun at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // The list below the day has one with a long number.
    await buildSite({ named: '八十四戸マンション' })
    await enter(page, craftsman)
    await page.goto('/constructions?per_page=100')
    const look = async () => {
      expect.soft(await paleOrSmall(page)).toEqual([])
      expect.soft(await faultsOf(page)).toEqual([])
      expect.soft(await widePartsOf(page)).toEqual([])
    }
    await expect(nextDoor(page)).toBeVisible()
    await expect(page.getByRole('cell', { name: /^八十四戸マンション/ }).last()).toBeVisible()
    await look()
    await nextDoor(page)
      .getByTestId(/^room-card-/)
      .click()
    await expect(page.getByRole('button', { name: '完了登録' })).toBeVisible()
    await look()
    await page.getByRole('button', { name: '完了登録' }).click()
    await expect(page.getByTestId('signature-pad')).toBeVisible()
    await look()
  })
