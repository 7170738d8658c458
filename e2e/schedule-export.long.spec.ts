import { type Locator, expect, test } from '@playwright/test'
import { fromMore } from './schedule-page.ts'
import { enter } from './sign-in.ts'

/** The file behind a link; nothing but a browser knows where *.localhost is. */
const fetchFile = async (link: Locator) => {
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '', 'http://127.0.0.1')
  return link.page().request.get(`http://127.0.0.1:${process.env.E2E_PORT ?? ''}${pathname}${search}`)
}

test('the detail schedule comes as a PDF for the wall and as a workbook, and the work goes on when the dialog is left', async ({
  page,
}) => {
  await enter(page, 'staff01')
  await page.goto('/constructions/5/detail_schedule?view=room')
  await fromMore(page, '印刷・出力')
  const dialog = page.getByTestId('export-menu')
  // It opens on what is looked at.
  await expect(dialog.getByRole('button', { name: '部屋ごと' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: '枠ごと（掲示用）' }).click()
  await dialog.getByRole('button', { name: 'A4 横' }).click()
  await expect(dialog.getByLabel('居住者名を載せる')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'PDFを作成' }).click()
  await expect(dialog.locator('[data-testid=document-job], a[href*="/files/"]').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await fromMore(page, '印刷・出力')
  await dialog.getByRole('button', { name: '枠ごと（掲示用）' }).click()
  await dialog.getByRole('button', { name: 'A4 横' }).click()
  const pdf = dialog.getByRole('link', { name: 'PDFを開く' })
  await expect(pdf).toBeVisible({ timeout: 120_000 })
  const file = await fetchFile(pdf)
  expect(file.headers()['content-type']).toBe('application/pdf')
  expect(decodeURIComponent(file.headers()['content-disposition'] ?? '')).toMatch(/詳細工程_.+\.pdf/)

  await dialog.getByRole('button', { name: 'Excelを作成' }).click()
  const workbook = dialog.getByRole('link', { name: 'Excelを保存' })
  await expect(workbook).toBeVisible({ timeout: 120_000 })
  expect((await fetchFile(workbook)).headers()['content-type']).toContain('spreadsheetml')
})

test('a craftsman on a phone takes the sheet along', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'craftsman01')
  await page.goto('/constructions/3/detail_schedule')
  await fromMore(page, '印刷・出力')
  const dialog = page.getByTestId('export-menu')
  await dialog.getByLabel('居住者名を載せる').check()
  await expect(dialog).toContainText('人目につく場所には掲示しないでください。')
  await dialog.getByRole('button', { name: 'PDFを作成' }).click()
  await expect(dialog.getByRole('link', { name: 'PDFを開く' })).toBeVisible({ timeout: 120_000 })
})
