import { type Browser, expect, type Page, test } from '@playwright/test'
import { callAs } from './behind.ts'
import { drawSignature } from './draw-signature.ts'
import { enter } from './sign-in.ts'
import { buildSite, craftsman, type Site, staff } from './site.ts'

// One room on several screens: each sees what is done at the others, and loses nothing that was typed into it.

let site: Site
test.beforeAll(async () => {
  site = await buildSite({ photographed: ['玄関'] })
})

const open = async (browser: Browser, person: string, room: string, viewport = { width: 390, height: 844 }): Promise<Page> => {
  const page = await (await browser.newContext({ viewport, hasTouch: true })).newPage()
  await enter(page, person)
  await page.goto(`/constructions/${site.id}/rooms/${site.idOf(room)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${room}号室`)
  // A page that is loaded again would forget it.
  await page.evaluate('globalThis.stood = true')
  return page
}
const stood = (page: Page) => page.evaluate<boolean>('globalThis.stood === true')
const slotOf = (page: Page, timing: string) => page.locator('[data-timing]').filter({ hasText: timing })
const statusOf = (page: Page) => page.locator('[data-section=schedule]')
/** Sharp, bright and never the same, as a photo that nothing is asked of. */
const drawPicture = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const picture = canvas.getContext('2d')
    for (let at = 0; at < 200; at += 1) {
      picture.fillStyle = 'hsl(' + Math.random() * 360 + ' 60% ' + (25 + Math.random() * 50) + '%)'
      picture.fillRect(Math.random() * 600, Math.random() * 440, 20 + Math.random() * 120, 20 + Math.random() * 120)
    }
    return canvas.toDataURL('image/jpeg')
  })()`)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
const completion = { room: { sign_omitted_reason: '立会いなし', photos_omitted_reason: '撮影辞退' } }

test('two phones of one craftsman and a screen of the office see one another at a room', async ({ browser }) => {
  const one = await open(browser, craftsman, '101')
  const two = await open(browser, craftsman, '101')
  const office = await open(browser, staff, '101', { width: 1280, height: 900 })
  const remarks = two.getByLabel(/^部屋備考/)
  await remarks.fill('脚立が必要')
  await two.getByRole('button', { name: '完了登録' }).click()
  const sheet = two.getByRole('dialog', { name: /完了登録/ })
  await sheet.getByLabel('特記事項').fill('扉の建付けが悪い')

  for (const timing of ['施工前', '施工中', '施工後']) {
    const buffer = await drawPicture(one)
    await slotOf(one, timing)
      .locator('input[type=file]')
      .setInputFiles({ name: `${timing}.jpg`, mimeType: 'image/jpeg', buffer })
  }
  // A server without a core for them takes photos when they are sent again.
  await expect(one.getByTestId('deliveries').first()).toContainText('サーバーで確認済 3枚', { timeout: 200_000 })
  for (const page of [one, two, office]) await expect(page.getByText('必要な写真はすべて撮影済みです。')).toBeAttached()

  await one.getByRole('button', { name: '完了登録' }).click()
  const done = one.getByRole('dialog', { name: /完了登録/ })
  await done.getByLabel('サインを省略する').check()
  await done.getByLabel(/^サイン省略の理由/).fill('立会いなし')
  await done.getByRole('button', { name: '完了する' }).click()
  await one.waitForURL(/\/constructions$/)

  // Seen behind the sheet that lies open, and said in it.
  await expect(office.locator('[data-kit=head]')).toContainText('完了')
  await expect(sheet.getByRole('alert')).toContainText('この部屋はすでに完了しています。')
  await drawSignature(sheet)
  await sheet.getByRole('button', { name: '完了する' }).click()
  await expect(sheet.getByRole('alert').filter({ hasText: 'ご自身が完了登録しました' })).toContainText('この部屋はすでに完了しています。')
  await expect(sheet.getByLabel('特記事項')).toHaveValue('扉の建付けが悪い')
  await two.keyboard.press('Escape')
  await two
    .getByRole('button', { name: /破棄|閉じる/ })
    .last()
    .click()
  await expect(sheet).toHaveCount(0)
  await expect(two.getByRole('button', { name: '完了登録' })).toHaveCount(0)
  await expect(remarks).toHaveValue('脚立が必要')
  expect([await stood(two), await stood(office)]).toEqual([true, true])
  for (const page of [one, two, office]) await page.context().close()
})

test('what another person does is seen, and what is typed meanwhile stays', async ({ browser }) => {
  const phone = await open(browser, craftsman, '102')
  const remarks = phone.getByLabel(/^部屋備考/)
  await remarks.fill('犬がいる')
  const room = `/rooms/${site.idOf('102')}`
  await site.call('PATCH', room, { room: { room_remarks: '猫がいる', construction_remarks: '午後から' } })
  await expect(statusOf(phone)).toContainText('午後から')
  await expect(phone.locator('[data-section=notes]').getByRole('alert')).toContainText('いまの内容：「猫がいる」')
  await expect(remarks).toHaveValue('犬がいる')
  await site.call('POST', `${room}/absence`, { absence: {} })
  await expect(phone.getByTestId('room-absence')).toBeVisible()
  await site.call('POST', `${room}/completion`, completion)
  await expect(phone.getByRole('button', { name: '完了登録' })).toHaveCount(0)
  await expect(remarks).toHaveValue('犬がいる')
  expect(await stood(phone)).toBe(true)
  await phone.context().close()
})

test('a page that no news reaches is read anew when it comes to the front', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const phone = await context.newPage()
  await enter(phone, craftsman)
  // Neither answered nor refused: nobody looks for themselves either.
  await context.route(/\/api\/live/, () => {})
  await phone.goto(`/constructions/${site.id}/rooms/${site.idOf('103')}`)
  await expect(phone.getByRole('button', { name: '完了登録' })).toBeVisible()
  await callAs(staff, 'POST', `/constructions/${site.id}/rooms/${site.idOf('103')}/completion`, completion)
  await expect(async () => {
    await phone.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
    await expect(phone.getByRole('button', { name: '完了登録' })).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 120_000 })
  await context.close()
})
