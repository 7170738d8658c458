import { expect, test } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { faultsOf } from './axe.ts'
import { widthOf } from './chosen-files.ts'
import { fingerOf } from './schedule-finger.ts'
import { enter } from './sign-in.ts'

test('staff leave a photo out of the ledger, make its PDF and find the one made last after a reload', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/1/photo_ledger')
  const photos = page.locator('[data-section=ledger_photos]').getByRole('button', { pressed: true })
  await expect(photos.nth(1)).toBeVisible()
  const count = await photos.count()
  const choices = page.locator('[data-section=ledger_choices]')
  await expect(choices).toContainText(`${count}枚中${count}枚`)
  const first = page.locator('[data-section=ledger_photos] li button').first()
  await first.click()
  await expect(first).toHaveAttribute('aria-pressed', 'false')
  await expect(first).toContainText('載せない')
  await expect(choices).toContainText(`${count}枚中${count - 1}枚`)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // The page takes its other form a moment after the window.
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(width)
  }
  expect(await faultsOf(page)).toEqual([])

  await choices.getByRole('button', { name: '台帳を作成' }).click()
  const link = choices.getByRole('link', { name: 'PDFを開く' })
  await expect(link).toBeVisible({ timeout: 120_000 })
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '', 'http://127.0.0.1')
  const answer = await page.request.get(`http://127.0.0.1:${process.env.E2E_PORT ?? ''}${pathname}${search}`)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const pdf = await answer.body()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  const words = text.join('').replaceAll(/\s/g, '')
  expect(words).toContain('工事写真台帳')
  expect(words).toContain(`写真枚数${count - 1}枚`)

  await page.reload()
  await expect(first).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('[data-section=last_ledger]')).toContainText(`写真${count - 1}枚`)
})

test('staff look at the pages of a ledger before they make it, and the pages follow what is chosen', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/1/photo_ledger')
  await page.getByRole('button', { name: '仕上がりを見る' }).click()
  const pages = page.locator('[data-section=ledger_preview]').getByRole('listitem')
  const count = async () => Number(/枚\s*([\d,]+)ページ/.exec(await page.locator('[data-section=ledger_choices]').innerText())?.[1])
  await expect(pages.first().getByRole('img')).toBeVisible()
  await expect(pages).toHaveCount(await count())
  const second = page.getByRole('listitem', { name: `2 / ${await count()}ページ`, exact: true })
  await second.scrollIntoViewIfNeeded()
  await second.getByRole('button').click()
  await expect(page.getByTestId('large-page').getByRole('img')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('表紙を付ける').uncheck()
  await page.getByRole('button', { name: 'A4横' }).click()
  await expect(pages).toHaveCount(await count())
  await expect(pages.first().locator('[data-stale=false]')).toBeVisible()
  const { width = 0, height = 0 } = (await pages.first().getByRole('img').boundingBox()) ?? {}
  expect(width).toBeGreaterThan(height)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '写真の選択に戻る' }).click()
  await expect(page.locator('[data-section=ledger_photos]')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('staff turn the pages of a ledger by a finger, and move about in one that is enlarged', async ({ page }) => {
    await enter(page, 'staff01')
    await page.goto('/constructions/1/photo_ledger')
    await page.getByRole('button', { name: '仕上がりを見る' }).click()
    await page.locator('[data-section=ledger_preview]').getByRole('listitem').first().getByRole('button').click()
    const large = page.getByTestId('large-page')
    const picture = large.getByRole('img')
    await expect(picture).toBeVisible()
    const finger = await fingerOf(page)
    const swipe = async (from: number, to: number) => {
      await finger.down({ x: from, y: 400 })
      await finger.moveTo({ x: to, y: 410 })
      await finger.up()
    }
    const shown = (number: number) => expect(large.getByRole('heading', { name: new RegExp(`^${number} / `) })).toBeVisible()
    await swipe(320, 80)
    await shown(2)
    await swipe(80, 320)
    await shown(1)
    await expect(picture).toBeVisible()
    await large.getByRole('button', { name: '拡大' }).click()
    const region = large.getByRole('region')
    const before = await region.evaluate(element => element.scrollLeft)
    await swipe(320, 80)
    await shown(1)
    await expect.poll(() => region.evaluate(element => element.scrollLeft)).toBeGreaterThan(before)
    expect(await faultsOf(page)).toEqual([])
  })
})
