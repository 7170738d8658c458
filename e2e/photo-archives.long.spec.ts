import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { unzip } from '../server/test/unzip.ts'
import { faultsOf } from './axe.ts'
import { file, png, widthOf, keepAsTheyAre } from './chosen-files.ts'
import { enter } from './sign-in.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '写真をまとめて保存' })
const downloaded = async (page: Page): Promise<Map<string, Buffer>> => {
  const [download] = await Promise.all([page.waitForEvent('download'), dialogOf(page).getByRole('link', { name: 'ZIPを保存' }).click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  return unzip(await readFile(await download.path()))
}

test('staff take the originals of the common area home, by the keyboard, and hear first that places are inside', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/3/common_area_images')
  const slot = page.getByRole('group', { name: '集合玄関機 施工前' })
  await slot
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('写真1.png', png), file('写真2.png', png)])
  await keepAsTheyAre(page, 2)
  await expect(slot).toHaveAttribute('data-state', 'taken')
  await expect(page.getByTestId('deliveries')).toHaveText('サーバーで確認済 2枚', { timeout: 200_000 })
  await page.getByRole('button', { name: '写真をまとめて保存' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('radio', { name: '原本' })).toBeFocused()
  await expect(dialog.getByLabel('範囲')).toHaveValue('共用部')
  await expect(dialog.getByText(/^対象 \d+ 枚/)).toBeVisible()
  await expect(dialog.getByText('位置（GPS）')).toBeVisible()
  const make = dialog.getByRole('button', { name: /まとめて保存する/ })
  await expect(make).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('位置情報が含まれることを確認しました').focus()
  await page.keyboard.press('Space')
  expect(await faultsOf(page)).toEqual([])
  await make.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/作成しました（\d+ 枚）/)).toBeVisible({ timeout: 200_000 })
  expect(await page.evaluate('document.activeElement?.closest("[role=dialog]") !== null')).toBe(true)
  expect(await faultsOf(page)).toEqual([])
  // What was begun is found again.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '写真をまとめて保存' }).click()
  const files = await downloaded(page)
  expect([...files.values()].some(bytes => bytes.equals(png))).toBe(true)
  expect(files.get('index.csv')?.toString()).toContain('集合玄関機')
})

test('staff see what a delivery would break, mend it, and save the ministry’s folder', async ({ page }) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/3/common_area_images')
  const slot = page.getByRole('group', { name: '集合玄関機 施工中' })
  await slot
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('写真1.png', png), file('写真2.png', png)])
  await keepAsTheyAre(page, 2)
  await expect(slot).toHaveAttribute('data-state', 'taken')
  await expect(page.getByTestId('deliveries')).toHaveText('サーバーで確認済 2枚', { timeout: 200_000 })
  await page.getByRole('button', { name: '写真をまとめて保存' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: /電子納品/ }).check()
  await dialog.getByLabel('施工時期').selectOption('施工中')
  await dialog.getByLabel('位置情報が含まれることを確認しました').check()
  await expect(dialog.getByText(/納品できない形式のため入らない写真があります：PNG \d+枚/)).toBeVisible()
  await expect(dialog.getByText('PHOTO05.DTD はこの環境に置かれていないため')).toBeVisible()
  await dialog.getByRole('button', { name: '電子納品の設定' }).click()
  const settings = page.getByRole('dialog', { name: '電子納品の設定' })
  await settings.getByLabel(/JPEGに変換した写しを入れる/).check()
  await settings.getByLabel('工種').fill('電気設備工事')
  expect(await faultsOf(page)).toEqual([])
  await settings.getByRole('button', { name: '保存する' }).click()
  await expect(dialog.getByText('基準に合わない項目はありません。')).toBeVisible()
  await expect(dialog.getByText(/うちJPEGに変換した写し \d+ 枚/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /まとめて保存する/ }).click()
  await expect(dialog.getByText(/作成しました/)).toBeVisible({ timeout: 200_000 })
  const files = await downloaded(page)
  expect((await sharp(files.get('PHOTO/PIC/P0000001.JPG')).metadata()).format).toBe('jpeg')
  expect(new TextDecoder('shift_jis').decode(files.get('PHOTO/PHOTO.XML'))).toContain('<工種>電気設備工事</工種>')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('a craftsman takes boarded pictures only', async ({ page }) => {
    await enter(page, 'craftsman01')
    await page.goto('/constructions/3')
    await page.getByRole('button', { name: '写真をまとめて保存' }).click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await expect(dialog.getByRole('radio', { name: '黒板入りの写真' })).toBeChecked()
    await expect(dialog.getByText(/^対象 \d+ 枚/)).toBeVisible()
    expect(await widthOf(page)).toBe(390)
    expect(await faultsOf(page)).toEqual([])
  })
})
